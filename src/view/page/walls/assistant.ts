/** The walls assistant: the map with its pictures, and a panel where a click says what blocks. */
import type { Remote } from 'comlink';
import type { PageWalls } from '../../page-data.js';
import { SQUARES } from '../../plane.js';
import { choiceOf, commandLine, optionsOf } from '../../walls/choice.js';
import { type Choice, type Given, NOTHING, type TileRole } from '../../walls/chooser.js';
import { KEY_MOVES } from '../camera.js';
import { button, element, messageOf, refill, section, sign, withName } from '../dom.js';
import { latest } from '../latest.js';
import { MapView } from '../map-view.js';
import { connect } from '../remote.js';
import type { Cell } from '../state.js';
import type { Areas, Reading, Shown, Spot } from './desk.js';
import { Palette } from './palette.js';
import { choiceRows, countText, roleOf, spotText, toldText } from './rows.js';
import type { Walls } from './worker.js';

export interface AssistantEvents {
  /** URL of the code of the thread. */
  code: string;
  read(path: string): Promise<Uint8Array>;
  /** The options that were chosen are used. @param command bakes the map with them */
  save(options: Record<string, unknown>, command: string): Promise<void>;
  /** Text of the save button. */
  saveText: string;
}

const MAP_LABEL = 'The map: drag to move it, scroll to zoom, click what blocks';

export class Assistant {
  readonly element = element('section', { className: 'walls', ariaLabel: 'What blocks' });
  private readonly alert = element('p', { className: 'alert', role: 'alert' });
  private readonly fail = (error: unknown): void => {
    this.alert.textContent = withName(messageOf(error), this.file);
    this.seen();
  };
  private seen = (): void => {};
  /** Ends when the map and its line are shown, cannot be shown, or the assistant is closed. */
  readonly firstPicture = new Promise<void>((done) => {
    this.seen = done;
  });
  readonly desk: Remote<Walls>;
  readonly view: MapView;
  private readonly host = element('div', { className: 'map', tabIndex: 0, role: 'application', ariaLabel: MAP_LABEL });
  private readonly under = element('div', { className: 'spot', ariaLive: 'polite' });
  private readonly count = element('output', 'count');
  private readonly told = element('p', 'told');
  private readonly layers = element('div', 'layer-rows');
  private readonly layerBox = section('Layers', true, this.layers);
  private readonly stack = element('div', 'stack');
  private readonly palette = new Palette((numbers, blocks) => this.setTiles(numbers.map(String), blocks));
  private readonly command = element('pre', 'command');
  private readonly title = element('h2');
  private readonly undo = sign('undo', 'undo (Ctrl Z)', () => this.travel(this.past, this.future));
  private readonly redo = sign('redo', 'redo (Ctrl Shift Z)', () => this.travel(this.future, this.past));
  private readonly past: Choice[] = [];
  private readonly future: Choice[] = [];
  private choice: Choice = NOTHING;
  private first: Choice = NOTHING;
  private given: Given = {};
  private key = 'tiled';
  /** Prices of values, as the map is read without clicks on them. */
  private prices: Reading['prices'] = new Map();
  private shown: Shown | undefined;
  private reading: Reading | undefined;
  /** The last reading whose areas are counted. */
  private counted: Reading | undefined;
  private file = '';
  /** The cell under the pointer, and the one that was clicked last. */
  private at: Cell | undefined;
  private clicked: Cell | undefined;
  private readonly request = latest<void>(() => this.read(), this.fail);
  private readonly hover = latest((at: Cell | undefined) => this.look(at), this.fail);

  constructor(private readonly events: AssistantEvents) {
    this.desk = connect<Walls>(events.code, 'walls', events.read, this.fail);
    this.host.append(element('canvas'), element('canvas'), this.under);
    this.layOut();
    document.body.append(this.element);
    this.cover(true);
    const moves = {
      hovered: (at: Cell | undefined) => this.hover(at),
      clicked: (at: Cell, isShift: boolean) => void this.click(at, isShift).catch(this.fail),
      drawn: () => void this.countAreas().then(this.seen, this.fail),
    };
    this.view = new MapView(this.host, this.desk, moves, this.fail);
    document.addEventListener('keydown', this.onKey, true);
    Object.assign(window, { gridprepWalls: this });
  }

