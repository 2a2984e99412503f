/** VitePress's own theme, with colors of at least 4.5 : 1 and what its home page and search button lack for screen readers. */

import { useRoute } from 'vitepress';
import theme from 'vitepress/theme';
import { nextTick, onMounted, watch } from 'vue';
import './colors.css';
import PathRace from './PathRace.vue';
import TownMap from './TownMap.vue';
import TrafficScene from './TrafficScene.vue';

function describe() {
  document.querySelector('.VPContent:has(.town)')?.setAttribute('role', 'main');
  // The key is drawn by the style sheet: as text it would be part of what the button is called.
  document.querySelector('.DocSearch-Button-Keys kbd:last-child')?.replaceChildren();
}

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('TownMap', TownMap).component('PathRace', PathRace).component('TrafficScene', TrafficScene);
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
