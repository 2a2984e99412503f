/** The thread that makes pictures of a map and lists the values of its cells. */
import { transfer } from 'comlink';
import { isHex } from '../../core/grid/rules.js';
import { mapJson, movingAiText } from '../../maps/map-text.js';
import { type Canvas2D, canvasSurface, type Placing } from '../canvas-surface.js';
import { farCells } from '../far-cells.js';
import { hexSurface } from '../hexes.js';
import { nearestBoxes } from '../jump-layers.js';
import type { Focus, LegendEntry } from '../layer.js';
import { cellColors, drawLines, isVisible, LAYER_NAMES, type LayerName, legendOf } from '../layers.js';
import { nearestCell } from '../nearest.js';
import { drawPath } from '../path-layers.js';
import { cellAtPoint } from '../plane.js';
import type { Scene } from '../scene.js';
import { gridLines } from '../surface.js';
import { faded, over, THEMES, type Theme } from '../theme.js';
import { Desk } from './desk.js';
import { type Answered, type Cell, focusAt, NO_ANSWER } from './steps.js';
import { tilePixels } from './tile-pixels.js';
import { type Values, valuesAt } from './values.js';

/** The visible part of the map, in pixels of the screen. */
export interface Frame extends Placing {
  width: number;
  height: number;
}

export interface Shown {
  layers: string[];
  theme: Theme['name'];
  /** Pixels of a cell. */
  scale: number;
}

export interface Saved {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Pixels of a cell from which lines between cells are drawn. */
const GRID_SCALE = 10;
/** Alpha of the tint of edited cells. */
const TINT = 110;
const OF_ANSWERS = ['search', 'path', 'ends'];

export class PainterDesk extends Desk {
  private shown: Shown = { layers: [], theme: 'light', scale: 1 };
  private answered: Answered = NO_ANSWER;
  private step = 0;
  private chosen: Focus = {};
  private colorOf: ((cell: number) => number) | undefined;

  protected changed(): void {
    this.colorOf = undefined;
    this.answered = NO_ANSWER;
  }

  private get theme(): Theme {
    return THEMES[this.shown.theme];
  }

  private get focus(): Focus {
    return { ...this.chosen, ...focusAt(this.answered, this.step) };
  }

  private layers(): LayerName[] {
    const { scene, shown } = this;
    return scene
      ? LAYER_NAMES.filter((name) => shown.layers.includes(name) && isVisible(scene, name, shown.scale))
      : [];
  }

  /** Sets layers, theme and scale, and computes their data. @returns the legend, and layers invisible at this scale */
  show(shown: Shown): { unseen: string[]; legend: LegendEntry[] } {
    this.shown = shown;
    const { scene } = this;
    this.colorOf = scene && this.colors(scene);
    const isUnseen = (name: LayerName) => shown.layers.includes(name) && scene && !isVisible(scene, name, shown.scale);
    return { unseen: LAYER_NAMES.filter(isUnseen), legend: this.legend() };
  }

  focusOn(cell: Cell | undefined, start: Cell | undefined, goal: Cell | undefined): void {
    this.chosen = { cell, start, goal };
  }

  answer(answered: Answered, step: number): void {
    this.answered = answered;
    this.seek(step);
  }

  seek(step: number): void {
    this.step = step;
    this.colorOf = undefined;
  }

  /** A picture of cells: Uint32Array(256 * 256). */
  async tile(level: number, tx: number, ty: number): Promise<Uint32Array<ArrayBuffer>> {
    const pixels = this.world
      ? await this.world.pixels(this.theme, level, tx, ty)
      : this.pixels(this.theScene(), level, tx, ty);
    return transfer(pixels, [pixels.buffer]);
  }

  private pixels(scene: Scene, level: number, tx: number, ty: number): Uint32Array<ArrayBuffer> {
    const { grid } = scene;
    this.colorOf ??= this.colors(scene);
    const { colorOf } = this;
    const { width, height, stride } = grid;
    const first = grid.cell(0, 0);
    const colorAt = (x: number, y: number) => colorOf(first + y * stride + x);
    return tilePixels({ width, height, cellAt: (x, y) => cellAtPoint(grid, x, y), colorAt }, level, tx, ty);
  }

  /** Colors of cells; edited ones are tinted. */
  private colors(scene: Scene): (cell: number) => number {
    const { theme } = this;
    const colorOf = cellColors(scene, this.layers(), theme, this.focus);
    if (!scene.before) return colorOf;
    const [now, before] = [scene.grid.open, scene.before.grid.open];
    const [closed, opened] = [theme.closed, theme.opened].map((tint) => faded(tint, TINT));
    return (cell) => (now[cell] === before[cell] ? colorOf(cell) : over(now[cell] ? opened : closed, colorOf(cell)));
  }

  /** Draws the lines above the cells. */
  draw(context: Canvas2D, placing: Placing): void {
    const surface = canvasSurface(context, placing);
    if (placing.cell[0] >= GRID_SCALE && !(this.scene && isHex(this.scene.grid)))
      gridLines(surface, 1, this.theme.grid, 0);
    if (this.scene) {
      const moved = hexSurface(surface, this.scene.grid, placing.area);
      drawLines(this.scene, this.layers(), moved, this.theme, this.focus);
    }
    const layers = new Set(this.shown.layers);
    this.world?.draw(surface, layers, this.theme);
    if (this.world && layers.has('path')) drawPath(surface, this.theme, this.focus);
  }

  async values(cell: Cell): Promise<Values> {
    return this.world ? this.world.values(cell) : valuesAt(this.theScene(), cell, new Set(this.layers()));
  }

  private legend(): LegendEntry[] {
    const isAnswered = this.answered.path !== undefined;
    const isDrawn = (name: string) => isAnswered || !OF_ANSWERS.includes(name);
    if (this.world) return this.world.legend(new Set(this.shown.layers.filter(isDrawn)), this.theme);
    const groups = this.scene ? legendOf(this.scene, this.layers().filter(isDrawn), this.theme) : [];
    return groups.flatMap(({ entries }) => entries);
  }

  async nearestOpen([x, y]: Cell): Promise<Cell | undefined> {
    if (this.world) return this.world.nearestOpen([x, y]);
    const { grid } = this.theScene();
    const isOpen = (cx: number, cy: number) => grid.contains(cx, cy) && grid.isOpen(cx, cy);
    return nearestCell([x, y], Math.max(grid.width, grid.height), isOpen);
  }

  /** Two distant cells with a path; undefined if there are none, and for worlds. */
  farCells(): [Cell, Cell] | undefined {
    return this.world ? undefined : farCells(this.theScene());
  }

  /** The cells of a stroke that are open, or blocked, like its first cell. */
  stroke(cells: Cell[]): Cell[] {
    const { grid } = this.theScene();
    const [first] = cells;
    return cells.filter(([x, y]) => grid.isOpen(x, y) === grid.isOpen(...first));
  }

  nearestBoxes([x, y]: Cell): Cell | undefined {
    return nearestBoxes(this.theScene(), x, y);
  }

  /** The edited map in the MovingAI format, or in JSON if that format lacks something. */
  save(): Saved {
    const { grid, doors, points, floors, name } = this.theScene();
    const base = (name || 'map').replace(/\.\w+$/, '');
    const plain = !grid.costs && !grid.walls && !grid.links && doors.length + points.length + floors.length === 0;
    const places = { doors, markers: points, ...(floors.length > 0 && { floors }) };
    const text = plain ? movingAiText(grid) : mapJson(grid, places);
    return { name: `${base}${plain ? '.map' : '.json'}`, bytes: new TextEncoder().encode(text) };
  }
}
