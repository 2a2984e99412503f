/** Maps of letters for agents of several sizes in one file: Dijkstra over placements on the raw letters, and each path swept over them. */
import { packAgents, packAll as packBlobs } from '../../src/core/blob/agents.js';
import { bakeBounds } from '../../src/core/bounds/bake.js';
import { bakeHierarchy } from '../../src/core/ch/bake.js';
import { anchorsOf, withMoves } from '../../src/core/grid/clearance.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { MOVE_RULES } from '../../src/core/grid/rules.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { bakeJps } from '../../src/core/jps/bake.js';
import { parseMap } from '../../src/core/maps/movingai.js';
import { checkSweep, placements } from '../../src/core/oracle/placements.js';
import { load } from '../../src/core/runtime/load-all.js';
import type { GridNav } from '../../src/core/runtime/nav.js';
import { over } from '../../src/core/runtime/over.js';
import type { PathBuffer } from '../../src/core/search/path.js';
import { bakeTable } from '../../src/core/table/bake.js';
import { askLinked } from '../../test/links.js';
import { type Dice, diceOf, drawMap, NEAR, RAW } from './dice.js';

interface Agent {
  name: string;
  size: number;
  raw: Grid;
  grid: Grid;
}

/** A map whose ground is of several letters, in patches. */
function drawLetters(dice: Dice, seed: number): string {
  const { below, pick } = dice;
  const walls = drawMap(dice, seed, 28);
  const patch = 1 + below(6);
  const letters = Array.from({ length: 400 }, () => pick(['.', '.', '.', 'G', 'S', 'W', 'T']));
  const letterAt = (x: number, y: number) =>
    walls.isOpen(x, y)
      ? letters[(Math.floor(x / patch) + 31 * Math.floor(y / patch)) % letters.length]
      : pick(['@', '@', 'T']);
  const { width, height } = walls;
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => letterAt(x, y)).join(''),
  );
  return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
}

/** An agent that fits somewhere, or none. */
function agentOn(text: string, name: string, { next, below, pick }: Dice): Agent[] {
  const terrain = `.${['G', 'S', 'W', 'T'].filter(() => next() < 0.5).join('')}`;
  const costs = next() < 0.2 ? Object.fromEntries([...terrain].map((letter) => [letter, 1 + below(9)])) : {};
  const size = pick([1, 1, 2, 2, 3, 4, 5]);
  const moves = next() < 0.5 ? 'no-corners' : pick(MOVE_RULES);
  try {
    const raw = withMoves(parseMap(Buffer.from(text), { terrain, costs }), moves);
    return [{ name, size, raw, grid: anchorsOf(raw, size) }];
  } catch {
    return [];
  }
}

async function bakeAll(grid: Grid, { below }: Dice): Promise<Uint8Array> {
  const hpa = await bakeHpa(grid, { ...RAW, cluster: 5, levels: 1 + below(2) });
  const blobs = [hpa, await bakeTable(hpa, RAW)];
  if (!grid.costs) {
    blobs.push(await bakeJps(grid, RAW), await bakeBounds(grid, RAW));
    blobs.push(await bakeHierarchy(grid, { ...RAW, witness: 1 + below(60) }));
  }
  return packBlobs(blobs);
}

/** A map whose paths are swept by the whole unit. */
function swept(nav: GridNav, { raw, size }: Agent): GridNav {
  return over(nav, {
    findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer) {
      const found = nav.findPathInto(x0, y0, x1, y1, path);
      if (found) checkSweep(raw, size, path.cells.subarray(0, 2 * path.cellCount));
      return found;
    },
  });
}

export async function fuzzAgents(seed: number): Promise<number> {
  const dice = diceOf(seed);
  const text = drawLetters(dice, seed);
  const agents = Array.from({ length: 1 + dice.below(4) }, (_, i) => agentOn(text, `agent-${i}`, dice)).flat();
  if (agents.length === 0) return 0;
  const files = agents.map(async ({ name, grid }) => ({ name, bytes: await bakeAll(grid, dice) }));
  const blob = packAgents(await Promise.all(files));
  let checked = 0;
  for (const agent of agents)
    for (const engine of agent.grid.costs ? NEAR : ['jps+bounds', 'ch', 'jps', ...NEAR]) {
      const nav = load(blob, { agent: agent.name, engine, wasm: dice.next() < 0.7 }) as GridNav;
      checked += askLinked(placements(agent.raw, agent.size), swept(nav, agent), NEAR.includes(engine), dice.next);
    }
  return checked;
}
