/** The report in the browser: plots (Observable Plot) and tables of the chosen map, from the data in the page. */
import type { Bench } from '../output.js';
import type { EngineResult, MapResult } from '../run.js';
import { colours, costPlot, distributionPlot, paretoPlot } from './plots.js';
import { tables } from './table.js';

/** Engines whose dots are shown at first: more would hide each other. */
const SHOWN = ['astar', 'jps-online', 'jps-bit', 'jps-prune-pre', 'jps', 'jps+bounds', 'hpa'];
const MOST_SHOWN = 8;

const bench: Bench = JSON.parse(document.getElementById('data')?.textContent ?? '');
const main = document.querySelector('main') as HTMLElement;

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = '', className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

function section(title: string, text: string, ...content: Element[]): HTMLElement {
  const made = element('section');
  made.append(element('h2', title), element('p', text), ...content);
  return made;
}

function figure(content: Element): HTMLElement {
  const made = element('figure');
  made.append(content);
  return made;
}

function header(): HTMLElement[] {
  const { machine, node, gridprep, date, options } = bench.setting;
  return [
    element('h1', 'gridprep benchmark'),
    element('p', `${machine} · Node ${node} · gridprep ${gridprep} · ${date} · ${options}`, 'setting'),
  ];
}

/** A list to choose the map from, where there are several. */
function chooser(show: (map: MapResult) => void): Element[] {
  if (bench.maps.length < 2) return [];
  const select = element('select');
  select.append(...bench.maps.map(({ map }) => element('option', map)));
  select.addEventListener('change', () => show(bench.maps[select.selectedIndex]));
  return [select];
}

/** Query time against path cost, and boxes to choose the engines. */
function costSection(map: MapResult): HTMLElement {
  const names = map.engines.map(({ engine }) => engine);
  const first = new Set([...SHOWN.filter((name) => names.includes(name)), ...names]);
  const shown = new Set([...first].slice(0, MOST_SHOWN));
  const plot = element('figure');
  const draw = () => plot.replaceChildren(costPlot(map, shown));
  const boxes = element('fieldset');
  for (const name of names) {
    const label = element('label');
    const box = element('input');
    box.type = 'checkbox';
    box.checked = shown.has(name);
    box.addEventListener('change', () => {
      if (box.checked) shown.add(name);
      else shown.delete(name);
      draw();
    });
    const swatch = element('span', '', 'swatch');
    swatch.style.background = colours(map).get(name) ?? '';
    label.append(box, swatch, name);
    boxes.append(label);
  }
  draw();
  return section(
    'Query time against path cost',
    'A dot is a query, its best time; a diamond the median of three queries or more of like cost.',
    boxes,
    plot,
  );
}

function sections(map: MapResult): HTMLElement[] {
  const complete = map.engines.filter((e: EngineResult) => e.measures.solved === map.queries.length);
  return [
    element(
      'p',
      `${map.map}: ${map.width} x ${map.height}, ${map.openCells} open cells, ${map.queries.length} queries`,
      'setting',
    ),
    costSection(map),
    section(
      'Distribution of query times',
      'Box: the middle half; line: the median; whiskers: 1.5 boxes; dots: beyond.',
      figure(distributionPlot(map)),
    ),
    section(
      'Time, storage, suboptimality',
      'Filled: on the Pareto front. Hollow: another engine is as good in all three and better in one. ' +
        'Engines with unsolved queries are left out.',
      figure(paretoPlot(complete)),
    ),
    section(
      'All measures',
      'A click on a heading sorts. Bold: on the front. Red: answers wrong or missing.',
      ...tables(map),
    ),
  ];
}

const body = element('div');
const show = (map: MapResult) => body.replaceChildren(...sections(map));
main.append(...header(), ...chooser(show), body);
show(bench.maps[0]);
