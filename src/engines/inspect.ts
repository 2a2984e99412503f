/** Header, sections and metadata of a blob; inspection checks all that it holds. */
import { type AgentBlob, unpackAgents } from '../core/blob/agents.js';
import { decompressor } from '../core/blob/decompress.js';
import { fingerprint } from '../core/blob/fingerprint.js';
import { checkWalls, gridOf } from '../core/blob/grid.js';
import * as KIND from '../core/blob/kinds.js';
import { CODEC, FORMAT_VERSION, isViews, type Kind, MAP_KINDS, NO_CODEC, revisionOf } from '../core/blob/layout.js';
import { type BlobPart, mapSections, unpackBlob } from '../core/blob/pack.js';
import { type Blob, openCount, readBlob, type SectionEntry } from '../core/blob/read.js';
import { mostBytes, wordSum } from '../core/blob/views.js';
import { mapViews, recorded, viewsSection } from '../core/blob/write-views.js';
import { ensure } from '../core/errors.js';
import { doubled } from '../core/grid/doubled.js';
import { countOpen, type Grid } from '../core/grid/grid.js';
import { axialOf } from '../core/grid/hexes.js';
import type { Link } from '../core/grid/links.js';
import { listWalls, type WallInput } from '../core/grid/walls.js';
import { storedMasks } from './bounds/mapped.js';
import { ruleOf } from './ch/rules.js';
import { hierarchyArrays } from './ch/section.js';
import { graphArrays, hpaArrays } from './hpa/arrays.js';
import { storedLines } from './jps/query/mapped.js';
import { ARTIFACTS } from './list.js';
import { MOST_NODES } from './table/fit.js';
import { pairsOf } from './table/pairs.js';
import { loadTable } from './table/section.js';

/** One section of a {@link BlobReport}; lengths in bytes. */
export interface SectionReport {
  name: string;
  kind: number;
  type: string;
  codec: string;
  frames: number;
  rawLength: number;
  storedLength: number;
  crc: string;
}

/** One agent of a {@link BlobReport}. */
export interface AgentReport
  extends Pick<BlobReport, 'openCells' | 'moveRule' | 'size' | 'terrain' | 'fingerprint' | 'links'> {
  name: string;
  artifacts: string[];
  /** Stored bytes that no agent before it has. */
  added: number;
}

/** Report of a blob: header, sections and the metadata of each artifact; lengths in bytes. */
export interface BlobReport {
  bytes: number;
  formatVersion: number;
  algorithmRevision: number;
  width: number;
  height: number;
  openCells: number;
  bytesPerOpenCell: number;
  moveRule: string;
  /** Side of the square that walks, in cells. */
  size: number;
  terrain: string;
  fingerprint: string;
  /** What walls add to costs, by distance from 1 on. */
  wallCosts?: number[];
  stepCosts?: 'entered';
  links?: readonly Link[];
  /** Walls between cells. */
  walls?: readonly WallInput[];
  sections: SectionReport[];
  /** Artifacts of the blob, and of each agent. */
  metadata: object[];
  /** Agents of the blob; what all agents share is given for the first. */
  agents?: AgentReport[];
  /** Checks that were skipped because they need other blobs, a sentence for each. */
  unchecked: string[];
}

/**
 * Reads a blob as far as tools can: header, every section, every checksum, the structure of each artifact.
 * @throws {BlobError} if anything in the blob is damaged, or its fingerprint is not that of its grid
 */
export function inspectBlob(bytes: Uint8Array): BlobReport {
  const agents = unpackAgents(bytes);
  return agents.length > 0 ? inspectAgents(bytes, agents) : inspectOne(bytes);
}

