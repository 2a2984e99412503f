/**
 * The page of `prep view`: maps, their layers and queries on them. Two threads compute everything from the files of the
 * page or its server; the page shows it, and sets each text as text, never as HTML.
 */
import type { Opened } from '../desk/desk.js';
import type { Painter } from '../desk/painter.js';
import type { SearcherDesk } from '../desk/searcher.js';
import { stepCount, stepName } from '../desk/steps.js';
import type { PageData } from '../page-data.js';
import { pageActions } from './actions.js';
import { AnswerTable } from './answers.js';
import { areaOf } from './camera.js';
import { byId, choices, element, labelled, section } from './dom.js';
import { Editor } from './editor.js';
import { keyDialog, listenToFiles, listenToKeys, listenToServer } from './keys.js';
import { LayerList } from './layer-list.js';
import { MapList } from './map-list.js';
import { MapView } from './map-view.js';
import { Painting } from './painting.js';
import { player } from './player.js';
import { connect } from './remote.js';
import { type SavedAs, save } from './saving.js';
import { Session } from './session.js';
import { addressWriter, type Cell, clip, hashOf, type State, stateOf } from './state.js';
import { type Mode, Toast, Toolbar } from './toolbar.js';
import { ValueBox } from './value-list.js';

/** Cells that a step repaints one by one; more repaint every tile. */
const FEW = 4000;

const data: PageData = JSON.parse(byId('data').textContent ?? '');
const code = URL.createObjectURL(new Blob([byId('worker').textContent ?? ''], { type: 'text/javascript' }));
const maps = new MapList(data.maps);
const beside = (name: string) =>
  maps.find(state.map)?.beside(name) ?? Promise.reject(new Error(`${name}: no map is open`));
export const painter = connect<Painter>(code, 'painter', beside, report);
const searcher = connect<SearcherDesk>(code, 'searcher', beside, report);

export let state: State = stateOf(location.hash);
let stepBefore = 0;
/** Clicks run one after another: whether one sets start or goal depends on the one before. */
let lastClick: Promise<void> = Promise.resolve();
const [host, alerts] = [byId('map'), byId('alert')];
const toast = new Toast(byId('toast'));
const values = new ValueBox((cell) => painter.values(cell), report);
const [engines, agents] = [element('select'), element('select')];
const agentField = labelled('agent', agents);
const layers = new LayerList();
const table = new AnswerTable();
const faults = element('ul', 'faults');
const timeline = player(showStep);
export const remember = addressWriter(() => hashOf(Object.assign(state, { view: view.view })));

const session = new Session(painter, searcher, {
  answered(answered) {
    const last = stepCount(answered);
    timeline.load(last, (step) => stepName(answered, step));
    painter.answer(answered, last).catch(report);
    timeline.seek(last);
    painting.repaint(state.layers.has('search') ? undefined : []);
    if (!answered.path) toast.show('There is no path between start and goal.');
  },
  measured(measured) {
    if ('fault' in measured) report(new Error(`${measured.engine}: ${measured.fault}`));
    else table.set(measured);
  },
  done: () => table.end(),
  failed: report,
});

const view = new MapView(
  host,
  byId('cells'),
  byId('lines'),
  painter,
  {
    hovered: (cell) => void values.show(session.opened && (cell ?? state.at)),
    clicked(cell, chosen) {
      const mode = chosen ? 'cell' : bar.mode;
      lastClick = lastClick.then(() => click(cell, mode)).catch(report);
    },
    ends: () => state,
    isBrush: () => bar.mode === 'edit',
    painted: (cells) => void edits.toggle(...cells).catch(report),
    dragged: (name, cell, last) =>
      name === 'start' ? setQuery(cell, state.goal, last) : setQuery(state.start, cell, last),
    moved() {
      remember();
      painting.rescale();
    },
  },
  report,
);
const painting = new Painting(painter, view, layers, () => state, report, remember);
const edits = new Editor({
  async edit(cells) {
    const { opened, millis } = await session.edit(cells);
    show(opened);
    return millis;
  },
  reset: async () => show(await session.reset()),
  save: saveAs,
});

/** Shows an error in one line; undefined clears it. */
export function report(error: unknown): void {
  alerts.textContent = error === undefined ? '' : error instanceof Error ? error.message : String(error);
  alerts.hidden = error === undefined;
}

function listFaults(list: readonly string[]): void {
  faults.replaceChildren(...list.map((fault) => element('li', {}, fault)));
}

/** Opens a map. @param again the open one, whose files have changed */
async function open(name: string, again = false): Promise<void> {
  const listed = maps.find(name);
  if (!listed) return;
  host.setAttribute('aria-busy', 'true');
  try {
    if (state.map !== listed.name && state.map !== '' && !again)
      Object.assign(state, { start: undefined, goal: undefined, at: undefined, view: undefined, agent: undefined });
    state.map = listed.name;
    maps.select.value = listed.name;
    const opened = await session.open(await listed.read(), state.agent);
    clip(state, opened.width, opened.height);
    view.show(opened.width, opened.height, again ? view.view : state.view);
    choices(agents, opened.agents, opened.agent);
    agentField.hidden = opened.agents.length < 2;
    state.agent = opened.agents.length > 1 ? opened.agent : undefined;
    edits.open(opened);
    report(undefined);
    show(opened);
  } catch (error) {
    report(error);
  } finally {
    host.removeAttribute('aria-busy');
  }
}

