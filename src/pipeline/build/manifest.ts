/** `manifest.json`: all valid outputs, for the game's asset loader. The same outputs give the same bytes. */
import { join } from 'node:path';
import { ALGORITHM_REVISION, FORMAT_VERSION } from '../../core/blob/layout.js';
import type { Row } from './events.js';
import { namesIn, writeIfChanged } from './record.js';
import type { Entries, Entry } from './record-file.js';

export const MANIFEST_NAME = 'manifest.json';

/** One file of the output folder. */
export interface ManifestEntry {
  /** Relative to the manifest, with slashes. */
  file: string;
  /** Its map, relative to the config. */
  map: string;
  artifacts: string[];
  /** Tiles of a world: number, bytes, SHA-256 of all. */
  world?: { tiles: number; bytes: number; sha256: string };
  bytes: number;
  sha256: string;
  /** As `nav.fingerprint`, for `load(bytes, { expect })`. */
  fingerprint: string;
  /** Fingerprints of all agents by name; `fingerprint` is the first one. */
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
}

/** The manifest: all outputs of the last finished build, for the game's loader. */
export interface Manifest {
  formatVersion: number;
  algorithmRevision: number;
  /** The module of all maps and their loader, relative to the manifest; missing if the build has none. */
  module?: string;
  outputs: ManifestEntry[];
}

/** Outputs in a part of {@link manifestParts}. */
const OUTPUTS_A_PART = 1000;

/** Writes the manifest without the outputs of failed maps, which may be of an older map. */
export async function writeManifest(
  out: string,
  rows: Row[],
  entries: Pick<Entries, 'get'>,
  module?: string,
): Promise<void> {
  const files = rows.flatMap(({ status, outputs }) => (status === 'failed' ? [] : outputs.map(({ file }) => file)));
  const entryOf = (file: string): ManifestEntry => {
    const entry = entries.get(file) as Entry;
    const { map, world, bytes, sha256, fingerprint, agents, width, height, openCells } = entry;
    const prints = { bytes, sha256, fingerprint, ...(agents && { agents }) };
    return { file, map, artifacts: namesIn(entry), ...(world && { world }), ...prints, width, height, openCells };
  };
  files.sort();
  await writeIfChanged(join(out, MANIFEST_NAME), () => manifestParts(files, entryOf, module));
}

/** The manifest as JSON in parts, because 100,000 outputs take 45 MB as a whole. */
function* manifestParts(files: string[], entryOf: (file: string) => ManifestEntry, module?: string): Generator<Buffer> {
  const revisions = { formatVersion: FORMAT_VERSION, algorithmRevision: ALGORITHM_REVISION };
  const json = (outputs: ManifestEntry[]) =>
    JSON.stringify({ ...revisions, ...(module !== undefined && { module }), outputs } satisfies Manifest, null, 1);
  const [head, end] = json([]).split('[]');
  for (let at = 0; at < files.length; at += OUTPUTS_A_PART) {
    const part = json(files.slice(at, at + OUTPUTS_A_PART).map(entryOf));
    yield Buffer.from(`${at === 0 ? `${head}[` : ','}${part.slice(head.length + 1, -`\n ]${end}`.length)}`);
  }
  yield Buffer.from(files.length === 0 ? `${head}[]${end}\n` : `\n ]${end}\n`);
}
