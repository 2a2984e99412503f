/** Repaints the map when layers, theme, zoom or chosen cells change. */
import type { Remote } from 'comlink';
import type { Shown } from '../desk/painter.js';
import type { LegendEntry } from '../layer.js';
import { css } from '../theme.js';
import { element } from './dom.js';
import type { LayerList } from './layer-list.js';
import type { MapView } from './map-view.js';
import type { Cell, Page } from './state.js';
import type { Painter } from './worker.js';

const OF_CELLS = ['rays', 'boxes'];
/** Change of the zoom, in powers of two, that repaints; and milliseconds until it does. */
const SAME = 0.05;
const REST_MS = 120;

export class Painting {
  readonly legend = element('ul', 'legend');
  /** Counts repaints: results of earlier ones are dropped. */
  private turn = 0;
  /** Cells to repaint; undefined for all. */
  private due: number[] | undefined = [];
  private scaledAt = 0;
  private timer = 0;

  constructor(
    private readonly painter: Remote<Painter>,
    private readonly view: MapView,
    private readonly layers: LayerList,
    private readonly page: Page,
  ) {}

  private get theme(): 'light' | 'dark' {
    return this.page.state.theme ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  }

  recolor(): void {
    this.page.state.theme = this.theme === 'dark' ? 'light' : 'dark';
    this.repaint();
  }

  /** Repaints cells and lines. @param points x | y << 16 of the cells that changed. Default: all. */
  repaint(points?: Iterable<number>): void {
    const { theme, view, page } = this;
    document.documentElement.dataset.theme = theme;
    view.expect();
    this.focus();
    this.due = points && this.due && [...this.due, ...points];
    const shown = { layers: [...page.state.layers], theme, scale: view.camera.zoom };
    void this.show(++this.turn, shown).catch(page.report);
    page.remember();
  }

  private async show(turn: number, shown: Shown) {
    const { unseen, legend } = await this.painter.show(shown);
    if (turn !== this.turn) return;
    for (const layer of shown.layers) this.layers.note(layer, unseen.includes(layer) ? 'zoom in to see it' : '');
    this.view.recolor(this.due);
    this.due = [];
    this.legend.replaceChildren(...legend.map(legendItem));
  }

  /** Repaints after a zoom, which decides the visible layers. */
  rescale(): void {
    if (Math.abs(Math.log2(this.view.camera.zoom / this.scaledAt)) < SAME) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.scaledAt = this.view.camera.zoom;
      this.repaint([]);
    }, REST_MS);
  }

  focus(): void {
    const { at, start, goal } = this.page.state;
    this.painter.focusOn(at, start, goal).catch(this.page.report);
  }

  refocus(): void {
    this.focus();
    this.view.redraw();
  }

  /** The chosen cell. Default for layers of one cell: a cell near the middle of the window. */
  async cellFor(layer: string): Promise<Cell | undefined> {
    const { at, layers } = this.page.state;
    if (at || !layers.has(layer) || !OF_CELLS.includes(layer)) return at;
    const middle: Cell = [Math.floor(this.view.camera.x), Math.floor(this.view.camera.y)];
    return layer === 'boxes' ? this.painter.nearestBoxes(middle) : this.painter.nearestOpen(middle);
  }
}

function legendItem({ fill, to, text }: LegendEntry): HTMLElement {
  const swatch = element('span', 'swatch');
  swatch.style.background = to === undefined ? css(fill) : `linear-gradient(90deg, ${css(fill)}, ${css(to)})`;
  return element('li', {}, swatch, text);
}