/** Shows a map with its engines, layers and query. */
function show(opened: Opened): void {
  const { name, width, height, artifacts, world } = opened;
  const baked = world ? `${world.columns} x ${world.rows} tiles` : artifacts.join(', ') || 'no blobs';
  byId('about').textContent = `${name || state.map}: ${width} x ${height} cells, ${baked}`;
  if (!state.engine || !opened.engines.includes(state.engine)) state.engine = opened.engines[0];
  choices(engines, opened.engines, state.engine);
  listLayers(opened);
  edits.show(opened);
  painting.repaint();
  ask();
  host.dispatchEvent(new Event('shown'));
}

const listLayers = ({ layers: list }: Opened) =>
  layers.show(list, state.layers, (name) => void pickLayer(name).catch(report));

async function pickLayer(name: string): Promise<void> {
  const cell = await painting.cellFor(name);
  if (cell !== state.at) choose(cell);
  painting.repaint();
}

async function click(cell: Cell, mode: Mode): Promise<void> {
  toast.hide();
  if (mode === 'edit') return edits.toggle(cell);
  if (mode === 'cell') return choose(cell);
  const isStart = !state.start || state.goal !== undefined;
  const nearest = await painter.nearestOpen(cell);
  toast.offerOpen(cell, nearest, isStart ? 'start' : 'goal', (to) =>
    isStart ? setQuery(to, undefined) : setQuery(state.start, to),
  );
}

function choose(cell: Cell | undefined): void {
  state.at = cell;
  void values.show(cell);
  painting.refocus();
  remember();
}

/** @param measured whether all engines answer, too: not while an end is dragged */
function setQuery(start: Cell | undefined, goal: Cell | undefined, measured = true): void {
  Object.assign(state, { start, goal });
  painting.refocus();
  ask(measured);
}

/** Answers the query with the chosen engine, then with all. */
function ask(measured = true): void {
  const { start, goal, engine } = state;
  remember();
  if (measured || !start || !goal) table.clear();
  if (start && goal && engine) {
    const measure = (name: string) => void session.measure([name], start, goal);
    if (measured) table.begin(`from ${start.join(', ')} to ${goal.join(', ')}`, session.slow, measure);
    session.ask(engine, start, goal, measured);
    return;
  }
  session.forget();
  timeline.load(0, () => '');
  painter.answer(session.answered, 0).catch(report);
  painting.repaint();
}

/** Draws a step, and of the cells those alone that it changes. */
function showStep(step: number): void {
  painter.seek(step).catch(report);
  const changed = session.answered.points.subarray(Math.min(step, stepBefore), Math.max(step, stepBefore));
  stepBefore = step;
  view.recolor(!state.layers.has('search') ? [] : changed.length > FEW ? undefined : changed);
}

/** Adds files to the list of maps, and opens the first. @param again whether it is the open map, with other blobs */
export async function addFiles(files: Iterable<File>, again = false): Promise<void> {
  const added = await maps.addFiles(files, (sources) => searcher.sort(sources));
  listFaults(added.faults);
  if (added.first !== undefined) await open(added.first, again);
  if (added.faults.length > 0) report(added.faults.join('; '));
}

function saveAs(as: SavedAs): void {
  save(as, painter, session.opened?.name || state.map, () => view.snapshot()).catch(report);
}

const actions = pageActions({
  view,
  setMode: (to) => bar.setMode(to),
  save: () => saveAs('view'),
  undo: () => void edits.undo().catch(report),
  choose,
  setQuery,
  state: () => state,
  showPath: () => session.answered.path && view.fitTo(areaOf(session.answered.path)),
  recolor() {
    state.theme = painting.theme === 'dark' ? 'light' : 'dark';
    painting.repaint();
  },
  play: () => timeline.toggle(),
  explain: () => layers.explain(),
  opened: () => session.opened,
  copied: (link) => toast.show(link),
  help: () => help.showModal(),
});
const help = keyDialog(actions);
const bar = new Toolbar(actions);

const file = element('input', { type: 'file', multiple: true });
file.onchange = () => void addFiles(file.files ?? []).catch(report);
maps.select.onchange = () => void open(maps.select.value);
agents.onchange = () => void open(Object.assign(state, { agent: agents.value }).map, true);
engines.onchange = () => {
  state.engine = engines.value;
  ask();
};
byId('tools').append(bar.element);
document.body.append(help);
byId('panel').append(
  section('Query', true, labelled('engine', engines), table.element, timeline.controls),
  section('Layers', true, layers.element),
  section('Legend', true, painting.legend),
  section('Cell', true, values.element),
  section('Doors and cells', false, edits.element),
  section('Maps', true, labelled('map', maps.select), agentField, labelled('open', file), faults),
);
listenToKeys(actions, host);
listenToFiles((files) => void addFiles(files).catch(report));
window.addEventListener('hashchange', () => {
  state = stateOf(location.hash);
  void open(state.map);
});
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => painting.repaint());

/** For tests and measurements. */
Object.assign(window, { gridprepView: { view, painter, bytes: () => view.bytes } });

listFaults(data.faults);
if (data.live) {
  const again = () => void open(state.map, true);
  listenToServer(again, (now) => {
    maps.replace(now.maps);
    listFaults(now.faults);
    again();
  });
}
if (!maps.isEmpty) void open(state.map);
else byId('about').textContent = 'Drop blobs or maps here.';