function inspectOne(bytes: Uint8Array): BlobReport {
  const blob = readBlob(bytes, decompressor);
  const { width, height, terrain, moveRule, size } = blob;
  const grid = gridOf(blob);
  const expected = Buffer.from(fingerprint(grid)).toString('hex');
  ensure(blob.fingerprint === expected, 'fingerprint', blob.fingerprint, expected);
  if (grid.walls) checkWalls(grid);
  const openCells = openCount(blob);
  ensure(openCells === countOpen(grid), 'number of open cells', openCells, countOpen(grid));
  const parts = unpackBlob(bytes);
  for (const part of parts) checkDirectory(part.blob);
  const unchecked = parts.flatMap((part) => checkPart(part, doubled(grid), parts));
  return {
    bytes: bytes.length,
    // No other would have been read.
    formatVersion: FORMAT_VERSION,
    algorithmRevision: revisionOf(blob.has),
    ...{ width, height, openCells, bytesPerOpenCell: bytes.length / openCells },
    ...{ moveRule, size, terrain, fingerprint: blob.fingerprint },
    ...(grid.wallCosts && { wallCosts: [...grid.wallCosts] }),
    ...(grid.stepCosts && { stepCosts: grid.stepCosts }),
    ...(grid.links && { links: grid.links }),
    ...(grid.walls && { walls: listWalls(grid) }),
    sections: [
      ...blob.entries.slice(0, mapSections(blob.entries)).map(reportSection),
      ...parts.flatMap((part) => part.blob.entries.slice(mapSections(part.blob.entries)).map(reportSection)),
    ],
    metadata: parts.map(({ metadata }) => metadata),
    unchecked,
  };
}

/** Inspects each agent separately; a section that no agent has is refused. */
function inspectAgents(bytes: Uint8Array, blobs: AgentBlob[]): BlobReport {
  const { entries } = readBlob(bytes, decompressor);
  const seen = new Set<SectionEntry>();
  const reports = blobs.map(({ name, bytes: alone }) => {
    const report = inspectOne(alone);
    const { openCells, moveRule, size, terrain, fingerprint, links, metadata } = report;
    const fresh = readBlob(bytes, decompressor, name)
      .entries.map((entry) => find(entries, entry))
      .filter((entry) => !seen.has(entry));
    for (const entry of fresh) seen.add(entry);
    const added = fresh.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + part.length, 0), 0);
    const artifacts = metadata.map((one) => (one as { artifact: string }).artifact);
    const agent = { name, openCells, moveRule, size, terrain, fingerprint, artifacts, added };
    return { report, agent: { ...agent, ...(links && { links }) } };
  });
  const left = entries.find((entry) => !seen.has(entry) && entry.kind !== KIND.agents);
  ensure(left === undefined, `section ${left?.kind}`, 'of no agent', 'only sections of agents');
  const [{ report: first }] = reports;
  return {
    ...first,
    bytes: bytes.length,
    bytesPerOpenCell: bytes.length / first.openCells,
    sections: entries.map(reportSection),
    metadata: reports.flatMap(({ report }) => report.metadata),
    agents: reports.map(({ agent }) => agent),
    unchecked: reports.flatMap(({ report, agent }) => report.unchecked.map((text) => `${agent.name}: ${text}`)),
  };
}

/** The entry of the whole file that an agent's is: the same bytes. */
function find(entries: SectionEntry[], { kind, parts }: SectionEntry): SectionEntry {
  const at = ({ parts: other }: SectionEntry) =>
    other[0]?.byteOffset === parts[0]?.byteOffset && other[0]?.length === parts[0]?.length;
  return entries.find((entry) => entry.kind === kind && at(entry)) as SectionEntry;
}

/**
 * Has every artifact of a part check its sections.
 * @returns what could not be checked, in words
 * @throws {BlobError} if a section is damaged, or none of the artifacts has read it
 */
function checkPart(part: BlobPart, grid: Grid, parts: BlobPart[]): string[] {
  const { blob, unread } = watched(part.blob);
  const unchecked: string[] = [];
  for (const { section, weightedSection = section, inspect } of Object.values(ARTIFACTS)) {
    if (blob.has(section) || blob.has(weightedSection)) unchecked.push(...inspect({ ...part, blob }, grid, parts));
  }
  unchecked.push(...checkArrays({ ...part, blob }, grid, parts));
  // Read before: the map, which is the same in all parts, and the metadata.
  const seen: number[] = [...MAP_KINDS, KIND.meta];
  const [left] = unread().filter((kind) => !seen.includes(kind));
  if (blob.entries.every(({ kind }) => seen.includes(kind))) unchecked.push(`${part.artifact}: it has no sections`);
  ensure(left === undefined, `section ${left}`, 'there', 'only sections of its artifact');
  return unchecked;
}

