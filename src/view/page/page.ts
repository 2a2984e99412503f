/**
 * The page of `prep view`: maps, their layers and queries on them. Two threads compute everything from the files of the
 * page or its server; the page shows it, and sets each text as text, never as HTML.
 */
import type { Remote } from 'comlink';
import type { Opened } from '../desk/desk.js';
import type { Painter } from '../desk/painter.js';
import type { SearcherDesk } from '../desk/searcher.js';
import type { PageData } from '../page-data.js';
import type { Area } from '../surface.js';
import { type Acting, pageActions } from './actions.js';
import { areaOf } from './camera.js';
import { byId, choices, element, labeled, nextTask, section } from './dom.js';
import { Editor } from './editor.js';
import type { GestureEvents } from './gestures.js';
import { keyDialog, listenToFiles, listenToKeys, listenToServer } from './keys.js';
import { LayerList } from './layer-list.js';
import { MapList } from './map-list.js';
import { MapView } from './map-view.js';
import { Painting } from './painting.js';
import { QueryPanel } from './query-panel.js';
import { connect } from './remote.js';
import { type SavedAs, save } from './saving.js';
import { addressWriter, type Cell, clip, hashOf, type PageContext, type State, stateOf } from './state.js';
import { type Mode, Toolbar } from './toolbar.js';
import { ValueBox } from './value-list.js';

const ALL_FLOORS = 'all floors';

export class ViewPage implements PageContext {
  readonly painter: Remote<Painter>;
  state: State = stateOf(location.hash);
  private readonly searcher: Remote<SearcherDesk>;
  private readonly query: QueryPanel;
  private readonly maps: MapList;
  private readonly view: MapView;
  private readonly painting: Painting;
  private readonly edits: Editor;
  private readonly bar: Toolbar;
  private readonly values: ValueBox;
  private readonly layers = new LayerList();
  private readonly agents = element('select');
  private readonly agentField = labeled('agent', this.agents);
  private readonly floors = element('select');
  private readonly floorField = labeled('floor', this.floors);
  private readonly faults = element('ul', 'faults');
  private readonly host = byId('map');
  private readonly alerts = byId('alert');
  private readonly writeAddress = addressWriter(() => hashOf(Object.assign(this.state, { view: this.view.view })));
  readonly report = (error: unknown): void => {
    this.alerts.textContent = error === undefined ? '' : error instanceof Error ? error.message : String(error);
    this.alerts.hidden = error === undefined;
  };
  /** Clicks run one after another: whether one sets start or goal depends on the one before. */
  private lastClick: Promise<void> = Promise.resolve();

  /** @param code of its threads, a URL */
  constructor(
    private readonly data: PageData,
    code: string,
  ) {
    this.maps = new MapList(data.maps);
    const beside = (name: string) =>
      this.maps.find(this.state.map)?.beside(name) ?? Promise.reject(new Error(`${name}: no map is open`));
    this.painter = connect<Painter>(code, 'painter', beside, this.report);
    this.searcher = connect<SearcherDesk>(code, 'searcher', beside, this.report);
    this.values = new ValueBox((cell) => this.painter.values(cell), this.report);
    this.view = this.makeView();
    this.painting = new Painting(this.painter, this.view, this.layers, this);
    this.edits = new Editor({
      edit: async (cells) => {
        const { opened, millis } = await this.query.session.edit(cells);
        this.show(opened);
        return millis;
      },
      reset: async () => this.show(await this.query.session.reset()),
      save: (as) => this.saveAs(as),
    });
    const actions = pageActions({ ...this.acting(), help: () => help.showModal() });
    this.bar = new Toolbar(actions, byId('hint'));
    this.query = new QueryPanel(this.painter, this.searcher, this.view, this.painting, this.bar, this);
    const help = keyDialog(actions);
    document.body.append(help);
    this.layOut();
    listenToKeys(actions, this.host);
    listenToFiles((files) => void this.addFiles(files).catch(this.report));
    this.listen();
  }

  /** Opens the map of the address, or the first one. */
  start(): void {
    this.listFaults(this.data.faults);
    if (this.data.live) {
      const again = () => void this.open(this.state.map, true);
      listenToServer(again, (now) => {
        this.maps.replace(now.maps);
        this.listFaults(now.faults);
        again();
      });
    }
    if (!this.maps.isEmpty) void this.open(this.state.map);
    else byId('about').textContent = 'Drop blobs or maps here.';
  }

  remember(): void {
    this.writeAddress();
  }

  say(text = ''): void {
    Object.assign(byId('toast'), { textContent: text, hidden: text === '' });
  }

  /** Adds files to the list of maps, and opens the first. @param again whether it is the open map, with other blobs */
  async addFiles(files: Iterable<File>, again = false): Promise<void> {
    const added = await this.maps.addFiles(files, (sources) => this.searcher.sort(sources));
    this.listFaults(added.faults);
    if (added.first !== undefined) await this.open(added.first, again);
    if (added.faults.length > 0) this.report(added.faults.join('; '));
  }

  private makeView(): MapView {
    const toggle = async (cells: Cell[]) => this.edits.toggle(...(await this.painter.stroke(cells)));
    const events: GestureEvents = {
      hovered: (cell) => this.values.show(this.query.session.opened && (cell ?? this.state.at)),
      clicked: (cell, chosen) => {
        const mode = chosen ? 'cell' : this.bar.mode;
        this.lastClick = this.lastClick.then(() => this.click(cell, mode)).catch(this.report);
      },
      ends: () => this.state,
      isBrush: () => this.bar.mode === 'edit',
      painted: (cells) => void toggle(cells).catch(this.report),
      dragged: (end, cell, last) => this.query.drag({ end, cell, last }),
      moved: () => {
        this.remember();
        this.painting.rescale();
      },
    };
    return new MapView(this.host, this.painter, events, this.report);
  }