  async open(file: string, { key, options: given, level }: Omit<PageWalls, 'map' | 'url'>): Promise<void> {
    Object.assign(this, { file, given, key, at: undefined, clicked: undefined });
    this.title.textContent = `What blocks in ${file.split('/').at(-1)}?`;
    const shown = await this.desk.open(file, given, level);
    this.shown = shown;
    this.first = this.choice = choiceOf(given, shown);
    this.palette.show(shown);
    for (const list of [this.past, this.future]) list.length = 0;
    await this.read();
    const [width, height] = shown.size.map(Math.ceil);
    this.view.show({ width, height, plane: SQUARES });
    this.host.focus();
  }

  /** Options as they are chosen. */
  get options(): Record<string, unknown> {
    return this.shown ? optionsOf(this.choice, this.given, this.shown, this.prices) : {};
  }

  private get commandLine(): string {
    return commandLine(this.file.slice(1), this.options, this.key);
  }

  close(): void {
    if (!this.element.isConnected) return;
    this.seen();
    this.element.remove();
    this.cover(false);
    document.getElementById('map')?.focus();
    document.removeEventListener('keydown', this.onKey, true);
    void this.desk.end();
    URL.revokeObjectURL(this.events.code);
  }

  /** Takes the page below out of the order of keys. */
  private cover(inert: boolean): void {
    for (const one of document.body.children) if (one !== this.element) Object.assign(one, { inert });
  }

  private layOut(): void {
    const { undo, redo, events } = this;
    const reset = button('Start over', 'undo all clicks', () => this.set(this.first));
    const save = button(events.saveText, '', () => void events.save(this.options, this.commandLine).catch(this.fail));
    save.className = 'primary';
    const close = sign('close', 'close without saving', () => this.close());
    const hint = 'Click what blocks: on the map, or below. Hatched cells block.';
    this.element.append(
      element('header', {}, element('div', {}, this.title, this.count), close),
      this.host,
      element(
        'aside',
        {},
        element('p', 'hint', hint),
        this.alert,
        this.told,
        this.layerBox,
        section('Tiles and values: click, or drag over several', true, this.palette.element),
        section('Clicked cell', true, this.stack),
        section('As a command', false, this.command),
      ),
      element('footer', {}, undo, redo, reset, save),
    );
  }

  private set(choice: Choice): void {
    this.past.push(this.choice);
    this.future.length = 0;
    this.choice = choice;
    this.request(undefined);
  }

  private travel(from: Choice[], to: Choice[]): void {
    const choice = from.pop();
    if (!choice) return;
    to.push(this.choice);
    this.choice = choice;
    this.request(undefined);
  }

  /** Makes tiles block, or not. @param keys numbers, with `@LAYER` for only that layer */
  setTiles(keys: readonly string[], blocks: boolean): void {
    const { format, used } = this.shown ?? {};
    const tiles = new Map(this.choice.tiles);
    const role: TileRole = blocks ? 'blocked' : 'open';
    // If a map has two values, exactly one blocks.
    if (used?.size === 2 && /^(csv|rows|png)$/.test(format ?? ''))
      for (const key of [...used.keys()].map(String))
        tiles.set(key, keys.includes(key) === blocks ? 'blocked' : 'open');
    // Clicked again: the map decides.
    else
      for (const key of keys)
        if ((tiles.get(key) ?? role) === role) tiles.set(key, role);
        else tiles.delete(key);
    this.set({ ...this.choice, tiles });
  }

