/**
 * The page of `prep view`: maps, their layers and queries on them. Everything is computed here, from the files that the page carries or its
 * server has; whatever they say is set as text.
 */
import { readBlob } from '../../blob/read.js';
import { unzstd } from '../../blob/unzstd.js';
import { engineNames } from '../engines.js';
import { nearestBoxes } from '../jump-layers.js';
import type { Focus } from '../layer.js';
import { cellColours, drawLines, type LayerName, legendOf } from '../layers.js';
import type { PageData, PageMap } from '../page-data.js';
import type { Scene } from '../scene.js';
import { THEMES } from '../theme.js';
import { compareEngines } from './answers.js';
import { crowdStarter, filePicker, HINT, toolbar } from './controls.js';
import { histogram, runCrowd } from './crowd.js';
import { byId, element, labelled, section } from './dom.js';
import { editor } from './editor.js';
import { valuesAt } from './info.js';
import { layerBoxes } from './layer-list.js';
import { legendItems } from './legend.js';
import { MapList } from './map-list.js';
import { MapView } from './map-view.js';
import { Engines } from './measure.js';
import { isBlob, openScene, type Source } from './open.js';
import { player } from './player.js';
import { type Query, runQuery } from './query.js';
import { type Cell, hashOf, newState, type State, stateOf } from './state.js';

const data: PageData = JSON.parse(byId('data').textContent ?? '{"maps":[],"live":false}');
let state: State = newState();
let scene: Scene | undefined;
let engines: Engines | undefined;
let query: Query | undefined;
let heat: Uint32Array | undefined;
/** Counts queries and crowds: what is no longer asked for ends. */
let turn = 0;

const host = byId('map');
const panel = byId('panel');
const alerts = byId('alert');
const values = byId('values');
const engineList = element('select');
const agentList = element('select');
const agentField = labelled('agent', agentList);
const layerList = element('div', '', 'layers');
const legend = element('ul', '', 'legend');
const answers = element('div', '', 'answers');
const crowdBox = element('div');
const maps = new MapList(data.maps);
const edits = editor(take, attempt);
const timeline = player(showStep);

const view = new MapView(host, byId('cells'), byId('lines'), {
  drawLines: (surface) => scene && drawLines(scene, state.layers, surface, theme(), focus()),
  hovered: (cell) => showValues(cell ?? state.at),
  clicked(cell, shift) {
    if (edits.on && !shift) attempt(() => edits.toggle(cell));
    else if (shift) choose(cell);
    else if (!state.start || state.goal) setQuery(cell, undefined);
    else setQuery(state.start, cell);
  },
  handles: () =>
    (['start', 'goal'] as const).flatMap((name) => {
      const cell = state[name];
      return cell ? [{ name, cell }] : [];
    }),
  dragged: (name, cell) => (name === 'start' ? setQuery(cell, state.goal, false) : setQuery(state.start, cell, false)),
  moved: remember,
});

function theme() {
  const dark = state.theme ? state.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  return THEMES[dark ? 'dark' : 'light'];
}

function focus(): Focus {
  const { start, goal, at } = state;
  return { cell: at, start, goal, heat, ...query?.focusAt(timeline.step) };
}

/** One line of what went wrong, until the next thing goes well. */
function say(error: unknown): void {
  alerts.textContent = error === undefined ? '' : error instanceof Error ? error.message : String(error);
  alerts.hidden = error === undefined;
}

async function open(name: string, again = false): Promise<void> {
  const wanted = maps.find(name);
  if (!wanted) return;
  host.setAttribute('aria-busy', 'true');
  try {
    const sources = await wanted.read();
    const found = openScene(sources, agentOf(sources, state.agent));
    scene = found;
    engines = new Engines(found);
    query = heat = undefined;
    turn++;
    const other = state.map !== wanted.name && state.map !== '';
    if (other && !again) Object.assign(state, { start: undefined, goal: undefined, at: undefined, view: undefined });
    state.map = wanted.name;
    maps.select.value = wanted.name;
    for (const end of ['start', 'goal', 'at'] as const) {
      const cell = state[end];
      if (cell && !found.grid.contains(...cell)) state[end] = undefined;
    }
    view.show(found.grid, again ? view.view : state.view);
    showAgents(found);
    showEngines(found);
    showLayers(found);
    edits.open(found);
    repaint();
    say(undefined);
    describe(found);
    ask();
  } catch (error) {
    say(error);
  } finally {
    host.removeAttribute('aria-busy');
  }
}

