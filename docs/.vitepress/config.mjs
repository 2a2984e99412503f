/** The site: pages of docs/, the reference by TypeDoc (docs/reference, made by build.mjs), search, both color schemes. */
import { existsSync, readFileSync } from 'node:fs';

const reference = new URL('../reference/typedoc-sidebar.json', import.meta.url);
/** A path on a grid. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3451b2"/><path d="M3 13 9 7h4" stroke="#fff" stroke-width="2" fill="none"/></svg>`;
const page = (text, link) => ({ text, link });
const guide = (text, name) => page(text, `/guide/${name}`);

export default {
  title: 'gridprep',
  description:
    'Offline preprocessing for grid pathfinding in games: bake maps into small blobs, load them with a tiny runtime',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  outDir: '../out/site',
  cacheDir: '../out/site-cache',
  // Experiments and decisions are for developers: files of the repository only.
  srcExclude: ['api/**', 'benchmarks/**', 'decisions/**', 'decisions.md', 'README.md'],
  cleanUrls: true,
  rewrites: { 'guide/README.md': 'guide/index.md' },
  lastUpdated: false,
  // Files of the repository beside the site; each is checked to exist by build.mjs.
  ignoreDeadLinks: [
    /^(\.\.?\/)+(src|examples|fixtures|tools|test|schema|api)\//,
    /(Dockerfile|compose)(\.yaml)?$/,
    /LICENSE|SECURITY|CHANGELOG|CONTRIBUTING|README/,
  ],
  markdown: { lineNumbers: false, theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // Lists of the reference would find each name twice.
        _render(text, env, markdown) {
          return /^reference\/(\w+\/)index\.md$/.test(env.relativePath) ? '' : markdown.render(text, env);
        },
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
