/** A walker sent about at random, every update of which is checked against the map. */
import type { Grid } from '../src/core/grid/grid.js';
import { isHex } from '../src/core/grid/rules.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { cellAt, centerOf, nearestReachable } from '../src/core/runtime/places.js';
import { blockersOf } from '../src/play/avoid/blockers.js';
import { findLink } from '../src/play/edit/doors.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { type Follower, follow } from '../src/play/follow/follow.js';
import { pathQueue } from '../src/play/queue/queue.js';
import { picture } from './grids.js';

type Cell = readonly [x: number, y: number];

/** Cells between two samples of a move. */
const PACE = 0.02;
/** Cells that a walker goes in an update, at most. */
const STEP = 0.3;
/** Milliseconds after which a walker that stands looks round again, and a little. */
const LOOKS = 600;
/** Updates in which any of the maps is crossed. */
const MOST_UPDATES = 10_000;
/** Cells by which a sample may be off: positions are doubles, points of paths single floats. */
const OFF = 1e-5;

/**
 * @param nav of the grid, to be edited
 * @returns the updates that were checked
 */
export function walkAtRandom(grid: Grid, nav: ChangingNav, next: () => number, rounds: number): number {
  const upTo = (n: number) => Math.floor(next() * n);
  const anyCell = (): Cell => [upTo(grid.width), upTo(grid.height)];
  const blockers = next() < 0.4 ? blockersOf(nav) : undefined;
  const queue = next() < 0.4 ? pathQueue(nav, { budget: { work: 2000 } }) : undefined;
  const units = new Map<number, Cell>();
  const closed = new Set<string>();
  const names = [...new Set(grid.links?.map(({ name }) => name))];
  const log: string[] = [];
  const { size } = nav;
  const isTaken = (x: number, y: number) =>
    [...units.values()].some(([u, v]) => u >= x && v >= y && u < x + size && v < y + size);
  const isFree = (x: number, y: number) => nav.isOpen(x, y) && !isTaken(x, y);
  /** The map as the walker has to see it, its own cell free. */
  const now = (own: Cell): Grid => {
    const map = (nav.grid as Grid).copy();
    for (let y = 0; y < map.height; y++)
      for (let x = 0; x < map.width; x++) if (isTaken(x, y) && `${[x, y]}` !== `${own}`) map.open[map.cell(x, y)] = 0;
    map.links = grid.links?.filter(
      ({ name, from, to }) => !closed.has(name) && map.isOpen(...from) && map.isOpen(...to),
    );
    return map;
  };
  let start = anyCell();
  for (let i = 0; i < 99 && !nav.isOpen(...start); i++) start = anyCell();
  const [x, y] = centerOf(nav, ...start);
  const pull = next() < 0.5 ? undefined : next() < 0.5;
  const radius = isHex(grid) ? 0.2 * upTo(2) : 0.25 * upTo(3) * size;
  const walker = follow(nav, { x, y, speed: 1 + 8 * next(), queue, blockers, pull, radius }) as Follower;
  const isPulled = pull ?? grid.moveRule !== 'never';
  let requested: Cell | null = null;
  let wasTaken = false;
  let updates = 0;

  const fail = (what: string): never => {
    const { status, goal, index, points, link } = walker;
    throw new Error(
      `${what}: ${JSON.stringify({ x: walker.x, y: walker.y, status, requested, goal, index, points: [...points], link })}\n` +
        `${nav.engine}, ${grid.moveRule}, size ${size}, queue ${!!queue}, blockers ${!!blockers}, pulled ${isPulled}\n${picture(nav.grid as Grid)}\n` +
        `units ${JSON.stringify([...units.values()])}, links ${JSON.stringify(grid.links)}, closed ${[...closed]}\n${log.slice(-12).join('\n')}`,
    );
  };
  /** Cells that a point is in: several on a corner. */
  const cellsAt = (px: number, py: number): Cell[] =>
    [-OFF, OFF].flatMap((dx) => [-OFF, OFF].map((dy): Cell => cellAt(nav, px + dx, py + dy)));

  /** Whether an open link leads from cell to cell. */
  const joins = (a: Cell, b: Cell): boolean =>
    isFree(...b) &&
    (grid.links ?? []).some(
      ({ from, to, name, oneWay }) =>
        !closed.has(name) &&
        ((`${from}` === `${a}` && `${to}` === `${b}`) || (!oneWay && `${to}` === `${a}` && `${from}` === `${b}`)),
    );
  /** Where links begin that lead to a cell. */
  const ends = (cell: Cell): Cell[] =>
    (grid.links ?? []).flatMap(({ from, to }) => [from, to]).filter((end) => joins(end, cell));
  const apart = (cell: Cell, px: number, py: number): number => {
    const [x, y] = centerOf(nav, ...cell);
    return Math.hypot((px - x) * walker.way.scale[0], (py - y) * walker.way.scale[1]);
  };

  const update = (ms: number): void => {
    updates++;
    queue?.update();
    const { x: fromX, y: fromY, link, status } = walker;
    let before = cellAt(nav, fromX, fromY);
    const wasIn = isFree(...before);
    walker.update(ms);
    log.push(`${status} ${fromX},${fromY} -> ${walker.status} ${walker.x},${walker.y}`);
    // From a link it looks round in the next update.
    if (!link) checkStatus();
    const { x: toX, y: toY } = walker;
    const after = cellAt(nav, toX, toY);
    if (walker.link && !link && !joins(after, cellAt(nav, walker.link.x, walker.link.y)))
      fail('takes a link from elsewhere, or a closed one');
    if (link && !walker.link && (toX !== fromX || toY !== fromY)) {
      if (toX !== link.x || toY !== link.y || !isFree(...after)) fail('lands elsewhere, or in a closed cell');
      return;
    }
    const far = walker.far(fromX, fromY);
    if (far === 0) return;
    if (!isPulled && walker.status !== 'walking' && apart(after, toX, toY) > OFF)
      fail('stops off the middle of a cell');
    if (far > (walker.speed * ms) / 1000 + OFF) {
      // A short link is over within the update.
      const [px, py] = centerOf(nav, ...after);
      if (toX !== px || toY !== py || !ends(after).some((end) => apart(end, fromX, fromY) < STEP)) fail('goes too far');
      return;
    }
    for (let way = 0; way < far + PACE; way += PACE) {
      const part = Math.min(1, way / far);
      const cells = cellsAt(fromX + (toX - fromX) * part, fromY + (toY - fromY) * part);
      const cell = cells.find((one) => `${one}` === `${before}`) ?? cells.find((one) => isFree(...one)) ?? cells[0];
      if (`${cell}` === `${before}`) continue;
      // A unit that was put on a larger walker is also on cells next to its cell.
      const mayEnter = (x: number, y: number) => (wasIn ? isFree(x, y) : nav.isOpen(x, y));
      if (!mayEnter(...cell)) fail(`enters ${cell}, which is closed`);
      const [dx, dy] = [cell[0] - before[0], cell[1] - before[1]];
      if (!isHex(grid) && dx !== 0 && dy !== 0) {
        const beside = Number(mayEnter(before[0] + dx, before[1])) + Number(mayEnter(before[0], before[1] + dy));
        const least = { 'no-corners': 2, never: 2, 'one-corner': 1, always: 0 }[grid.moveRule as 'never'];
        if (Math.max(Math.abs(dx), Math.abs(dy)) > 1 || beside < least) fail(`cuts a corner to ${cell}`);
      }
      before = cell as [number, number];
    }
  };
  /** A pulled walker without queue and units has the status and the goal that the map gives, after each update. */
  const checkStatus = (): void => {
    const { status, goal, dx, dy, link } = walker;
    if (!Number.isFinite(dx + dy)) fail('has no direction');
    if (!isPulled || queue || blockers || !requested || link) return;
    const own = cellAt(nav, walker.x, walker.y);
    const isCut = nav.isOpen(...requested) && !nav.isReachable(...own, ...requested);
    const expected = !nav.isOpen(...own) ? ['blocked'] : isCut ? ['unreachable'] : ['walking', 'arrived'];
    if (!expected.includes(status)) fail(`is not ${expected.join(' or ')}`);
    if (expected.length > 1 && `${goal}` !== `${nearestReachable(nav, ...requested, ...own)}`) fail('has another goal');
  };
  const pace = () => next() * Math.min(100, (1000 * STEP) / walker.speed);

  /** After so long without edits it has to be where it was sent, or know that it cannot get there. */
  const settle = (): void => {
    // Sent again, now that all units stand.
    const isAgain = requested !== null && next() < 0.5;
    if (isAgain) walker.to(...(requested as Cell));
    let stands = 0;
    for (let left = MOST_UPDATES; stands < LOOKS; left--) {
      const step = (1000 * STEP) / walker.speed;
      update(step);
      stands = /walking|waiting|linking/.test(walker.status) ? 0 : stands + step;
      if (left === 0) fail('never arrives');
    }
    const own = cellAt(nav, walker.x, walker.y);
    const { status } = walker;
    if (!nav.isOpen(...own)) {
      if (status !== 'blocked') fail('is not blocked in a closed cell');
      return;
    }
    if (!requested) {
      if (status !== 'idle') fail('is not idle without a goal');
      return;
    }
    const map = now(own);
    const costs = dijkstra(map, ...own);
    const reaches = costs[map.cell(...requested)] < Infinity;
    if (status === 'unreachable') {
      if (reaches || !map.isOpen(...requested)) fail('says that it cannot get there');
      return;
    }
    if (status !== 'arrived') fail('stands');
    if (`${own}` === `${requested}`) return;
    if (`${own}` !== `${walker.goal}`) fail('arrives elsewhere');
    // Beside a goal that was taken it stays when that leaves.
    if (wasTaken && !isAgain) return;
    if (map.isOpen(...requested)) fail('arrives next to an open goal');
    // The same of a nearer cell.
    if (blockers && (!isAgain || isHex(grid))) return;
    const away = (cell: Cell) => apart(cell, ...centerOf(nav, ...(requested as Cell)));
    for (let v = 0; v < map.height; v++)
      for (let u = 0; u < map.width; u++)
        if (costs[map.cell(u, v)] < Infinity && away([u, v]) < away(own) - OFF)
          fail(`${u}, ${v} is nearer to its goal`);
  };

  const act = (): void => {
    const dice = next();
    if (dice < 0.4) {
      requested = anyCell();
      wasTaken = isTaken(...requested);
      log.push(`to ${requested}`);
      walker.to(...requested);
    } else if (dice < 0.55 && names.length > 0) {
      const name = names[upTo(names.length)];
      log.push(`link ${name}`);
      if (closed.delete(name)) findLink(nav, name).open();
      else {
        closed.add(name);
        findLink(nav, name).close();
      }
    } else if (dice < 0.75) {
      const [u, v] = next() < 0.3 && walker.link ? cellAt(nav, walker.link.x, walker.link.y) : anyCell();
      const open = next() < 0.5;
      log.push(`set ${u},${v} ${open}`);
      nav.setOpen(u, v, open);
    } else if (dice < 0.9 && blockers) {
      const unit = upTo(6);
      if (next() < 0.3) {
        units.delete(unit);
        blockers.remove(unit);
      } else {
        const cell = anyCell();
        log.push(`unit ${unit} to ${cell}`);
        units.set(unit, cell);
        blockers.move(unit, ...cell);
      }
      if (requested) wasTaken ||= isTaken(...requested);
    } else if (dice < 0.93) {
      requested = null;
      log.push('stop');
      walker.stop();
    } else if (dice < 0.96) {
      log.push('land');
      walker.land();
      if (!nav.isOpen(...cellAt(nav, walker.x, walker.y)) && walker.status !== 'blocked') walker.update(0);
    } else {
      // Pushed, within its cell if it stands or steps from cell to cell.
      const isWalking = isPulled && walker.status === 'walking';
      const [px, py] = isWalking ? [walker.x, walker.y] : centerOf(nav, ...cellAt(nav, walker.x, walker.y));
      const [toX, toY] = [px + 0.6 * (next() - 0.5), py + 0.6 * (next() - 0.5)];
      log.push('push');
      if (isFree(...cellAt(nav, toX, toY))) [walker.x, walker.y] = [toX, toY];
    }
  };

  for (let round = 0; round < rounds; round++) {
    act();
    for (let i = upTo(40); i > 0; i--) update(pace());
    if (next() < 0.2) settle();
    if (walker.status === 'blocked') walker.escape();
  }
  return updates;
}