  private async read(): Promise<void> {
    const { shown, options } = this;
    if (!shown) return;
    this.list();
    const drawn = shown.layers.filter((layer) => roleOf(this.choice, layer) !== 'off').map(({ name }) => name);
    const reading = await this.desk.read(options, drawn).catch((error: Error) => error);
    this.command.textContent = this.commandLine;
    const fault =
      reading instanceof Error ? reading.message : reading.warnings.find((text) => /: no cell is open/.test(text));
    this.alert.textContent = withName(fault ?? '', this.file);
    if (reading instanceof Error) return;
    this.reading = reading;
    if (this.choice.tiles.size === 0) this.prices = reading.prices;
    this.tell(reading);
    const blocked = [...this.choice.tiles].filter(([key, role]) => role === 'blocked' && !key.includes('@'));
    this.palette.mark(new Set([...reading.tiles, ...blocked.map(([key]) => Number(key))]));
    this.view.recolor();
    await this.showClicked();
    this.hover(this.at);
    this.element.dataset.ready = 'true';
  }

  /** Counts areas once the walls are shown. */
  private async countAreas(): Promise<void> {
    const { reading } = this;
    if (!reading || reading === this.counted) return;
    this.counted = reading;
    const areas = await this.desk.areas();
    if (reading === this.reading) this.tell(reading, areas);
  }

  private tell(reading: Reading, areas?: Areas): void {
    this.count.textContent = countText(reading, areas);
    this.told.textContent = toldText(reading, areas, this.shown?.missing);
  }

  private list(): void {
    const { shown, choice } = this;
    this.undo.disabled = this.past.length === 0;
    this.redo.disabled = this.future.length === 0;
    const rows = shown ? choiceRows(shown, choice, this.reading, (to) => this.set(to)) : [];
    refill(this.layers, rows);
    this.layerBox.hidden = rows.length === 0;
  }

  private async look(at: Cell | undefined): Promise<void> {
    this.at = at;
    const spot = at && (await this.desk.spot(...at));
    this.under.textContent = spot ? spotText(spot) : '';
    this.view.redraw();
  }

  /** A click on the map: its topmost tile, or cells without one. @param isShift whether only to look */
  private async click(at: Cell, isShift: boolean): Promise<void> {
    this.clicked = at;
    const spot = await this.showClicked();
    if (!spot || isShift) return;
    const [top] = spot.stack;
    if (top) this.setTiles([String(top.number)], !this.blocks(top.number));
    else if (/^(tiled|ldtk)$/.test(this.shown?.format ?? ''))
      this.set({ ...this.choice, empty: spot.isBlocked ? 'open' : 'blocked' });
  }

  private blocks(number: number): boolean {
    return this.reading?.tiles.has(number) ?? false;
  }

  /** Lists the tiles of the clicked cell. */
  private async showClicked(): Promise<Spot | undefined> {
    const spot = this.clicked && (await this.desk.spot(...this.clicked));
    const rows = (spot?.stack ?? []).map(({ layer, number, name }) => {
      const everywhere = this.palette.chip(number);
      everywhere.ariaPressed = String(this.blocks(number));
      everywhere.onclick = () => this.setTiles([String(number)], !this.blocks(number));
      const key = `${number}@${layer}`;
      const here = button('only in this layer', `tile ${name} blocks in layer ${layer}, or is open there`, () =>
        this.setTiles([key], this.choice.tiles.get(key) === undefined && !this.blocks(number)),
      );
      const about = element('span', {}, layer ? `${name}, ${layer}` : name);
      return element('div', 'row', everywhere, about, ...(this.shown?.format === 'tiled' ? [here] : []));
    });
    refill(this.stack, spot ? [element('p', {}, spotText(spot)), ...rows] : []);
    return spot;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (document.querySelector('dialog[open]')) return;
    event.stopPropagation();
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (key === 'Escape') this.close();
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') {
      event.preventDefault();
      if (shiftKey) this.travel(this.future, this.past);
      else this.travel(this.past, this.future);
    }
    if (event.target !== this.host) return;
    const { camera } = this.view;
    KEY_MOVES[key]?.(camera);
    const middle: Cell = [Math.floor(camera.x), Math.floor(camera.y)];
    if (key === 'Enter') void this.click(middle, shiftKey).catch(this.fail);
    if (key === 'Enter' || key in KEY_MOVES) this.hover(middle);
  };
}
