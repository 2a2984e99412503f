/** The page of `prep view`: maps, layers and queries. Two threads compute everything, and the page shows it. */
import type { Remote } from 'comlink';
import type { Floor } from '../../core/grid/places.js';
import type { Opened } from '../desk/desk.js';
import type { SearcherDesk } from '../desk/searcher.js';
import type { PageData } from '../page-data.js';
import { keyDialog, listenToKeys, type Mode, pageActions, Toolbar } from './actions.js';
import { button, byId, element, messageOf, Names, nextTask, offer, section } from './dom.js';
import { droppedFiles } from './dropped.js';
import { Editor } from './editor.js';
import { LayerList } from './layer-list.js';
import { type Listed, MapList } from './map-list.js';
import { MapView } from './map-view.js';
import { Painting } from './painting.js';
import { QueryPanel } from './query-panel.js';
import { connect } from './remote.js';
import { addressWriter, type Cell, clip, hashOf, type State, stateOf } from './state.js';
import { valueBox } from './value-list.js';
import { openServed } from './walls/served.js';
import type { Painter } from './worker.js';

/** Parts of the state that another map does not take over. */
const OF_ONE_MAP = ['start', 'goal', 'at', 'view', 'agent'] as const;

export class ViewPage {
  readonly painter: Remote<Painter>;
  state: State = stateOf(location.hash);
  /** End when the last files, and the first map, are opened or refused. */
  opening: Promise<void> = Promise.resolve();
  private first: Promise<void> = Promise.resolve();
  readonly query: QueryPanel;
  readonly view: MapView;
  readonly painting: Painting;
  readonly bar = new Toolbar();
  readonly edits: Editor;
  private readonly searcher: Remote<SearcherDesk>;
  private readonly data: PageData = JSON.parse(byId('data').textContent ?? '');
  private readonly maps = new MapList(this.data.maps, (name) => void this.open(name));
  private readonly layers = new LayerList();
  private readonly agents = new Names('agent', (agent) => {
    this.state.agent = agent;
    void this.open(this.state.map, true);
  });
  private readonly floors = new Names('floor', (_, i) => this.showFloor(this.query.session.opened?.floors[i - 1]));
  private readonly wallsButton = button('What blocks …', 'choose the layers and tiles that block', () => {
    void this.chooseWalls().catch(this.report);
  });
  private readonly title = document.title;
  private readonly faults = element('ul', 'faults');
  private readonly host = byId('map');
  private readonly keyList: HTMLDialogElement;
  /** Puts the state into the address. */
  readonly remember = addressWriter(() => hashOf(Object.assign(this.state, { view: this.view.camera.view })));
  /** Shows an error, or removes it. */
  readonly report = (error: unknown): void => {
    const isNone = error === undefined;
    Object.assign(byId('alert'), { textContent: isNone ? '' : messageOf(error), hidden: isNone });
  };
  private readonly values = valueBox((cell) => this.painter.values(cell), this.report);
  /** Clicks run one after another, because the state after one decides the next. */
  private lastClick: Promise<void> = Promise.resolve();

  /** @param code URL of the code of its threads */
  constructor(code: string) {
    const tile = (name: string) => this.maps.tile(this.state.map, name);
    this.painter = connect<Painter>(code, 'painter', tile, this.report);
    this.searcher = connect<SearcherDesk>(code, 'searcher', tile, this.report);
    this.view = this.makeView();
    this.painting = new Painting(this.painter, this.view, this.layers, this);
    this.query = new QueryPanel(this.painter, this.searcher, this.view, this.painting, this.bar, this);
    this.edits = new Editor({
      edit: async (cells) => this.show(await this.query.session.edit(cells)),
      save: () => void this.painter.save().then(({ name, bytes }) => offer(name, new Blob([bytes])), this.report),
    });
    const actions = pageActions(this);
    this.bar.addButtons(actions);
    this.keyList = keyDialog(actions);
    document.body.append(this.keyList);
    this.layOut();
    listenToKeys(actions, this.host);
    this.listen();
  }

