/** Rolls the declarations of each public entry up into one file beside its JavaScript in `dist`; `tsc -p tsconfig.build.json` writes them before. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const ENTRIES = [
  ...['index', 'runtime', 'worker', 'debug', 'browser'].map((name) => `entry/${name}`),
  ...['vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild'].map((name) => `plugin/${name}`),
];
const temporary = mkdtempSync(join(tmpdir(), 'gridprep-types-'));
const quiet = { default: { logLevel: ExtractorLogLevel.None } };

for (const entry of ENTRIES) {
  const input = resolve(`build/types/src/${entry}.d.ts`);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve('.'),
      mainEntryPointFilePath: input,
      // Settings of its own: the extractor's TypeScript is older than ours.
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
          files: [input],
        },
      },
      apiReport: { enabled: false, reportFileName: 'report', reportFolder: temporary, reportTempFolder: temporary },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: resolve(`dist/${entry}.d.ts`) },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: quiet, extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
  });
  const { succeeded } = Extractor.invoke(config, { localBuild: true, showVerboseMessages: false, messageCallback: hideNotes });
  if (!succeeded) throw new Error(`no declarations of ${entry}`);
}

/** The extractor notes its own version of TypeScript for each entry. */
function hideNotes(message) {
  if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
}
