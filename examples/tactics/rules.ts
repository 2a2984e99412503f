/** Everything that the game asks gridprep: where a unit can move, whom it can shoot at, and where the opponent goes. */
import { findPathTo, type Nav, type Path, type Reach, reach, sightOf } from 'gridprep/runtime';

export interface Unit {
  name: string;
  side: 0 | 1;
  x: number;
  y: number;
  hp: number;
  moved: boolean;
  shot: boolean;
}

/** Steps of a turn, and of a shot as if there were no walls. */
export const [STEPS, RANGE] = [6, 4];
/** Steps that forest and hills cost more. */
const ROUGH: Record<string, number> = { f: 1, h: 2 };

/** @param rows letters of the map */
export function rulesOf(nav: Nav, rows: readonly string[]) {
  const sight = sightOf(nav);
  let [near, moves]: Reach[] = [];
  const flat = (units: readonly Unit[]) => units.flatMap(({ x, y }) => [x, y]);
  const range = { within: RANGE, sight };

  /** Extra steps of cells: rough terrain, and 1 more beside an enemy. */
  const slowCells = (enemies: readonly Unit[]): number[] => {
    const zone = new Set<string>();
    for (const { x, y } of enemies) {
      near = reach(nav, x, y, 1, { reuse: near });
      for (let i = 0; i < near.count; i++) zone.add(`${near.cells[2 * i]},${near.cells[2 * i + 1]}`);
    }
    return rows.flatMap((row, y) => [...row].flatMap((letter, x) => [x, y, (ROUGH[letter] ?? 0) + Number(zone.has(`${x},${y}`))]));
  };
  const enemiesOf = (unit: Unit, units: readonly Unit[]) => units.filter(({ side }) => side !== unit.side);

  return {
    /** Where a unit can go: around enemies, through friends. Valid until the next call. */
    movesOf(unit: Unit, units: readonly Unit[]): Reach {
      const enemies = enemiesOf(unit, units);
      const friends = units.filter((other) => other.side === unit.side && other !== unit);
      moves = reach(nav, unit.x, unit.y, STEPS, { avoid: flat(enemies), pass: flat(friends), slow: slowCells(enemies), reuse: moves });
      return moves;
    },
    /** Whether a unit can shoot at another one: no step leads nearer. */
    canShoot: (unit: Unit, target: Unit): boolean => findPathTo(nav, unit.x, unit.y, [target.x, target.y], range)?.cost === 0,
    /** The way to the nearest cell from which an enemy can be shot at. */
    approach(unit: Unit, units: readonly Unit[]): Path | null {
      return findPathTo(nav, unit.x, unit.y, flat(enemiesOf(unit, units)), range);
    },
  };
}