  private acting(): Omit<Acting, 'help'> {
    return {
      view: this.view,
      setMode: (to) => this.bar.setMode(to),
      save: () => this.saveAs('view'),
      undo: () => void this.edits.undo().catch(this.report),
      choose: (cell) => this.chooseCell(cell),
      setQuery: (start, goal) => this.query.set(start, goal),
      state: () => this.state,
      showPath: () => this.query.session.answered.path && this.view.fitTo(areaOf(this.query.session.answered.path)),
      recolor: () => {
        this.state.theme = this.painting.theme === 'dark' ? 'light' : 'dark';
        this.painting.repaint();
      },
      play: () => this.query.timeline.toggle(),
      explain: () => this.layers.explain(),
      opened: () => this.query.session.opened,
      copied: (link) => this.say(link),
    };
  }

  private layOut(): void {
    const file = element('input', { type: 'file', multiple: true });
    file.onchange = () => void this.addFiles(file.files ?? []).catch(this.report);
    byId('maps').append(
      this.maps.element,
      this.agentField,
      this.floorField,
      element('label', { className: 'open', title: 'open blobs or maps from disk' }, 'Open …', file),
    );
    byId('tools').append(this.bar.element);
    byId('panel').append(
      this.faults,
      section('Query', true, ...this.query.parts),
      section('Layers', true, this.layers.element),
      section('Legend', true, this.painting.legend),
      section('Cell', true, this.values.element),
      section('Doors and cells', false, this.edits.element),
    );
  }

  private listen(): void {
    this.maps.select.onchange = () => void this.open(this.maps.select.value);
    this.agents.onchange = () => void this.open(Object.assign(this.state, { agent: this.agents.value }).map, true);
    this.floors.onchange = () => {
      this.state.floor = this.floors.selectedIndex > 0 ? this.floors.value : undefined;
      this.view.limit(this.floorOf(this.query.session.opened));
    };
    window.addEventListener('hashchange', () => {
      this.state = stateOf(location.hash);
      void this.open(this.state.map);
    });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.painting.repaint());
    // For tests and measurements.
    Object.assign(window, { gridprepView: { view: this.view, painter: this.painter, bytes: () => this.view.bytes } });
  }

  private listFaults(list: readonly string[]): void {
    this.faults.replaceChildren(...list.map((fault) => element('li', {}, fault)));
  }

  /** Opens a map. @param again the open one, whose files have changed */
  private async open(name: string, again = false): Promise<void> {
    const { state, host } = this;
    const listed = this.maps.find(name);
    if (!listed) return;
    host.setAttribute('aria-busy', 'true');
    if (!again) byId('about').textContent = `opening ${listed.name} …`;
    try {
      if (state.map !== listed.name && state.map !== '' && !again)
        for (const part of ['start', 'goal', 'at', 'view', 'agent', 'floor'] as const) state[part] = undefined;
      state.map = listed.name;
      this.maps.select.value = listed.name;
      const opened = await this.query.session.open(await listed.read(), state.agent);
      clip(state, opened.width, opened.height);
      if (!again && !state.start && !state.goal)
        [state.start, state.goal] = (await this.painter.farCells()) ?? [undefined, undefined];
      choices(this.floors, [ALL_FLOORS, ...opened.floors.map((floor) => floor.name)], state.floor ?? ALL_FLOORS);
      this.floorField.hidden = opened.floors.length === 0;
      this.view.show({ ...opened, limits: this.floorOf(opened) }, again ? this.view.view : state.view);
      choices(this.agents, opened.agents, opened.agent);
      this.agentField.hidden = opened.agents.length < 2;
      state.agent = opened.agents.length > 1 ? opened.agent : undefined;
      await nextTask();
      this.edits.open(opened);
      this.report(undefined);
      this.show(opened);
    } catch (error) {
      byId('about').textContent = '';
      this.report(error);
    } finally {
      host.removeAttribute('aria-busy');
    }
  }

  private floorOf(opened: Opened | undefined): Area | undefined {
    const floor = opened?.floors.find(({ name }) => name === this.state.floor);
    return floor && { x0: floor.x, y0: floor.y, x1: floor.x + floor.width, y1: floor.y + floor.height };
  }

  private show(opened: Opened): void {
    const { state } = this;
    const { name, width, height, artifacts, world, isEdited } = opened;
    const baked = world ? `${world.columns} x ${world.rows} tiles` : artifacts.join(', ') || 'no blobs';
    const edited = isEdited ? ', edited' : '';
    byId('about').textContent = `${name || state.map}: ${width} x ${height} cells, ${baked}${edited}`;
    this.layers.show(opened.layers, state.layers, (layer) => void this.pickLayer(layer).catch(this.report));
    this.edits.show(opened);
    this.painting.repaint();
    this.query.show(opened);
    this.host.dispatchEvent(new Event('shown'));
  }

  private async pickLayer(name: string): Promise<void> {
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

  private chooseCell(cell: Cell | undefined): void {
    this.state.at = cell;
    this.values.show(cell);
    this.painting.refocus();
    this.remember();
  }

  private saveAs(as: SavedAs): void {
    const name = this.query.session.opened?.name || this.state.map;
    save(as, this.painter, name, () => this.view.snapshot()).catch(this.report);
  }
}

/** @param code of its threads, a URL */
export function openViewPage(code: string): ViewPage {
  return new ViewPage(JSON.parse(byId('data').textContent ?? ''), code);
}