function describe({ grid, artifacts, name }: Scene): void {
  const baked = artifacts.length > 0 ? artifacts.join(', ') : 'no blobs';
  byId('about').textContent = `${name === '' ? state.map : name}: ${grid.width} x ${grid.height} cells, ${baked}`;
}

/** All cells and lines anew: other layers, colours, or another map. */
function repaint(): void {
  if (!scene) return;
  document.documentElement.dataset.theme = theme().name;
  view.recolour(cellColours(scene, state.layers, theme(), focus()));
  legend.replaceChildren(...legendItems(legendOf(scene, [...state.layers].filter(isShown), theme())));
  remember();
}

/** Layers of a query need no legend before there is one. */
function isShown(name: LayerName): boolean {
  return query !== undefined || !['search', 'raw', 'coarse', 'path', 'ends'].includes(name);
}

function showLayers(of: Scene): void {
  const boxes = layerBoxes(of, state.layers, (name) => {
    pickCell(name);
    attempt(repaint);
  });
  layerList.replaceChildren(...boxes);
}

/** Layers of one cell show something at once: without a chosen cell, of the one in the middle. */
function pickCell(name: LayerName): void {
  if (!scene || state.at || !['rays', 'boxes', 'ways', 'hops'].includes(name)) return;
  const [x, y] = view.view.map(Math.floor);
  state.at = name === 'boxes' ? nearestBoxes(scene, x, y) : scene.grid.contains(x, y) ? [x, y] : undefined;
  showValues(state.at);
}

/** What is loaded when it is first drawn may be damaged. */
function attempt(act: () => void): void {
  try {
    act();
    say(undefined);
  } catch (error) {
    say(error);
  }
}

function choose(cell: Cell): void {
  state.at = cell;
  showValues(cell);
  view.draw();
  remember();
}

function showValues(cell: Cell | undefined): void {
  if (!scene || !cell) return;
  const of = scene;
  attempt(() => {
    values.replaceChildren(...valuesAt(of, cell, state.layers).flatMap(([name, value]) => [element('dt', name), element('dd', value)]));
  });
}

/** The agent that is asked for, where the blobs know it. */
function agentOf(sources: Source[], wanted: string | undefined): string | undefined {
  const blob = sources.find(isBlob);
  if (!blob || wanted === undefined) return undefined;
  return readBlob(blob.bytes, unzstd).agents.includes(wanted) ? wanted : undefined;
}

function showAgents({ agents, agent }: Scene): void {
  agentList.replaceChildren(...agents.map((name) => element('option', name)));
  agentField.hidden = agents.length < 2;
  state.agent = agents.length > 1 ? agent : undefined;
  if (agent !== undefined) agentList.value = agent;
}

function showEngines(of: Scene): void {
  const names = engineNames(of);
  engineList.replaceChildren(...names.map((name) => element('option', name)));
  if (!state.engine || !names.includes(state.engine)) state.engine = names[0];
  engineList.value = state.engine;
}

/** @param measured whether all engines are asked, too: not while an end is dragged */
function setQuery(start: Cell | undefined, goal: Cell | undefined, measured = true): void {
  Object.assign(state, { start, goal });
  ask(measured);
}

let resting = 0;

/** Answers the query by the chosen engine at once, by all of them a moment later. */
function ask(measured = true): void {
  const { start, goal, engine } = state;
  turn++;
  const before = query;
  let found: Query | undefined;
  answers.replaceChildren();
  if (scene && engines && start && goal && engine) {
    const [of, all] = [scene, engines];
    attempt(() => {
      found = runQuery(of, all, engine, start, goal);
    });
    clearTimeout(resting);
    resting = window.setTimeout(() => void compare(), measured ? 0 : 250);
  }
  query = found;
  timeline.load(found?.steps ?? 0, found?.nameOf ?? (() => ''));
  timeline.seek(found?.steps ?? 0);
  if (before || found) repaint();
  view.draw();
  remember();
}

/** All engines on the chosen query, side by side. */
async function compare(): Promise<void> {
  const mine = turn;
  const { start, goal } = state;
  if (scene && engines && start && goal) await compareEngines(scene, engines, [start, goal], answers, () => mine !== turn, say);
}

