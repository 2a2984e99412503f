/** The page of `prep view` as one file with script, style and data, without requests to other hosts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../core/version.js';
import type { PageData } from './page-data.js';

const MAP_LABEL = 'Map: arrows move it, plus and minus zoom, shift and arrows choose a cell, ? shows all keys';

const LOGO =
  '<svg class="logo" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="3" fill="#3451b2"/>' +
  '<path d="M3 13 9 7h4" stroke="#fff" stroke-width="2" fill="none"/></svg>';

/** Scripts and style of the page; `baker` is the thread of the playground. */
export interface PageParts {
  script: string;
  style: string;
  worker: string;
  baker?: string;
  /** Code of the playground's readers, or the address from which they are loaded. */
  readers?: { code: string } | { url: string };
}

const read = (file: string) => readFileSync(packageFile(`dist/pages/${file}`), 'utf8');

/** Code of the walls assistant's thread, which pages load when they need it. */
export const wallsCode = (): string => read('walls-worker.js');

function builtParts(): PageParts {
  return { script: read('view.js'), style: read('view.css'), worker: read('view-worker.js') };
}

const within = (text: string) => text.replaceAll('</script', '<\\/script');

/** The page. Its policy allows only its scripts and its server. @throws {Error} if the bundle is missing */
export function viewPage(data: PageData, parts: PageParts = builtParts(), title = 'prep view'): string {
  const script = within(parts.script);
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, parts)}">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${parts.style}</style>
<header>${LOGO}<h1>${title}</h1><span id="maps"></span>
<span id="about"></span><span id="alert" role="alert" hidden></span><span id="more"></span></header>
<main>
<div id="map" tabindex="0" role="application" aria-label="${MAP_LABEL}">
<canvas id="cells"></canvas><canvas id="lines"></canvas>
</div>
<div id="tools"></div>
<div id="toast" role="status" hidden></div>
</main>
<aside id="panel" tabindex="0" aria-label="Query, layers and values"></aside>
<script type="text/plain" id="worker">${within(parts.worker)}</script>
<script type="text/plain" id="baker">${within(parts.baker ?? '')}</script>
<script type="text/plain" id="readers"${readersOf(parts)}</script>
<script type="application/json" id="data">${json}</script>
<script>${script}</script>
</html>
`;
}

function readersOf({ readers }: PageParts): string {
  if (!readers) return '>';
  return 'url' in readers ? ` data-url="${readers.url}">` : `>${within(readers.code)}`;
}

/** Content security policy. The page sets inline styles, and the codec of bakes evaluates its glue code. */
function policy(script: string, { baker, readers }: PageParts): string {
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash} 'wasm-unsafe-eval'${baker !== undefined ? " 'unsafe-eval'" : ''}`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    `worker-src blob:${readers && 'url' in readers ? " 'self'" : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
