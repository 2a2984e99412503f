/**
 * The public API as text, or whether that is up to date: `npm run tool api -- [--check]`.
 *
 * It writes `docs/api/NAME.api.md` for each export of the package; with `--check` it fails where a report is not up to date, or a public name has no
 * comment, so that a change to the API is seen in a diff.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const FOLDER = 'docs/api';
const temporary = mkdtempSync(join(tmpdir(), 'gridprep-api-'));

interface Export {
  types: string;
  /** Missing where an export has only types. */
  default?: string;
}

/** The exports that have types, by the names of their reports: `runtime-jps` for `./runtime/jps`. */
function entries(): { name: string; types: string }[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, string | Export> };
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' || target.default === undefined
      ? []
      : [{ name: path === '.' ? 'index' : path.slice(2).replaceAll('/', '-'), types: target.types }],
  );
}

/** Where the compiler writes what is rolled up for an entry. */
function declarationsOf(types: string): string {
  return types.replace('./dist/', './build/types/src/');
}

/** The report of one entry, in the form that editors show as TypeScript. */
function report({ name, types }: { name: string; types: string }): string {
  const file = `${name}.api.md`;
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve('.'),
      mainEntryPointFilePath: resolve(declarationsOf(types)),
      // Separate settings: the extractor's TypeScript is older than ours.
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            lib: ['ES2023'],
            module: 'NodeNext',
            moduleResolution: 'NodeNext',
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [resolve(declarationsOf(types))],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: file,
        reportFolder: temporary,
        reportTempFolder: join(temporary, 'new'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-undocumented': { logLevel: ExtractorLogLevel.None, addToApiReportFile: false },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.None, addToApiReportFile: false },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
  });
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => Object.assign(message, { handled: true }),
  });
  return readFileSync(join(temporary, file), 'utf8').replaceAll('\r\n', '\n');
}

const check = process.argv.includes('--check');
const faults: string[] = [];
// The extractor reads declarations.
execFileSync('npx tsc -p tsconfig.build.json --emitDeclarationOnly', { stdio: 'inherit', shell: true });
mkdirSync(FOLDER, { recursive: true });
for (const entry of entries()) {
  const file = join(FOLDER, `${entry.name}.api.md`);
  const text = report(entry);
  for (const [, name] of text.matchAll(/\/\/ @public \(undocumented\)\n(?:export )?(.*)/g))
    faults.push(`${entry.name}: no comment on ${name}`);
  if (!check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    faults.push(`${file} is not what the code exports; npm run tool api writes it again`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
