/**
 * The page of `prep view`: maps, their layers and queries on them. Threads compute everything, from the files that the page carries or its
 * server has; this one shows it, and whatever they say is set as text.
 */
import type { Painter, Searcher } from '../desk/calls.js';
import type { Opened } from '../desk/desk.js';
import type { ReadSource } from '../desk/open.js';
import { stepCount, stepName } from '../desk/steps.js';
import type { PageData, PageMap } from '../page-data.js';
import { pageActions } from './actions.js';
import { AnswerTable } from './answers.js';
import { areaOf } from './camera.js';
import { button, byId, element, labelled, saveFile } from './dom.js';
import { Editor } from './editor.js';
import { histogram } from './histogram.js';
import { actionOf, keyDialog } from './keys.js';
import { LayerList } from './layer-list.js';
import { legendItems } from './legend.js';
import { MapList } from './map-list.js';
import { MapView } from './map-view.js';
import { fillPanel, type Mode, tickMode, toolbar } from './panel.js';
import { player } from './player.js';
import { connect } from './remote.js';
import { Session } from './session.js';
import { type Cell, hashOf, newState, type State, stateOf } from './state.js';
import { Toast } from './toast.js';
import { valueItems } from './value-list.js';

const data: PageData = JSON.parse(byId('data').textContent ?? '');
const code = URL.createObjectURL(new Blob([byId('worker').textContent ?? ''], { type: 'text/javascript' }));
const maps = new MapList(data.maps);
const beside = (name: string) => maps.find(state.map)?.beside(name) ?? Promise.reject(new Error(`${name} is not here`));
const painter = connect<Painter>(code, 'painter', beside);
const searcher = connect<Searcher>(code, 'searcher', beside);

let state: State = newState();
let mode: Mode = 'path';
const host = byId('map');
const alerts = byId('alert');
const toast = new Toast(byId('toast'));
const values = element('dl', '', 'values');
const engineList = element('select');
const agentList = element('select');
const agentField = labelled('agent', agentList);
const layerList = new LayerList();
const legend = element('ul', '', 'legend');
const table = new AnswerTable();
const crowdBox = element('div');
const faults = element('ul', '', 'faults');
const timeline = player(showStep);

const session = new Session(painter, searcher, {
  answered(answered) {
    timeline.load(stepCount(answered), (step) => stepName(answered, step));
    const last = stepCount(answered);
    painter.call('answer', answered, last).catch(say);
    timeline.seek(last);
    repaint(state.layers.has('search') ? undefined : []);
    if (!answered.path) toast.show('There is no path between start and goal.');
  },
  measured(measured) {
    if ('fault' in measured) say(new Error(`${measured.engine}: ${measured.fault}`));
    else table.set(measured);
  },
  done: () => table.end(),
  failed: say,
});

const view = new MapView(
  host,
  byId('cells'),
  byId('lines'),
  painter,
  {
    hovered: (cell) => showValues(cell ?? state.at),
    clicked: (cell, chosen) => void click(cell, chosen ? 'cell' : mode).catch(say),
    handles: () =>
      (['start', 'goal'] as const).flatMap((name) => {
        const cell = state[name];
        return cell ? [{ name, cell }] : [];
      }),
    dragged: (name, cell, last) => (name === 'start' ? setQuery(cell, state.goal, last) : setQuery(state.start, cell, last)),
    moved: () => {
      remember();
      rescale();
    },
  },
  say,
);
const edits = new Editor({
  async edit(cells) {
    const { opened, millis } = await session.edit(cells);
    shown(opened);
    return millis;
  },
  async reset() {
    shown(await session.reset());
  },
  save: (as) => void save(as).catch(say),
});

function theme(): 'light' | 'dark' {
  return state.theme ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
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
    const other = state.map !== wanted.name && state.map !== '';
    if (other && !again) Object.assign(state, { start: undefined, goal: undefined, at: undefined, view: undefined, agent: undefined });
    state.map = wanted.name;
    maps.select.value = wanted.name;
    const opened = await session.open(await wanted.read(), state.agent);
    const inside = (cell: Cell | undefined) => (cell && cell[0] < opened.width && cell[1] < opened.height ? cell : undefined);
    for (const end of ['start', 'goal', 'at'] as const) state[end] = inside(state[end]);
    view.show(opened.width, opened.height, again ? view.view : state.view);
    showAgents(opened);
    edits.open(opened);
    say(undefined);
    shown(opened);
  } catch (error) {
    say(error);
  } finally {
    host.removeAttribute('aria-busy');
  }
}

