/** VitePress's own theme, with colors of at least 4.5 : 1 and what its home page and search button lack for screen readers. */

import { useData, useRoute } from 'vitepress';
import theme from 'vitepress/theme';
import { h, nextTick, onMounted, watch } from 'vue';
import './colors.css';
import PathRace from './PathRace.vue';
import SearchFigure from './SearchFigure.vue';
import TownMap from './TownMap.vue';
import TrafficScene from './TrafficScene.vue';

/** A picture in place of a scene where there is no JavaScript. As HTML, because browsers with JavaScript parse no tags in it. */
const Poster = ({ name, alt }) =>
  h('noscript', {
    innerHTML: `<img class="poster" src="/${name}.jpg" alt="${alt}"><style>.race canvas, .race table, .race button { display: none !important }</style>`,
  });

/** Logo, name, version, license, and the repository if package.json names one. */
const ProjectLine = () => {
  const { version, license, repository } = useData().theme.value.project;
  const address = repository?.url?.replace(/^git\+|\.git$/g, '');
  return h('p', { class: 'project' }, [
    h('svg', { viewBox: '0 0 16 16', width: 40, height: 40, 'aria-hidden': 'true' }, [
      h('rect', { width: 16, height: 16, rx: 3, fill: '#3451b2' }),
      h('path', { d: 'M3 13 9 7h4', stroke: '#fff', 'stroke-width': 2, fill: 'none' }),
    ]),
    h('span', [
      h('strong', 'gridprep'),
      ` ${version}`,
      h('br'),
      `${license} license`,
      ...(address ? [' · ', h('a', { href: address }, 'Repository')] : []),
    ]),
  ]);
};

function describe() {
  document.querySelector('.VPContent:has(.town)')?.setAttribute('role', 'main');
  // The key is drawn by the style sheet: as text it would be part of what the button is called.
  document.querySelector('.DocSearch-Button-Keys kbd:last-child')?.replaceChildren();
}

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('Poster', Poster).component('ProjectLine', ProjectLine);
    app.component('TownMap', TownMap).component('PathRace', PathRace).component('TrafficScene', TrafficScene);
    app.component('SearchFigure', SearchFigure);
  },
  setup() {
    const route = useRoute();
    onMounted(describe);
    watch(
      () => route.path,
      () => nextTick(describe),
    );
  },
};
