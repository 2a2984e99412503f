/** Each limit of `src/core/limits.ts` is crossed by one: a line of the right class, in no time. At the limit, it holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as LIMIT from '../src/core/limits.js';
import { existing } from '../tools/places.mjs';
import { BLOBS, prepare } from './limits/blobs.js';
import { MAPS, type Row } from './limits/maps.js';

beforeAll(prepare, 120_000);

const ROWS: Record<keyof typeof LIMIT, Row> = { ...MAPS, ...BLOBS };
const limits: Readonly<Record<string, number>> = { ...LIMIT };

describe('a limit', () => {
  it.each(Object.keys(ROWS) as (keyof typeof LIMIT)[])('%s holds, and one more is refused', async (name) => {
    const { give, says, class: kind, isLarge } = ROWS[name];
    const limit = limits[name];
    if (!isLarge) await give(limit);
    let error: unknown;
    try {
      await give(limit + 1);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(Error);
    const { message, name: of } = error as Error;
    expect([of, message]).toEqual([kind, expect.stringContaining(says)]);
    expect(message).not.toContain('\n');
  });
});

/** Numbers of readers that limit no count: ranges of numbers, sums of other limits, and what a program keeps. */
const OTHERS = [
  ...['MAX_COORDINATE', 'MAX_PIXELS', 'MAX_TILE', 'MAX_TILE_SIDE', 'MOST', 'MOST_BUILDS', 'MOST_BYTES', 'MOST_EVENTS'],
  ...[
    'MOST_KEPT',
    'MOST_KNOWN',
    'MOST_LABELS',
    'MOST_LISTED',
    'MOST_NUMBER',
    'MOST_OF_A_KIND',
    'MOST_PIXELS',
    'MOST_PROVEN',
  ],
  'MOST_SIDE',
];
/** Folders and files that read what comes from outside. */
const READERS = existing(
  ...['src/maps', 'src/core/blob', 'src/engines', 'src/world/section.ts', 'src/play/edit/changes.ts'],
  ...['src/pipeline/fleet', 'src/pipeline/cache', 'src/pipeline/config/read-config.ts', 'src/pipeline/build/record.ts'],
);

it('readers have limits only from the table', () => {
  const files = READERS.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  ).filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.test\.ts$/.test(file) &&
      (!file.startsWith('src/engines') || /\/section\.ts$/.test(file)),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:export )?const ((?:MOST|MAX)_?[A-Z_]*) =/gm)].map(([, name]) => name),
  );
  expect([...new Set(found)].sort()).toEqual(OTHERS);
});
