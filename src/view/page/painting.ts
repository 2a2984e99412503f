/** Repaints the map when layers, theme, zoom or chosen cells change. */
import { proxy, type Remote } from 'comlink';
import type { Painter } from '../desk/painter.js';
import type { LegendEntry } from '../layer.js';
import { css } from '../theme.js';
import { element } from './dom.js';
import type { LayerList } from './layer-list.js';
import type { MapView } from './map-view.js';
import type { Cell, State } from './state.js';

const OF_CELLS = ['rays', 'boxes'];
/** Least change of the zoom, in powers of two, that repaints; and rest before it does, in ms. */
const SAME = 0.05;
const REST_MS = 120;

export class Painting {
  readonly legend = element('ul', 'legend');
  /** Counts repaints: results of earlier ones are dropped. */
  private turn = 0;
  /** Cells that no finished repaint has: undefined for all. */
  private due: number[] | undefined = [];
  private scaledAt = 0;
  private timer = 0;

  /** @param failed called with errors @param changed called when the address is out of date */
  constructor(
    private readonly painter: Remote<Painter>,
    private readonly view: MapView,
    private readonly layers: LayerList,
    private readonly state: () => State,
    private readonly failed: (error: unknown) => void,
    private readonly changed: () => void,
  ) {}

  get theme(): 'light' | 'dark' {
    return this.state().theme ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  }

  /** Repaints cells and lines. @param points x | y << 16 of the cells that changed; all without it */
  repaint(points?: Iterable<number>): void {
    const { theme, view } = this;
    document.documentElement.dataset.theme = theme;
    view.expect();
    this.focus();
    this.due = points && this.due && [...this.due, ...points];
    void this.show(++this.turn, { layers: [...this.state().layers], theme, scale: view.camera.zoom }).catch(
      this.failed,
    );
    this.changed();
  }

  private async show(turn: number, shown: { layers: string[]; theme: 'light' | 'dark'; scale: number }) {
    const { painter, layers } = this;
    const report = ({ layer, millis }: { layer: string; millis?: number }) =>
      layers.note(layer, millis === undefined ? 'computing …' : '');
    const unseen: string[] = await painter.show(shown, proxy(report));
    if (turn !== this.turn) return;
    for (const layer of shown.layers) layers.note(layer, unseen.includes(layer) ? 'zoom in to see it' : '');
    this.view.recolor(this.due);
    this.due = [];
    this.legend.replaceChildren(...legendItems(await painter.legend()));
  }

  /** Repaints after a zoom: layers depend on it. */
  rescale(): void {
    if (Math.abs(Math.log2(this.view.camera.zoom / this.scaledAt)) < SAME) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.scaledAt = this.view.camera.zoom;
      this.repaint([]);
    }, REST_MS);
  }

  focus(): void {
    const { at, start, goal } = this.state();
    this.painter.focusOn(at, start, goal).catch(this.failed);
  }

  refocus(): void {
    this.focus();
    this.view.redraw();
  }

  /** The chosen cell; without one, and for a layer of one cell, a cell near the middle of the window. */
  async cellFor(layer: string): Promise<Cell | undefined> {
    const { at, layers } = this.state();
    if (at || !layers.has(layer) || !OF_CELLS.includes(layer)) return at;
    const middle: Cell = [Math.floor(this.view.camera.x), Math.floor(this.view.camera.y)];
    return layer === 'boxes' ? this.painter.nearestBoxes(middle) : this.painter.nearestOpen(middle);
  }
}

/** An item for each color, with a swatch before its words; a ramp is a wider one. */
export function legendItems(entries: readonly LegendEntry[]): HTMLElement[] {
  return entries.map(({ fill, to, text }) => {
    const swatch = element('span', to === undefined ? 'swatch' : 'swatch ramp');
    swatch.style.background = to === undefined ? css(fill) : `linear-gradient(90deg, ${css(fill)}, ${css(to)})`;
    return element('li', {}, swatch, text);
  });
}