/** A map as it is now, with its engines, layers and query. */
function shown(opened: Opened): void {
  const { name, width, height, artifacts, engines, world } = opened;
  const baked = world ? `${world.columns} x ${world.rows} tiles` : artifacts.length > 0 ? artifacts.join(', ') : 'no blobs';
  byId('about').textContent = `${name === '' ? state.map : name}: ${width} x ${height} cells, ${baked}`;
  engineList.replaceChildren(...engines.map((engine) => element('option', engine)));
  if (!state.engine || !engines.includes(state.engine)) state.engine = engines[0];
  engineList.value = state.engine ?? '';
  layerList.show(opened.layers, state.layers, (layer) => void picked(layer));
  edits.show(opened);
  repaint();
  ask();
}

/** Counts changes of layers: what was computed for an earlier one is not shown. */
let repaints = 0;

/** Cells and lines anew: other layers, colours, or another map. @param points of the cells that alone have changed */
function repaint(points?: Iterable<number>): void {
  const mine = ++repaints;
  document.documentElement.dataset.theme = theme();
  const what = { layers: [...state.layers], theme: theme(), scale: view.camera.zoom };
  focus();
  const told = ({ layer, millis }: { layer: string; millis?: number }) => layerList.note(layer, millis === undefined ? 'computing …' : '');
  painter
    .follow('show', told, what)
    .then(async (unseen) => {
      if (mine !== repaints) return;
      for (const layer of state.layers) layerList.note(layer, unseen.includes(layer as never) ? 'zoom in to see it' : '');
      view.recolour(points);
      legend.replaceChildren(...legendItems(await painter.call('legend')));
    })
    .catch(say);
  remember();
}

let scaledAt = 0;
let scaling = 0;

/** Layers come and go with the size of cells. */
function rescale(): void {
  if (Math.abs(Math.log2(view.camera.zoom / scaledAt)) < 0.05) return;
  clearTimeout(scaling);
  scaling = window.setTimeout(() => {
    scaledAt = view.camera.zoom;
    repaint([]);
  }, 120);
}

function focus(): void {
  painter.call('focusOn', state.at, state.start, state.goal).catch(say);
}

/** Layers of one cell show something at once: without a chosen cell, of the one in the middle. */
async function picked(layer: string): Promise<void> {
  if (!state.at && state.layers.has(layer) && ['rays', 'boxes', 'ways', 'hops'].includes(layer)) {
    const middle: Cell = [Math.floor(view.camera.x), Math.floor(view.camera.y)];
    state.at = await painter.call(layer === 'boxes' ? 'nearestBoxes' : 'nearestOpen', middle);
    showValues(state.at);
  }
  repaint();
}

/** What a click on a cell means. A wall is no end of a path: the nearest open cell is offered. */
async function click(cell: Cell, as: Mode): Promise<void> {
  toast.hide();
  say(undefined);
  if (as === 'cell') return choose(cell);
  if (as === 'edit') return edits.toggle(cell);
  const isStart = !state.start || state.goal !== undefined;
  const set = (found: Cell) => (isStart ? setQuery(found, undefined) : setQuery(state.start, found));
  const nearest = await painter.call('nearestOpen', cell);
  if (nearest && nearest[0] === cell[0] && nearest[1] === cell[1]) return set(cell);
  const end = isStart ? 'start' : 'goal';
  if (!nearest) toast.show(`${cell.join(', ')} is a wall, and no open cell is near.`);
  else toast.show(`${cell.join(', ')} is a wall.`, `${end} at ${nearest.join(', ')}`, () => set(nearest));
}

function choose(cell: Cell | undefined): void {
  state.at = cell;
  showValues(cell);
  focus();
  view.redraw();
  remember();
}

/** The cell whose values are wanted, while others are on their way. */
let wanted: Cell | undefined;
let isAsked = false;

async function showValues(cell: Cell | undefined): Promise<void> {
  wanted = cell;
  if (isAsked || !cell || !session.opened) return;
  isAsked = true;
  try {
    values.replaceChildren(...valueItems(await painter.call('values', cell)));
  } catch (error) {
    say(error);
  }
  isAsked = false;
  if (wanted !== cell) void showValues(wanted);
}

function showAgents({ agents, agent }: Opened): void {
  agentList.replaceChildren(...agents.map((name) => element('option', name)));
  agentField.hidden = agents.length < 2;
  state.agent = agents.length > 1 ? agent : undefined;
  if (agent !== undefined) agentList.value = agent;
}

/** @param measured whether all engines are asked, too: not while an end is dragged */
function setQuery(start: Cell | undefined, goal: Cell | undefined, measured = true): void {
  Object.assign(state, { start, goal });
  focus();
  view.redraw();
  ask(measured);
}

/** Answers the query by the chosen engine, then by all of them. */
function ask(measured = true): void {
  const { start, goal, engine } = state;
  remember();
  if (measured || !start || !goal) table.clear();
  if (start && goal && engine) {
    if (measured)
      table.begin(`from ${start.join(', ')} to ${goal.join(', ')}`, session.slow, (name) => void session.measure([name], start, goal));
    session.ask(engine, start, goal, measured);
    return;
  }
  session.forget();
  timeline.load(0, () => '');
  painter.call('answer', session.answered, 0).catch(say);
  repaint();
}

