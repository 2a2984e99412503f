/** The report in the browser: plots (Observable Plot) and tables of the chosen map, from the data in the page. */
import type { Bench } from '../output.js';
import type { MapResult } from '../run.js';
import { colours, costPlot, distributionPlot, paretoPlot } from './plots.js';
import { tables } from './table.js';

/** Engines whose dots are shown at first: more would hide each other. */
const SHOWN = ['astar', 'jps-online', 'jps-bit', 'jps-prune-pre', 'jps', 'jps+bounds', 'hpa'];
const MOST_SHOWN = 8;

const bench: Bench = JSON.parse(document.getElementById('data')?.textContent ?? '');
const main = document.querySelector('main') as HTMLElement;

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  content: readonly (Node | string)[],
  className = '',
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...content);
  return made;
}

const section = (title: string, text: string, ...content: Element[]) =>
  element('section', [element('h2', [title]), element('p', [text]), ...content]);

/** Query time against path cost, and boxes to choose the engines. */
function costSection(map: MapResult): HTMLElement {
  const names = map.engines.map(({ engine }) => engine);
  const first = new Set([...SHOWN.filter((name) => names.includes(name)), ...names]);
  const shown = new Set([...first].slice(0, MOST_SHOWN));
  const plot = element('figure', []);
  const draw = () => plot.replaceChildren(costPlot(map, shown));
  const boxes = names.map((name) => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: shown.has(name) });
    box.addEventListener('change', () => {
      if (box.checked) shown.add(name);
      else shown.delete(name);
      draw();
    });
    const swatch = element('span', [], 'swatch');
    swatch.style.background = colours(map).get(name) ?? '';
    return element('label', [box, swatch, name]);
  });
  draw();
  return section(
    'Query time against path cost',
    'A dot is a query, its best time; a diamond the median of three queries or more of like cost.',
    element('fieldset', boxes),
    plot,
  );
}

function sections(map: MapResult): HTMLElement[] {
  const complete = map.engines.filter((e) => e.measures.solved === map.queries.length);
  const size = `${map.width} x ${map.height}, ${map.openCells} open cells, ${map.queries.length} queries`;
  return [
    element('p', [`${map.map}: ${size}`], 'setting'),
    costSection(map),
    section(
      'Distribution of query times',
      'Box: the middle half; line: the median; whiskers: 1.5 boxes; dots: beyond.',
      element('figure', [distributionPlot(map)]),
    ),
    section(
      'Time, storage, suboptimality',
      'Filled: on the Pareto front. Hollow: another engine is as good in all three and better in one. ' +
        'Engines with unsolved queries are left out.',
      element('figure', [paretoPlot(complete)]),
    ),
    section(
      'All measures',
      'A click on a heading sorts. Bold: on the front. Red: answers wrong or missing.',
      ...tables(map),
    ),
  ];
}

const { machine, node, gridprep, date, options } = bench.setting;
const setting = `${machine} · Node ${node} · gridprep ${gridprep} · ${date} · ${options}`;
main.append(element('h1', ['gridprep benchmark']), element('p', [setting], 'setting'));
const body = element('div', []);
const show = (map: MapResult) => body.replaceChildren(...sections(map));
if (bench.maps.length > 1) {
  const names = bench.maps.map(({ map }) => element('option', [map]));
  const select = element('select', names);
  select.addEventListener('change', () => show(bench.maps[select.selectedIndex]));
  main.append(select);
}
main.append(body);
show(bench.maps[0]);
