/** Tiles in the order of their tilesets: what blocks lies together there, so that one drag takes it. */
import { CHIP, type NamedSet, ROW, SHEET, tileName } from '../../walls/tile-names.js';
import { element } from '../dom.js';
import type { Shown } from './desk.js';

/** Chips that are made: more would slow the page. */
const MOST = 3000;

export class Palette {
  readonly element = element('div', { className: 'palette', role: 'group', ariaLabel: 'Tiles' });
  private readonly chips = new Map<number, HTMLButtonElement>();
  private sheets: readonly ImageBitmap[] = [];
  private numbers: readonly number[] = [];
  private sets: readonly NamedSet[] = [];
  /** Tiles of the drag, and whether they come to block. */
  private stroke: { to: boolean; numbers: Set<number> } | undefined;

  /** @param picked called after a click or a drag with its tiles, and whether they shall block */
  constructor(private readonly picked: (numbers: readonly number[], blocks: boolean) => void) {
    const { element: host } = this;
    const chipAt = ({ target }: Event) => (target as Element).closest<HTMLElement>('.chip');
    host.addEventListener('pointerdown', (event) => {
      const chip = chipAt(event);
      if (!chip || event.button !== 0 || event.pointerType === 'touch') return;
      this.stroke = { to: chip.ariaPressed !== 'true', numbers: new Set() };
      this.add(chip);
    });
    host.addEventListener('pointerover', (event) => this.add(chipAt(event)));
    for (const name of ['pointerup', 'pointerleave', 'pointercancel'] as const)
      host.addEventListener(name, () => this.end());
    // Keys, and fingers, which scroll by dragging.
    host.addEventListener('click', (event) => {
      const chip = chipAt(event);
      const isPointer = event.detail > 0 && (event as PointerEvent).pointerType !== 'touch';
      if (chip && !isPointer) this.picked([Number(chip.dataset.number)], chip.ariaPressed !== 'true');
    });
  }

  show({ used, sets, sheets }: Shown & { sheets: readonly ImageBitmap[] }): void {
    Object.assign(this, { sheets, sets, numbers: [...used.keys()] });
    this.chips.clear();
    for (const number of this.numbers.slice(0, MOST)) {
      const chip = this.chip(number);
      chip.title = `${tileName(sets, number)}, ${used.get(number)} times`;
      this.chips.set(number, chip);
    }
    const more = this.numbers.length - this.chips.size;
    this.element.replaceChildren(
      ...this.chips.values(),
      ...(more > 0 ? [element('p', 'hint', `${more} more tiles: click them on the map.`)] : []),
    );
  }

  /** A picture of a tile as a button. */
  chip(number: number): HTMLButtonElement {
    const canvas = element('canvas', { width: CHIP, height: CHIP });
    const at = this.numbers.indexOf(number);
    const sheet = this.sheets[Math.floor(at / SHEET)];
    const [x, y] = [(at % ROW) * CHIP, Math.floor((at % SHEET) / ROW) * CHIP];
    if (sheet) canvas.getContext('2d')?.drawImage(sheet, x, y, CHIP, CHIP, 0, 0, CHIP, CHIP);
    const name = tileName(this.sets, number);
    const chip = element('button', { type: 'button', className: 'chip', ariaLabel: `tile ${name}` }, canvas);
    chip.dataset.number = String(number);
    return chip;
  }

  /** Marks the tiles that block. */
  mark(blocks: ReadonlySet<number>): void {
    for (const [number, chip] of this.chips) chip.ariaPressed = String(blocks.has(number));
  }

  private add(chip: HTMLElement | null): void {
    const { stroke } = this;
    if (!stroke || !chip) return;
    stroke.numbers.add(Number(chip.dataset.number));
    chip.ariaPressed = String(stroke.to);
  }

  private end(): void {
    const { stroke } = this;
    this.stroke = undefined;
    if (stroke) this.picked([...stroke.numbers], stroke.to);
  }
}
