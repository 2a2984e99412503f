/** Compares a target's outputs with its current source. */
import { dirname, join } from 'node:path';
import { fingerprint } from '../../core/blob/fingerprint.js';
import { MapError } from '../../core/errors.js';
import { readSmall } from '../../core/files/regular.js';
import { sha256 } from '../../core/files/sha256.js';
import { countOpen } from '../../core/grid/grid.js';
import { MAX_FILES_BYTES } from '../../core/limits.js';
import { readWithin } from '../../maps/files.js';
import { detectFormat, readMap } from '../../maps/read-map.js';
import { absentOf, SharedNames } from '../../maps/shared-names.js';
import { readOptions } from '../config/reading.js';
import type { Target } from '../config/targets.js';
import { WORLD } from '../config/world-targets.js';
import type { BuildOptions } from './build-options.js';
import { absent, type Job } from './job.js';
import { reasonOf } from './record.js';
import type { Entries } from './record-file.js';
import type { MapHashes } from './shared-outputs.js';
import type { Print, Prints } from './taken.js';
import { sumOf, tileFiles, worldSource } from './worlds.js';

/** One object for all maps that refer to no other files. */
const NO_FILES: MapHashes['beside'] = {};
const WORK_OF_WORLD_CELL = 1000;

export class Examiner {
  private readonly warned = new Set<string>();

  /** Maps that are read with the same options. */
  private readonly inputs = new Map<unknown, SharedNames<Target>>();

  constructor(
    targets: readonly Target[],
    private readonly options: Pick<BuildOptions, 'folder' | 'out' | 'force' | 'onEvent'>,
    private readonly entries: Entries,
  ) {
    const byInput = new Map<unknown, Target[]>();
    for (const target of targets) {
      const maps = byInput.get(target.reading) ?? [];
      maps.push(target);
      byInput.set(target.reading, maps);
    }
    for (const [reading, maps] of byInput)
      if (maps.length > 1)
        this.inputs.set(
          reading,
          new SharedNames(maps, async (map) => absentOf(await readMap(await this.read(map), this.readingOf(map)))),
        );
  }

  async examine(target: Target): Promise<Job> {
    if (target.world) return this.examineWorld(target);
    const map = await this.read(target);
    const source = this.sourceOf(target, map, NO_FILES);
    const reasons = await this.reasonsOf(target, source.mapSha256);
    if (!reasons.some(Boolean)) return { target, reasons, source, size: map.length, work: 0 };
    const { size, beside } = await this.cellsOf(target, map);
    source.beside = beside;
    // Floods take longest: the number of their sources times the cells that they reach.
    return { target, reasons, source, size, work: size ** 1.5 };
  }

  private async examineWorld(target: Target): Promise<Job> {
    const { sha256: mapSha256, bytes: size } = await worldSource(this.pathOf(target));
    const reasons = await this.reasonsOf(target, mapSha256);
    return { target, reasons, source: { mapSha256, beside: {}, format: WORLD }, size, work: WORK_OF_WORLD_CELL * size };
  }

  /** The hashes of a map and of the files that it refers to. */
  sourceOf(target: Target, map: Uint8Array, beside: MapHashes['beside']): MapHashes {
    return { mapSha256: sha256(map), beside, format: this.formatOf(target, map) };
  }

  /** Why each output must be baked; empty if it is up to date. */
  async reasonsOf(target: Target, mapSha256: string): Promise<string[]> {
    return Promise.all(
      target.outputs.map(async (output) => {
        const path = join(this.options.out, output.file);
        const entry = this.entries.get(output.file);
        const small = readSmall(path);
        // In pieces: a folder of a stranger may have outputs of any size.
        const found = small ? sha256(small) : (await sumOf(path, entry?.bytes ?? 0).catch(absent))?.sha256;
        const otherFiles = await this.changedBeside(target, entry?.beside);
        const reason = reasonOf(target, output, entry, { mapSha256, otherFiles }, found);
        if (entry?.world && !reason && (await tileFiles(path)).sha256 !== entry.world.sha256)
          return 'tiles are gone or damaged';
        return reason || (this.options.force ? 'forced' : '');
      }),
    );
  }

  async read(target: Target): Promise<Uint8Array> {
    if (target.content !== undefined) return Buffer.from(target.content);
    const path = this.pathOf(target);
    return readWithin(path).catch((error) => {
      throw error instanceof MapError ? new MapError(`${path}: ${error.message}`) : Object.assign(error, { path });
    });
  }

  /** The prints of a map; undefined if it has changed. */
  async printsOf(target: Target, mapSha256: string): Promise<Prints | undefined> {
    const map = await this.read(target);
    if (sha256(map) !== mapSha256) return undefined;
    const { agents = { '': { artifacts: [] } } } = target.reading;
    const prints: Record<string, Print> = {};
    for (const [agent, { artifacts: _, ...agentReading }] of Object.entries(agents)) {
      const { grid } = await readMap(map, { ...this.readingOf(target), ...agentReading, agent: agent || undefined });
      const { width, height } = grid;
      prints[agent] = {
        fingerprint: Buffer.from(fingerprint(grid)).toString('hex'),
        width,
        height,
        openCells: countOpen(grid),
      };
    }
    return prints;
  }

  readingOf(target: Target) {
    const { reading, level } = target;
    const leaveAbsent = this.inputs.has(reading) || undefined;
    return { ...readOptions(reading, this.options.folder), file: this.pathOf(target), level, leaveAbsent };
  }

  pathOf({ map }: Target): string {
    return join(this.options.folder, map);
  }

  /** Reports warnings, each once. */
  warn(warnings: readonly string[] = []): void {
    for (const text of warnings) {
      if (!this.warned.has(text)) this.options.onEvent?.({ event: 'trouble', text });
      this.warned.add(text);
    }
  }

  /** Estimates the number of cells: the bytes of a text map; other maps are read. */
  private async cellsOf(target: Target, bytes: Uint8Array): Promise<{ size: number; beside: MapHashes['beside'] }> {
    if (this.formatOf(target, bytes) === 'movingai') return { size: bytes.length, beside: NO_FILES };
    const reading = this.readingOf(target);
    const { grid, beside, warnings, absent } = await readMap(bytes, reading);
    if (absent && !(await this.inputs.get(target.reading)?.have(absent)))
      await readMap(bytes, { ...reading, leaveAbsent: false });
    this.warn(warnings);
    return { size: grid.width * grid.height, beside };
  }

  private formatOf(target: Target, bytes: Uint8Array): string {
    return target.reading.format ?? detectFormat(bytes, this.pathOf(target));
  }

  /** Files of a record that are others now. A record of a stranger may name more than readers of maps read. */
  private async changedBeside(target: Target, beside: Record<string, string> = {}): Promise<string[]> {
    const folder = dirname(this.pathOf(target));
    const changed: string[] = [];
    let left = MAX_FILES_BYTES;
    for (const [file, sum] of Object.entries(beside)) {
      const bytes = left > 0 ? await readWithin(join(folder, file)).catch(() => undefined) : undefined;
      left -= bytes?.length ?? 0;
      if (!bytes || left < 0 || sha256(bytes) !== sum) changed.push(file);
    }
    return changed;
  }
}