  /** Opens the map of the address or the first map. */
  start(): void {
    this.listFaults(this.data.faults);
    if (this.data.live) {
      new EventSource('events').onmessage = ({ data }) => {
        const { maps, faults } = JSON.parse(data);
        this.maps.replace(maps);
        this.listFaults(faults);
        void this.first.then(() => this.open(this.state.map, true));
      };
    }
    if (this.data.maps.length > 0) this.first = this.openFirst();
    else this.tell('Drop blobs or maps here.');
  }

  /** Describes the map in the header. */
  private tell(text: string): void {
    byId('about').textContent = text;
  }

  /** Shows a message over the map, or removes it. */
  say(text = ''): void {
    Object.assign(byId('toast'), { textContent: text, hidden: text === '' });
  }

  help(): void {
    this.keyList.showModal();
  }

  /** Takes files that the page cannot open, and returns the others. */
  take: (files: File[]) => Promise<File[]> = async (files) => files;

  /** Adds files to the list of maps, and opens the first. @param again whether it is the open map with other blobs */
  addFiles(given: Iterable<File>, again = false): Promise<void> {
    const adding = this.add([...given], again);
    if (!again) this.opening = adding.catch(() => {});
    return adding;
  }

  private async add(given: File[], again: boolean): Promise<void> {
    const files = await this.take(given);
    if (files.length === 0) return;
    const read = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const sources = await Promise.all(files.map(read));
    const { groups, faults } = await this.searcher.sort(sources);
    const first = this.maps.add(sources, groups);
    this.listFaults(faults);
    if (first !== undefined) await this.open(first, again);
    if (faults.length > 0) this.report(faults.join('; '));
  }

  /** Opens the first map; before it the assistant where it is asked for or marks are missing: people wait for that. */
  private async openFirst(): Promise<void> {
    const isOffered = this.data.opensWalls || this.maps.find(this.state.map)?.walls?.lacksMarks;
    const fault = isOffered ? await this.chooseWalls().catch((error: unknown) => error) : undefined;
    await this.open(this.state.map);
    if (fault !== undefined) this.report(fault);
  }

  /** Opens the walls assistant. @returns when it shows the map, or is closed */
  private async chooseWalls(): Promise<void> {
    const { walls, name } = this.maps.find(this.state.map) ?? {};
    if (!walls || name === undefined) return;
    const saved = async () => {
      await this.first;
      // A new query: its ends may be walls now.
      Object.assign(this.state, { start: undefined, goal: undefined });
      return this.open(name);
    };
    await openServed(walls.url, this.data.token ?? '', saved);
  }

  private makeView(): MapView {
    const toggle = async (cells: Cell[]) => this.edits.toggle(...(await this.painter.stroke(cells)));
    const events = {
      hovered: (cell: Cell | undefined) => this.values.show(this.query.session.opened && (cell ?? this.state.at)),
      clicked: (cell: Cell, isChosen: boolean) => {
        const mode = isChosen ? 'cell' : this.bar.mode;
        this.lastClick = this.lastClick.then(() => this.click(cell, mode)).catch(this.report);
      },
      ends: () => this.state,
      isBrush: () => this.bar.mode === 'edit',
      painted: (cells: Cell[]) => void toggle(cells).catch(this.report),
      dragged: (...drag: Parameters<QueryPanel['drag']>[0]) => this.query.drag(drag),
      moved: () => {
        this.remember();
        this.painting.rescale();
      },
    };
    return new MapView(this.host, this.painter, events, this.report);
  }

  private layOut(): void {
    const file = element('input', { type: 'file', multiple: true });
    file.onchange = () => void this.addFiles(file.files ?? []).catch(this.report);
    const open = element('label', { className: 'open', title: 'open blobs or maps from disk' }, 'Open …', file);
    this.wallsButton.hidden = true;
    byId('maps').append(
      ...[this.maps.names, this.agents, this.floors].map((names) => names.element),
      this.wallsButton,
      open,
    );
    byId('tools').append(this.bar.element);
    byId('more').append(this.bar.more);
    byId('panel').append(
      this.faults,
      section('Query', true, ...this.query.parts),
      section('Layers', true, this.layers.element),
      section('Legend', true, this.painting.legend),
      section('Cell', true, this.values.element),
      section('Doors and cells', false, this.edits.element),
    );
  }

