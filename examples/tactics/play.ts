/** The game without its drawing: turns, shots, undo, saved games and a plain opponent. */
import type { Nav } from 'gridprep/runtime';
import { rulesOf, type Unit } from './rules';

/** The file `keep.json`. */
export interface Keep {
  moves: string;
  rows: string[];
  links: { name: string; from: number[]; to: number[]; cost: number; oneWay?: boolean }[];
  /** Cells of the units of both sides. */
  units: [x: number, y: number][][];
}

interface State {
  side: 0 | 1;
  round: number;
  units: Unit[];
}

const [HP, DAMAGE] = [6, 2];

export function begin(nav: Nav, keep: Keep) {
  const rules = rulesOf(nav);
  const fresh = (): State => ({
    side: 0,
    round: 1,
    units: keep.units.flatMap((cells, side) =>
      cells.map(([x, y], i) => ({ name: `${'AB'[side]}${i + 1}`, side: side as 0 | 1, x, y, hp: HP, moved: false, shot: false })),
    ),
  });
  let state = fresh();
  /** States before each action, as texts. */
  let past: string[] = [];
  const act = (change: () => void) => {
    past.push(JSON.stringify(state));
    change();
    return true;
  };

  const game = {
    nav,
    keep,
    get state(): State {
      return state;
    },
    /** The side that has units left, null while both have. */
    get winner(): 0 | 1 | null {
      const sides = new Set(state.units.map(({ side }) => side));
      return sides.size === 1 ? ([...sides][0] ?? null) : null;
    },
    unitAt: (x: number, y: number) => state.units.find((unit) => unit.x === x && unit.y === y),
    movesOf: (unit: Unit) => rules.movesOf(unit, state.units),
    canShoot: (unit: Unit, target: Unit) => !unit.shot && unit.side !== target.side && rules.canShoot(unit, target),
    /** @returns whether it may go there */
    move(unit: Unit, x: number, y: number): boolean {
      if (unit.moved || unit.side !== state.side || !rules.movesOf(unit, state.units).has(x, y)) return false;
      return act(() => Object.assign(unit, { x, y, moved: true }));
    },
    /** @returns whether it may shoot at it */
    shoot(unit: Unit, target: Unit): boolean {
      if (unit.side !== state.side || !game.canShoot(unit, target)) return false;
      return act(() => {
        unit.shot = unit.moved = true;
        target.hp -= DAMAGE;
        state.units = state.units.filter(({ hp }) => hp > 0);
      });
    },
    endTurn(): void {
      act(() => {
        state.side = state.side === 0 ? 1 : 0;
        state.round += Number(state.side === 0);
        for (const unit of state.units) unit.moved = unit.shot = false;
      });
    },
    /** Takes the last action back. @returns whether there was one */
    undo(): boolean {
      const last = past.pop();
      if (last) state = JSON.parse(last);
      return last !== undefined;
    },
    save: (): string => JSON.stringify(state),
    restore(text: string): void {
      state = JSON.parse(text);
      past = [];
    },
    restart: (): void => game.restore(JSON.stringify(fresh())),
    /** The turn of a side that comes near and shoots. */
    opponent(): void {
      for (const { name } of state.units.filter(({ side }) => side === state.side)) {
        const unit = state.units.find((one) => one.name === name);
        const cells = unit && rules.approach(unit, state.units)?.cells;
        if (!unit || !cells) continue;
        // As far along its way as it gets this turn.
        const moves = rules.movesOf(unit, state.units);
        let i = cells.length - 2;
        while (i > 0 && !moves.has(cells[i] as number, cells[i + 1] as number)) i -= 2;
        if (i > 0) game.move(unit, cells[i] as number, cells[i + 1] as number);
        const target = state.units.find((other) => game.canShoot(unit, other));
        if (target) game.shoot(unit, target);
      }
      game.endTurn();
    },
  };
  return game;
}

export type Game = ReturnType<typeof begin>;
