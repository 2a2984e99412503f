/** Rolls the declarations of each public entry up into one file next to its JavaScript in `dist`; `tsc -p tsconfig.build.json` writes them before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const ENTRIES = [
  ...['index', 'runtime', 'parts', 'worker', 'debug'].map((name) => `entry/${name}`),
  ...['vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild'].map((name) => `pipeline/plugin/${name}`),
];
const quiet = { default: { logLevel: ExtractorLogLevel.None } };

for (const entry of ENTRIES) {
  const input = resolve(`build/types/src/${entry}.d.ts`);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve('.'),
      newlineKind: 'lf',
      mainEntryPointFilePath: input,
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
          files: [input],
        },
      },
      apiReport: { enabled: false, reportFileName: 'report', reportFolder: 'build', reportTempFolder: 'build' },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: resolve(`dist/${entry}.d.ts`) },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: quiet, extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    showVerboseMessages: false,
    messageCallback: hideNotes,
  });
  if (!succeeded) throw new Error(`no declarations of ${entry}`);
}
shareClasses();
writeFileSync(
  'dist/entry/browser.d.ts',
  // Each file declares the types of both: those of the runtime count.
  "export * from './debug.js';\nexport * from './parts.js';\nexport * from './runtime.js';\n" +
    "export type { Load, LoadOptions, LoadPart, Nav } from './runtime.js';\n",
);

/**
 * A class with private members fits no other declaration of itself, so a map of `gridprep/runtime` would be none that `gridprep/debug` takes: the other entries
 * import such classes from `runtime.d.ts`.
 */
function shareClasses() {
  const classes = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^(export )?declare class (\w+)[^\n]* \{\n[\s\S]*?^\}\n/gm;
  const textOf = (name) => readFileSync(`dist/entry/${name}.d.ts`, 'utf8');
  const isPrivate = (text) => /^ +private /m.test(text);
  const shared = new Set(
    [...textOf('runtime').matchAll(classes)].flatMap(([text, exported, name]) =>
      exported && isPrivate(text) ? [name] : [],
    ),
  );
  for (const entry of ['index', 'parts', 'worker', 'debug']) {
    const text = textOf(entry);
    const rest = text.replace(classes, (one, exported, name) => {
      if (!shared.has(name) || !isPrivate(one)) return one;
      return `import { ${name} } from './runtime.js';\n${exported ? `export { ${name} };\n` : ''}`;
    });
    if (rest !== text) writeFileSync(`dist/entry/${entry}.d.ts`, rest);
  }
}

/** The extractor notes its own version of TypeScript for each entry. */
function hideNotes(message) {
  if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
}