function reportSection({ kind, type, codec, rawLength, crc, parts }: SectionEntry): SectionReport {
  return {
    name: nameOf(KIND, kind),
    kind,
    type: type.name,
    codec: nameOf(CODEC, codec),
    frames: codec === CODEC.none ? 0 : parts.length,
    rawLength,
    storedLength: parts.reduce((sum, part) => sum + part.length, 0),
    crc: crc.toString(16).padStart(8, '0'),
  };
}

function nameOf(codes: Record<string, number>, code: number): string {
  return Object.keys(codes).find((name) => codes[name] === code) ?? `unknown (${code})`;
}

/** Kinds of one artifact; the first is that of the section that every blob of it has. */
const GROUP = 16;

/**
 * Before anything is unpacked: refuses unknown kinds, two sections of a kind, and sections of an artifact without its
 * first one (docs/decisions/hostile-blobs.md).
 * @param blob of one artifact, not a pack
 * @throws {BlobError}
 */
function checkDirectory({ entries }: Blob): void {
  const known: readonly number[] = Object.values(KIND);
  const kinds = new Set<number>();
  for (const { kind } of entries) {
    ensure(known.includes(kind), 'kind of a section', kind, 'one that FORMAT.md names');
    ensure(!kinds.has(kind), `section ${kind}`, 'there twice', 'one');
    kinds.add(kind);
  }
  for (const kind of kinds) {
    const first = kind - (kind % GROUP);
    ensure(first === 0 || kinds.has(first), `section ${first}`, 'missing', `with section ${kind}`);
  }
}

/**
 * The same blob, watched: readers check the type and length of each section that they read. Sections that nothing reads
 * were not checked.
 */
function watched(blob: Blob): { blob: Blob; unread(): number[] } {
  const read = new Set<number>();
  return {
    blob: {
      ...blob,
      section(kind, ...rest) {
        read.add(kind);
        return blob.section(kind, ...rest);
      },
    },
    unread: () => blob.entries.map(({ kind }) => kind).filter((kind) => !read.has(kind)),
  };
}

/** The arrays of a kind as a bake makes them; undefined where another blob is needed that is not there. */
function arraysOf(kind: number, blob: Blob, map: Grid, parts: BlobPart[]): object | undefined {
  const grid = axialOf(map);
  if (kind === KIND.hpaViews) return recorded((keep) => hpaArrays(blob, grid, keep));
  if (kind === KIND.jpsViews) return { lines: storedLines(grid) };
  if (kind === KIND.boundsViews) return { masks: storedMasks(blob, grid) };
  if (kind === KIND.chViews) return recorded((keep) => hierarchyArrays(blob, grid, ruleOf(grid), keep));
  const hpa = parts.find((part) => part.blob.has(KIND.hpaInfo))?.blob;
  if (kind !== KIND.tableViews || !hpa) return undefined;
  const table = loadTable(blob, hpa, graphArrays(hpa, grid).graph, MOST_NODES);
  const { runs } = recorded((keep) => pairsOf(table, keep));
  return { table, runs };
}

function sectionOf(kind: number, blob: Blob, grid: Grid, parts: BlobPart[]): Int32Array | undefined {
  if (kind === KIND.mapViews) return mapViews(grid).values;
  const arrays = arraysOf(kind, blob, grid, parts);
  return arrays && viewsSection(kind as Kind, arrays).values;
}

/** @returns a sentence for each part not checked @throws {BlobError} if stored arrays differ from computed ones */
function checkArrays({ artifact, blob }: BlobPart, grid: Grid, parts: BlobPart[]): string[] {
  const unchecked: string[] = [];
  for (const { kind, codec, rawLength } of blob.entries.filter((entry) => isViews(entry.kind))) {
    const expected = sectionOf(kind, blob, grid, parts);
    // A few compressed bytes may declare any length.
    const most = expected?.byteLength ?? (codec === NO_CODEC ? rawLength : mostBytes(blob));
    const actual = blob.section(kind, Int32Array, most / 4, 2, wordSum);
    if (!expected) unchecked.push(`${artifact}: its arrays, section ${kind}; also name the hpa blob`);
    else ensure(sameInts(actual, expected), `section ${kind}`, 'of other arrays', 'those that its artifact gives');
  }
  return unchecked;
}

const sameInts = (a: Int32Array, b: Int32Array): boolean =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));
