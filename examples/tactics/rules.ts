/** Everything that the game asks gridprep: where a unit can move, whom it can shoot at, and where the opponent goes. */
import { findPathTo, type Nav, neighborsOf, type Path, type Reach, reach, sightOf } from 'gridprep/runtime';

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

export function rulesOf(nav: Nav) {
  const sight = sightOf(nav);
  let moves: Reach | undefined;
  const flat = (units: readonly Unit[]) => units.flatMap(({ x, y }) => [x, y]);
  const range = { within: RANGE, sight };

  const enemiesOf = (unit: Unit, units: readonly Unit[]) => units.filter(({ side }) => side !== unit.side);

  return {
    /** Where a unit can go: around enemies, through friends. Valid until the next call. */
    movesOf(unit: Unit, units: readonly Unit[]): Reach {
      const enemies = enemiesOf(unit, units);
      const friends = units.filter((other) => other.side === unit.side && other !== unit);
      // Zones of control: a move ends next to an enemy, on squares and hexagons.
      const stop = enemies.flatMap(({ x, y }) => neighborsOf(nav, x, y));
      const lists = { avoid: flat(enemies), pass: flat(friends), stop };
      moves = reach(nav, unit.x, unit.y, STEPS, { ...lists, costs: 'entered', reuse: moves });
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
