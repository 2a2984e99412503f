/**
 * The page of `prep view`: maps, their layers and queries on them. Threads compute everything, from the files that the page carries or its
 * server has; this one shows it, and whatever they say is set as text.
 */
import type { Painter, Searcher } from '../desk/calls.js';
import type { Opened } from '../desk/desk.js';
import type { ReadSource } from '../desk/open.js';
import { stepCount, stepName } from '../desk/steps.js';
import type { PageData } from '../page-data.js';
import { pageActions } from './actions.js';
import { AnswerTable } from './answers.js';
import { areaOf } from './camera.js';
import { crowdBox } from './crowd-box.js';
import { byId, element, labelled } from './dom.js';
import { Editor } from './editor.js';
import { FaultList } from './fault-list.js';
import { listenToFiles, listenToKeys, listenToServer } from './inputs.js';
import { keyDialog } from './keys.js';
import { LayerList } from './layer-list.js';
import { MapList } from './map-list.js';
import { MapView } from './map-view.js';
import { Painting } from './painting.js';
import { fillPanel, type Mode, tickMode, toolbar } from './panel.js';
import { player } from './player.js';
import { connect } from './remote.js';
import { type SavedAs, save } from './saving.js';
import { Session } from './session.js';
import { type Cell, hashOf, newState, type State, stateOf } from './state.js';
import { Toast } from './toast.js';
import { ValueBox } from './value-list.js';

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
const values = new ValueBox((cell) => painter.call('values', cell), say);
const engineList = element('select');
const agentList = element('select');
const agentField = labelled('agent', agentList);
const layerList = new LayerList();
const table = new AnswerTable();
const faults = new FaultList();
const timeline = player(showStep);

const session = new Session(painter, searcher, {
  answered(answered) {
    timeline.load(stepCount(answered), (step) => stepName(answered, step));
    const last = stepCount(answered);
    painter.call('answer', answered, last).catch(say);
    timeline.seek(last);
    painting.repaint(state.layers.has('search') ? undefined : []);
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
    hovered: (cell) => void values.show(session.opened && (cell ?? state.at)),
    clicked: (cell, chosen) => void click(cell, chosen ? 'cell' : mode).catch(say),
    handles: () =>
      (['start', 'goal'] as const).flatMap((name) => {
        const cell = state[name];
        return cell ? [{ name, cell }] : [];
      }),
    dragged: (name, cell, last) =>
      name === 'start' ? setQuery(cell, state.goal, last) : setQuery(state.start, cell, last),
    moved: () => {
      remember();
      painting.rescale();
    },
  },
  say,
);
const painting = new Painting(painter, view, layerList, () => state, say, remember);
const edits = new Editor({
  async edit(cells) {
    const { opened, millis } = await session.edit(cells);
    shown(opened);
    return millis;
  },
  async reset() {
    shown(await session.reset());
  },
  save: (as) => saveAs(as),
});

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
    if (other && !again)
      Object.assign(state, { start: undefined, goal: undefined, at: undefined, view: undefined, agent: undefined });
    state.map = wanted.name;
    maps.select.value = wanted.name;
    const opened = await session.open(await wanted.read(), state.agent);
    const inside = (cell: Cell | undefined) =>
      cell && cell[0] < opened.width && cell[1] < opened.height ? cell : undefined;
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
  const baked = world
    ? `${world.columns} x ${world.rows} tiles`
    : artifacts.length > 0
      ? artifacts.join(', ')
      : 'no blobs';
  byId('about').textContent = `${name === '' ? state.map : name}: ${width} x ${height} cells, ${baked}`;
  engineList.replaceChildren(...engines.map((engine) => element('option', engine)));
  if (!state.engine || !engines.includes(state.engine)) state.engine = engines[0];
  engineList.value = state.engine ?? '';
  layerList.show(opened.layers, state.layers, (layer) => void picked(layer));
  edits.show(opened);
  painting.repaint();
  ask();
}

/** A layer was switched. */
async function picked(layer: string): Promise<void> {
  state.at = await painting.cellFor(layer).catch(() => undefined);
  void values.show(state.at);
  painting.repaint();
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
  void values.show(cell);
  painting.focus();
  view.redraw();
  remember();
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
  painting.focus();
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
      table.begin(
        `from ${start.join(', ')} to ${goal.join(', ')}`,
        session.slow,
        (name) => void session.measure([name], start, goal),
      );
    session.ask(engine, start, goal, measured);
    return;
  }
  session.forget();
  timeline.load(0, () => '');
  painter.call('answer', session.answered, 0).catch(say);
  painting.repaint();
}

/** Cells that are painted one by one; of more all tiles are. */
const FEW = 4000;

/** Draws a step; of the cells those alone that the step has changed. */
let stepBefore = 0;
function showStep(step: number): void {
  const { points } = session.answered;
  painter.call('seek', step).catch(say);
  const touched = points.subarray(Math.min(step, stepBefore), Math.max(step, stepBefore));
  stepBefore = step;
  view.recolour(!state.layers.has('search') ? [] : touched.length > FEW ? undefined : touched);
}

async function crowd(count: number) {
  const { engine = '' } = state;
  const found = await searcher.call('crowd', engine, count);
  await painter.call('warm', found.heat);
  state.layers.add('heat');
  if (session.opened) layerList.show(session.opened.layers, state.layers, (layer) => void picked(layer));
  painting.repaint();
  return { engine, ...found };
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

/** Files from disk, as maps of the list. */
async function dropped(files: Iterable<File>): Promise<void> {
  try {
    const sources: ReadSource[] = [];
    for (const file of files) sources.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const { groups, faults: found } = await searcher.call('sort', sources);
    faults.show(found);
    const first = maps.add(sources, groups);
    if (first !== undefined) await open(first);
    if (found.length > 0) say(new Error(found.join('; ')));
  } catch (error) {
    say(error);
  }
}

function saveAs(as: SavedAs): void {
  save(as, painter, session.opened?.name || state.map, () => view.snapshot()).catch(say);
}

function setMode(to: Mode): void {
  mode = to;
  tickMode(bar, to);
}

const actions = pageActions({
  view,
  setMode,
  save: () => saveAs('view'),
  undo: () => void edits.undo().catch(say),
  choose,
  setQuery,
  state: () => state,
  showPath: () => session.answered.path && view.fitTo(areaOf(session.answered.path)),
  recolour() {
    state.theme = painting.theme === 'dark' ? 'light' : 'dark';
    painting.repaint();
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
    legend: painting.legend,
    values: values.element,
    edits: edits.element,
    crowd: crowdBox(crowd, say),
    faults: faults.element,
    opened: (files) => void dropped(files),
  });
  faults.show(data.faults);
  listenToKeys(actions, host);
  listenToFiles((files) => void dropped(files));
  window.addEventListener('hashchange', () => {
    state = stateOf(location.hash);
    void open(state.map);
  });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => painting.repaint());
}

/** What tests look at. */
Object.assign(window, { gridprepView: { view, frames: view.frames, bytes: () => view.bytes } });

build();
state = stateOf(location.hash);
if (data.live) {
  const again = () => void open(state.map, true);
  listenToServer(again, (now) => {
    maps.replace(now.maps);
    faults.show(now.faults);
    again();
  });
}
if (!maps.isEmpty) void open(state.map);
else byId('about').textContent = 'Drop blobs or maps here.';
