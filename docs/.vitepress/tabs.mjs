/** Blocks of pages that load files: for browsers and for Node. */

/** The text before a block that is a file for Node: it ends in its name. */
const NODE_FILE = /`[\w-]+\.mjs`[^\n]*:\n\n$/;

/** A block as the site shows it first: for a browser, if it loads files. @param before text of the page before the block */
export function shownFirst(code, before) {
  if (NODE_FILE.test(before)) return code;
  const urls = code
    .replace(/^import \{ readFileSync \} from 'node:fs';\n/m, '')
    // Options of `load` that `loadUrl` does not have.
    .replace(
      /\bload\(readFileSync\('(?:out\/)?([^']*)'\), (\{ shared[^}]*\})\)/g,
      "await loadUrl((bytes) => load(bytes, $2), '$1')",
    )
    .replace(/\bload\(readFileSync\('(?:out\/)?([^']*)'\)/g, "await loadUrl(load, '$1'");
  if (urls === code || urls.includes('readFileSync')) return code;
  const names = /^import \{([^}]*?),? \} from 'gridprep\/runtime';$/m;
  return names.test(urls)
    ? urls.replace(names, "import {$1, loadUrl } from 'gridprep/runtime';")
    : `import { loadUrl } from 'gridprep/runtime';\n${urls}`;
}

/** Text whose blocks that load files become two tabs. A file that the page runs with `node` stays. */
export function withTabs(text) {
  return text.replace(/```ts\n([\s\S]*?)```/g, (block, code, at) => {
    const browser = shownFirst(code, text.slice(0, at));
    if (browser === code) return block;
    return `::: code-group\n\n\`\`\`ts [Browser]\n${browser}\`\`\`\n\n\`\`\`ts [Node]\n${code}\`\`\`\n\n:::`;
  });
}
