/** The page of `prep view` as one file with script, style and data; it requests nothing from other hosts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../version.js';
import type { PageData } from './page-data.js';

export type { PageData, PageFile, PageMap } from './page-data.js';

/**
 * The page. Its policy allows its script and its server alone.
 * @throws {Error} if the bundle is missing
 */
export function viewPage(data: PageData): string {
  const read = (file: string) => readFileSync(packageFile(`dist/pages/${file}`), 'utf8');
  const within = (text: string) => text.replaceAll('</script', '<\\/script');
  const script = within(read('plot.js') + read('view.js'));
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<meta name="viewport" content="width=device-width">
<title>prep view</title>
<style>${read('view.css')}</style>
<header><h1>prep view</h1><span id="about"></span><span id="alert" role="alert" hidden></span></header>
<main>
<div id="map" tabindex="0" role="application" aria-label="Map: arrows move it, plus and minus zoom, shift and arrows choose a cell, ? shows all keys">
<canvas id="cells"></canvas><canvas id="lines"></canvas>
</div>
<div id="tools"></div>
<div id="toast" role="status" hidden></div>
</main>
<aside id="panel" tabindex="0" aria-label="Query, layers and values"></aside>
<script type="text/plain" id="worker">${within(read('view-worker.js'))}</script>
<script type="application/json" id="data">${json}</script>
<script>${script}</script>
</html>
`;
}

/** Content security policy: plots need inline styles; of scripts only those of the page run. */
function policy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
