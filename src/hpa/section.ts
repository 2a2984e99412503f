/** HPA* in a blob: options, then the abstraction's arrays, those of all upper levels one after the other. */
import { HPA_KIND } from '../blob/layout.js';
import type { Blob } from '../blob/read.js';
import { must } from '../errors.js';
import type { Abstraction, Upper } from './abstraction.js';
import { MAX_CLUSTER } from './clusters.js';

/** Sections of a bake. */
export function hpaSections({ options, counts, places, pairs, runs, upper }: Abstraction) {
  const info = Uint32Array.of(options.cluster, options.levels, options.merge, options.entranceWidth, places.length);
  const sections = [
    { kind: HPA_KIND.hpaInfo, values: info },
    { kind: HPA_KIND.hpaCounts, values: counts },
    { kind: HPA_KIND.hpaPlaces, values: places },
    { kind: runs ? HPA_KIND.hpaPairs : HPA_KIND.hpaCosts, values: pairs },
  ];
  return [
    ...sections,
    ...(runs ? [{ kind: HPA_KIND.hpaRuns, values: runs }] : []),
    ...(upper.length > 0
      ? [
          { kind: HPA_KIND.hpaUpperCounts, values: joined(upper.map((u) => u.counts)) },
          { kind: HPA_KIND.hpaUpperPairs, values: joined(upper.map((u) => u.pairs)) },
          { kind: HPA_KIND.hpaUpperSteps, values: joined(upper.map((u) => u.steps)) },
        ]
      : []),
  ];
}

function joined(parts: Uint16Array[]): Uint16Array {
  const whole = new Uint16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The abstraction of a blob. Each array's length follows from the one before and is checked before that array is unpacked; that they
 * fit the grid is for `hpaGraph` to check.
 * @throws {BlobError} if a section is missing, or not as long as the others imply
 */
export function loadAbstraction(blob: Blob): Abstraction {
  const { width, height } = blob;
  const cells = width * height;
  const info = blob.section(HPA_KIND.hpaInfo, Uint32Array, 5);
  const [cluster, levels, merge, entranceWidth, nodes] = info;
  for (const [value, least, most] of [
    [cluster, 2, MAX_CLUSTER],
    [levels, 1, 8],
    [merge, 2, 8],
    [nodes, 0, cells],
  ]) {
    must(value >= least && value <= most, 'abstraction', value, `${least} to ${most}`);
  }
  const u16 = (kind: number, length: number) => blob.section(kind, Uint16Array, length);
  const counts = u16(HPA_KIND.hpaCounts, Math.ceil(width / cluster) * Math.ceil(height / cluster));
  const places = u16(HPA_KIND.hpaPlaces, nodes);
  const paths = blob.has(HPA_KIND.hpaPairs);
  const count = pairCount(counts, cluster);
  const pairs = paths ? u16(HPA_KIND.hpaPairs, count) : blob.section(HPA_KIND.hpaCosts, Uint32Array, count);
  const runs = paths ? blob.section(HPA_KIND.hpaRuns, Uint8Array, pathLength(pairs)) : undefined;
  return {
    options: { cluster, levels, merge, entranceWidth, paths },
    counts,
    places,
    pairs,
    runs,
    upper: loadUpper(blob, cluster, levels, merge),
  };
}

function loadUpper(blob: Blob, cluster: number, levels: number, merge: number): Upper[] {
  if (levels === 1) return [];
  const { width, height } = blob;
  const spans = Array.from({ length: levels - 1 }, (_, l) => cluster * merge ** (l + 1));
  /** A section cut into the levels' parts. */
  const parts = (kind: number, lengths: number[]): Uint16Array[] => {
    const whole = blob.section(
      kind,
      Uint16Array,
      lengths.reduce((a, b) => a + b),
    );
    let at = 0;
    return lengths.map((length) => {
      at += length;
      return whole.subarray(at - length, at);
    });
  };
  const counts = parts(
    HPA_KIND.hpaUpperCounts,
    spans.map((span) => Math.ceil(width / span) * Math.ceil(height / span)),
  );
  const pairs = parts(
    HPA_KIND.hpaUpperPairs,
    counts.map((c, l) => pairCount(c, spans[l])),
  );
  const steps = parts(HPA_KIND.hpaUpperSteps, pairs.map(pathLength));
  return spans.map((_, l) => ({ counts: counts[l], pairs: pairs[l], steps: steps[l] }));
}

/** Pairs of all clusters together. A cluster has no more nodes than border cells. */
function pairCount(counts: Uint16Array, span: number): number {
  let sum = 0;
  for (const k of counts) {
    must(k <= 4 * span, 'number of nodes', k, `at most ${4 * span}`);
    sum += (k * (k - 1)) / 2;
  }
  return sum;
}

function pathLength(pairs: Uint16Array | Uint32Array): number {
  let sum = 0;
  for (const pair of pairs) sum += pair > 0 ? pair - 1 : 0;
  return sum;
}