/** Draws a step; of the cells those alone that the step has changed. */
let stepBefore = 0;
function showStep(step: number): void {
  if (!scene) return;
  const { grid } = scene;
  const points = query?.recording.points ?? [];
  const [from, to] = [Math.min(step, stepBefore), Math.max(step, stepBefore)];
  stepBefore = step;
  const cells = state.layers.has('search') ? points.slice(from, to).map((point) => grid.cell(point & 0xffff, point >> 16)) : [];
  view.recolour(cellColours(scene, state.layers, theme(), focus()), cells);
}

async function crowd(count: number): Promise<void> {
  const [of, all, name] = [scene, engines, state.engine];
  if (!of || !all || !name) return;
  const mine = ++turn;
  crowdBox.replaceChildren(element('p', `${name} answers ${count} queries ...`));
  try {
    const found = await runCrowd(of, all.get(name), count, 1, () => mine !== turn);
    heat = found.heat;
    state.layers.add('heat');
    showLayers(of);
    repaint();
    const sorted = [...found.micros].sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1] ?? 0;
    const text = `${name}: ${sorted.length} queries, median ${median.toFixed(1)} µs, ${found.expanded} expansions`;
    crowdBox.replaceChildren(element('p', text), histogram(found.micros, 340));
  } catch (error) {
    crowdBox.replaceChildren();
    say(error);
  }
}

/** The same map with other cells. */
function take(found: Scene): void {
  scene = found;
  engines = new Engines(found);
  heat = undefined;
  view.show(found.grid, view.view);
  showEngines(found);
  showLayers(found);
  repaint();
  ask();
}

let remembering = 0;

/** The address brings back what is seen; not at every move of the map, which browsers forbid. */
function remember(): void {
  clearTimeout(remembering);
  remembering = window.setTimeout(() => {
    state.view = view.view;
    history.replaceState(null, '', hashOf(state));
  }, 200);
}

async function dropped(files: Iterable<File>): Promise<void> {
  try {
    const first = await maps.add(files);
    if (first !== undefined) await open(first);
  } catch (error) {
    say(error);
  }
}

function build(): void {
  maps.select.addEventListener('change', () => void open(maps.select.value));
  agentList.addEventListener('change', () => {
    state.agent = agentList.value;
    void open(state.map, true);
  });
  engineList.addEventListener('change', () => {
    state.engine = engineList.value;
    ask();
  });
  const tools = toolbar(view, {
    recolour() {
      state.theme = theme().name === 'dark' ? 'light' : 'dark';
      repaint();
    },
    swap: () => setQuery(state.goal, state.start),
    clear: () => setQuery(undefined, undefined),
  });
  panel.append(
    labelled('map', maps.select),
    agentField,
    labelled(
      'open',
      filePicker((files) => void dropped(files)),
    ),
    tools,
    element('p', HINT, 'hint'),
    section('Layers', true, layerList),
    section('Legend', true, legend),
    section('Under the pointer', true, values),
    section('Query', true, labelled('engine', engineList), timeline.controls, answers),
    section('Doors and cells', false, edits.element),
    section('Crowd', false, ...crowdStarter((count) => void crowd(count)), crowdBox),
  );
  host.addEventListener('keydown', keys);
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void dropped(event.dataTransfer?.files ?? []);
  });
  window.addEventListener('hashchange', () => {
    const to = stateOf(location.hash);
    const same = to.map === state.map;
    state = { ...to, view: to.view };
    if (same) void open(state.map);
    else void open(to.map);
  });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
}

function keys(event: KeyboardEvent): void {
  const moves: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const move = moves[event.key];
  const [x, y] = state.at ?? (view.view.slice(0, 2).map(Math.floor) as Cell);
  if (move && event.shiftKey && scene?.grid.contains(x + move[0], y + move[1])) choose([x + move[0], y + move[1]]);
  else if (event.key === 's') setQuery([x, y], state.goal);
  else if (event.key === 'g') setQuery(state.start, [x, y]);
  else if (event.key === ' ') timeline.toggle();
  else return;
  event.preventDefault();
}

/** While a build watches, what it writes is shown. */
function follow(): void {
  const events = new EventSource('events');
  events.addEventListener('changed', () => void open(state.map, true));
  events.addEventListener('maps', ({ data }) => {
    maps.replace(JSON.parse(data) as PageMap[]);
    void open(state.map, true);
  });
}

/** What tests look at. */
Object.assign(window, { gridprepView: { view, frames: view.frames, bytes: () => view.bytes } });

build();
state = stateOf(location.hash);
if (data.live) follow();
if (!maps.isEmpty) void open(state.map);
else byId('about').textContent = 'Drop blobs or maps here.';
