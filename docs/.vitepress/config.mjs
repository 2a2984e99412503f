/** The site: pages of docs/, the reference by TypeDoc (docs/reference, made by build.mjs), search, both color schemes. */
import { existsSync, readFileSync } from 'node:fs';
import { withTabs } from './tabs.mjs';

const reference = new URL('../reference/typedoc-sidebar.json', import.meta.url);
const { version, license, repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
/** A path on a grid. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3451b2"/><path d="M3 13 9 7h4" stroke="#fff" stroke-width="2" fill="none"/></svg>`;
/** Words that readers search for and pages do not contain. */
const KEYWORDS = {
  'index.md': 'navmesh navigation mesh',
  'guide/choosing.md': 'navmesh navigation mesh A* Dijkstra theta algorithm comparison which',
  'guide/learn.md': 'getting started quick start tutorial install',
  'guide/phaser.md': 'tiled tmj click to move',
  'guide/maps.md': 'tiled tmx tmj ldtk import tilemap',
  'guide/runtime-maps.md': 'procedural generation generated random dungeon seed run time runtime',
  'guide/rogue.md': 'procedural generation dungeon run time runtime fog of war',
  'guide/steering.md': 'string pulling funnel any-angle smoothing theta navmesh',
  'guide/crowds.md': 'steering collision avoidance boids RVO',
  'guide/queues.md': 'flow field vector field Dijkstra map time slicing',
  'guide/edits.md': 'dynamic obstacles building doors destructible',
  'guide/units.md': 'agent size clearance footprint diagonal corner cutting',
  'guide/load.md': 'run time runtime load query',
  'guide/server.md': 'multiplayer authoritative web worker',
  'guide/lockstep.md': 'deterministic multiplayer netcode',
  'guide/tower-defense.md': 'tower placement maze build block the path creeps wave spawn',
  'guide/links.md': 'off-mesh link portal teleporter ladder elevator jump',
  'guide/worlds.md': 'open world streaming chunks infinite',
};
const page = (text, link) => ({ text, link });
const guide = (text, name) => page(text, `/guide/${name}`);

/** HTML that search indexes: of the reference only names with their descriptions, of other pages also their keywords. */
function searchable(text, env, markdown) {
  const file = env.relativePath;
  if (/^reference\/(\w+\/)?index\.md$/.test(file)) return '';
  if (file.startsWith('reference/')) return markdown.render(text.replace(/\n## [\s\S]*/, ''), env);
  return markdown.render(text, env).replace('</h1>', `</h1><p>${KEYWORDS[file.replace('README', 'index')] ?? ''}</p>`);
}

/** Text whose links to files of the repository become links to the reference, or plain text where the site has no page. */
function withSiteLinks(text) {
  return text
    .replace(/\]\((?:\.\.\/)?api\/(\w+)\.api\.md\)/g, '](/reference/$1/)')
    .replace(/\[([^\]]*)\]\((?:(?:\.\.\/)+[A-Z]+\.md|\.\.\/(?:Dockerfile|compose\.yaml))\)/g, '$1');
}

export default {
  title: 'gridprep',
  description:
    'Offline preprocessing for grid pathfinding in games: bake maps into small blobs, load them with a tiny runtime',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  outDir: '../out/site',
  cacheDir: '../out/site-cache',
  // Pages for developers are files of the repository only.
  srcExclude: ['api/**', 'benchmarks/**', 'decisions/**', 'decisions.md', 'architecture.md', 'style.md', 'README.md'],
  cleanUrls: true,
  rewrites: { 'guide/README.md': 'guide/index.md' },
  lastUpdated: false,
  markdown: {
    lineNumbers: false,
    config: (markdown) => {
      markdown.core.ruler.before('normalize', 'tabs', (state) => {
        state.src = withTabs(withSiteLinks(state.src));
      });
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    project: { version, license, repository },
    search: {
      provider: 'local',
      options: {
        _render: searchable,
      },
    },
    outline: 'deep',
    nav: [
      page('Learn', '/guide/learn'),
      page('Guide', '/guide/'),
      page('Reference', '/reference/'),
      page('How it works', '/how-it-works'),
      ...(existsSync(new URL('../public/playground.html', import.meta.url))
        ? [{ text: 'Playground', link: '/playground.html', target: '_self' }]
        : []),
    ],
    sidebar: [
      {
        text: 'Tutorials',
        items: [
          guide('Your first path', 'learn'),
          guide('Tiled and Phaser', 'phaser'),
          guide('Tactics game', 'tactics'),
          guide('Tower defense', 'tower-defense'),
          guide('Roguelike', 'rogue'),
        ],
      },
      {
        text: 'Maps',
        items: [
          guide('Map formats', 'maps'),
          guide('RPG Maker', 'rpg-maker'),
          guide('Maps made at run time', 'runtime-maps'),
          guide('Terrain', 'costs'),
          guide('Hexagons and isometric maps', 'hexagons'),
          guide('Stairs, ledges, floors', 'links'),
          guide('Walls between cells', 'walls'),
          guide('Maps that change', 'edits'),
          guide('Worlds', 'worlds'),
        ],
      },
      {
        text: 'Movement',
        items: [
          guide('Load and query', 'load'),
          guide('Units', 'units'),
          guide('Follow', 'steering'),
          guide('Traffic and crowds', 'crowds'),
          guide('Flow fields and queues', 'queues'),
          guide('Turn-based games', 'turns'),
        ],
      },
      {
        text: 'Ship',
        items: [
          guide('Bundlers', 'bundlers'),
          guide('Environments', 'environments'),
          guide('PixiJS', 'pixi'),
          guide('Server and threads', 'server'),
          guide('Lockstep', 'lockstep'),
          guide('Builds and CI', 'bake'),
          guide('Distributed builds', 'fleet'),
          guide('Inspect bakes', 'view'),
          guide('Check levels', 'lint'),
        ],
      },
      {
        text: 'Reference',
        items: [
          guide('Commands', 'commands'),
          guide('Config', 'config'),
          guide('Errors', 'troubleshooting'),
          guide('Bundle size', 'size'),
          page('Layers', '/layers'),
          page('Blob format', '/format'),
          ...(existsSync(reference) ? JSON.parse(readFileSync(reference, 'utf8')) : []),
        ],
      },
      {
        text: 'Explanation',
        items: [
          guide('Choose artifacts', 'choosing'),
          page('How it works', '/how-it-works'),
          page('Benchmarks', '/benchmarks'),
          page('Compatibility', '/stability'),
        ],
      },
    ],
  },
};