  /** Shows a floor, or the whole map. */
  private showFloor(floor?: Floor): void {
    const { camera } = this.view;
    if (floor) camera.fitTo({ x0: floor.x, y0: floor.y, x1: floor.x + floor.width, y1: floor.y + floor.height });
    else camera.fit();
  }

  private listen(): void {
    window.addEventListener('hashchange', () => {
      this.state = stateOf(location.hash);
      void this.open(this.state.map);
    });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      void droppedFiles(event.dataTransfer)
        .then((files) => this.addFiles(files))
        .catch(this.report);
    });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.painting.repaint());
    // For tests and measurements.
    Object.assign(window, { gridprepView: this.view });
  }

  private listFaults(list: readonly string[]): void {
    this.faults.replaceChildren(...list.map((fault) => element('li', {}, fault)));
  }

  /** Opens a map. @param again the open one, whose files have changed */
  private async open(name: string, again = false): Promise<void> {
    const listed = this.maps.find(name);
    if (!listed) return;
    this.wallsButton.hidden = !listed.walls;
    if (listed.files.length === 0) {
      this.state.map = listed.name;
      this.tell(`${listed.name}: click what blocks`);
      return;
    }
    this.host.setAttribute('aria-busy', 'true');
    if (!again) this.tell(`opening ${listed.name} …`);
    await this.load(listed, again).catch((error) => {
      this.tell('');
      this.report(error);
    });
    this.host.removeAttribute('aria-busy');
  }

  private async load(listed: Listed, again: boolean): Promise<void> {
    const { state, query, maps, view } = this;
    // A map that could not be read before is opened for the first time.
    const isFirst = !again || !query.session.opened;
    const isOther = !again && state.map !== '' && state.map !== listed.name;
    if (isOther) for (const part of OF_ONE_MAP) state[part] = undefined;
    state.map = maps.names.select.value = listed.name;
    const opened = await query.session.open(await maps.read(listed), state.agent);
    const { floors, agents, agent } = opened;
    clip(state, opened.width, opened.height);
    state.agent = agents.length > 1 ? agent : undefined;
    if (isFirst && !state.start && !state.goal) [state.start, state.goal] = (await this.painter.farCells()) ?? [];
    view.show(opened, again ? view.camera.view : state.view);
    this.floors.show(['all floors', ...floors.map(({ name }) => name)], 'all floors');
    this.agents.show(agents, agent);
    await nextTask();
    this.edits.open(opened);
    this.report(undefined);
    this.show(opened);
  }

  private show(opened: Opened): void {
    const { state } = this;
    const { name, width, height, artifacts, world, isEdited } = opened;
    const baked = world ? `${world.columns} x ${world.rows} tiles` : artifacts.join(', ') || 'no blobs';
    const edited = isEdited ? ', edited' : '';
    document.title = `${name || state.map} · ${this.title}`;
    this.tell(`${name || state.map}: ${width} x ${height} cells, ${baked}${edited}`);
    this.layers.show(opened.layers, state.layers, (layer) => void this.pickLayer(layer).catch(this.report));
    this.edits.show(opened);
    this.painting.repaint();
    this.query.show(opened);
    this.host.dispatchEvent(new Event('shown'));
  }

  private async pickLayer(name: string): Promise<void> {
    this.layers.note(name, 'computing …');
    const cell = await this.painting.cellFor(name);
    if (cell !== this.state.at) this.chooseCell(cell);
    this.painting.repaint();
  }

  private async click(cell: Cell, mode: Mode): Promise<void> {
    this.say();
    if (mode === 'edit') return this.edits.toggle(cell);
    if (mode === 'cell') return this.chooseCell(cell);
    await this.query.click(cell);
  }

  chooseCell(cell: Cell | undefined): void {
    this.state.at = cell;
    this.values.show(cell);
    this.painting.refocus();
    this.remember();
  }
}