/** Draws a step; of the cells those alone that the step has changed. */
let stepBefore = 0;
function showStep(step: number): void {
  const { points } = session.answered;
  painter.call('seek', step).catch(say);
  const touched = points.subarray(Math.min(step, stepBefore), Math.max(step, stepBefore));
  stepBefore = step;
  view.recolour(state.layers.has('search') ? touched : []);
}

async function crowd(count: number): Promise<void> {
  const { engine } = state;
  if (!engine) return;
  crowdBox.replaceChildren(element('p', `${engine} answers ${count} queries ...`));
  try {
    const { heat, micros, expanded } = await searcher.call('crowd', engine, count);
    await painter.call('warm', heat);
    state.layers.add('heat');
    if (session.opened) layerList.show(session.opened.layers, state.layers, (layer) => void picked(layer));
    repaint();
    const sorted = [...micros].sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1] ?? 0;
    const text = `${engine}: ${sorted.length} queries, median ${median.toFixed(1)} µs, ${expanded} expansions`;
    crowdBox.replaceChildren(element('p', text), histogram(micros, 330));
  } catch (error) {
    crowdBox.replaceChildren();
    say(error);
  }
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
    const sources: ReadSource[] = [];
    for (const file of files) sources.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const { groups, faults: found } = await searcher.call('sort', sources);
    showFaults(found);
    const first = maps.add(sources, groups);
    if (first !== undefined) await open(first);
    if (found.length > 0) say(new Error(found.join('; ')));
  } catch (error) {
    say(error);
  }
}

function showFaults(found: readonly string[]): void {
  faults.replaceChildren(...found.map((fault) => element('li', fault)));
}

async function save(as: 'map' | 'edits' | 'png' | 'view'): Promise<void> {
  const base = (session.opened?.name || state.map).replace(/\.\w+$/, '');
  if (as === 'map' || as === 'edits') {
    const { name, bytes } = await painter.call('save', as);
    return saveFile(name, new Blob([bytes]));
  }
  let canvas = view.snapshot();
  if (as === 'png') {
    const { width, height, pixels } = await painter.call('picture');
    canvas = Object.assign(element('canvas'), { width, height });
    const image = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  }
  canvas.toBlob((blob) => blob && saveFile(`${base}.png`, blob));
}

function setMode(to: Mode): void {
  mode = to;
  tickMode(bar, to);
}

const actions = pageActions({
  view,
  setMode,
  save: () => void save('view').catch(say),
  undo: () => void edits.undo().catch(say),
  choose,
  setQuery,
  state: () => state,
  showPath: () => session.answered.path && view.fitTo(areaOf(session.answered.path)),
  recolour() {
    state.theme = theme() === 'dark' ? 'light' : 'dark';
    repaint();
  },
  play: () => timeline.toggle(),
  explain: () => layerList.explain(),
  opened: () => session.opened,
  copied: (link) => toast.show(link),
  help: () => help.showModal(),
});
const help = keyDialog(actions);
const bar = toolbar(actions, setMode);

function build(): void {
  const count = Object.assign(element('input'), { type: 'number', min: '1', max: '100000', value: '500' });
  const run = button('run', 'run a crowd of random queries', () => void crowd(Math.max(1, Number(count.value) || 1)));
  byId('tools').append(bar);
  document.body.append(help);
  maps.select.addEventListener('change', () => void open(maps.select.value));
  agentList.addEventListener('change', () => {
    state.agent = agentList.value;
    void open(state.map, true);
  });
  engineList.addEventListener('change', () => {
    state.engine = engineList.value;
    ask();
  });
  fillPanel(byId('panel'), {
    maps: maps.select,
    agents: agentField,
    engines: engineList,
    player: timeline.controls,
    answers: table.element,
    layers: layerList.element,
    legend,
    values,
    edits: edits.element,
    crowd: [labelled('queries', count), run, crowdBox],
    faults,
    opened: (files) => void dropped(files),
  });
  showFaults(data.faults);
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), select, dialog *');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && target !== host && target !== document.body) return;
    const action = actionOf(actions, event);
    if (!action) return;
    event.preventDefault();
    action.act();
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void dropped(event.dataTransfer?.files ?? []);
  });
  window.addEventListener('hashchange', () => {
    state = stateOf(location.hash);
    void open(state.map);
  });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => repaint());
}

/** While a build watches, what it writes is shown. */
function follow(): void {
  const events = new EventSource('events');
  events.addEventListener('changed', () => void open(state.map, true));
  events.addEventListener('maps', ({ data: text }) => {
    const now: { maps: PageMap[]; faults: string[] } = JSON.parse(text);
    maps.replace(now.maps);
    showFaults(now.faults);
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
