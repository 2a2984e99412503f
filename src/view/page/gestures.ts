/** Events of mouse, touch and wheel on the map. */
import type { Camera } from './camera.js';
import type { Cell } from './state.js';

/** Distance in pixels from which a drag moves start or goal. */
const HOLD = { mouse: 14, touch: 24 };
/** Pixels that the pointer may move during a click. */
const STILL = { mouse: 4, touch: 10 };

export interface GestureEvents {
  hovered(cell: Cell | undefined): void;
  /** @param choose whether to choose the cell in any mode */
  clicked(cell: Cell, choose: boolean): void;
  /** Cells that can be dragged. */
  ends?(): { start?: Cell | undefined; goal?: Cell | undefined };
  dragged?(name: 'start' | 'goal', cell: Cell): void;
  /** Whether a drag draws instead of moving the map. `painted` gets its cells, each once. */
  isBrush?(): boolean;
  painted?(cells: Cell[]): void;
}

export function gestures(host: HTMLElement, camera: Camera, events: GestureEvents): void {
  const fingers = new Map<number, [number, number]>();
  let held: 'start' | 'goal' | undefined;
  let far = 0;
  let stroke: Map<string, Cell> | undefined;
  const place = ({ clientX, clientY }: MouseEvent): [number, number] => {
    const box = host.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  };
  const kind = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? 'touch' : 'mouse');

  host.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    host.setPointerCapture(event.pointerId);
    const [left, top] = place(event);
    fingers.set(event.pointerId, [left, top]);
    far = 0;
    held = undefined;
    for (const name of ['start', 'goal'] as const) {
      const cell = events.ends?.()[name];
      if (!cell || events.isBrush?.()) continue;
      const [x, y] = camera.placeOf(cell);
      if (Math.hypot(left - x, top - y) < Math.max(HOLD[kind(event)], camera.zoom / 2)) held = name;
    }
    if (fingers.size > 1) held = undefined;
    stroke = events.isBrush?.() && !held && event.button === 0 && fingers.size === 1 ? new Map() : undefined;
  });
  host.addEventListener('pointermove', (event) => {
    const [left, top] = place(event);
    const cell = camera.cellAt(left, top);
    events.hovered(cell);
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [left - before[0], top - before[1]];
    far += Math.hypot(dx, dy);
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    fingers.set(event.pointerId, [left, top]);
    if (held) {
      if (cell && far > 3) events.dragged?.(held, cell);
      return;
    }
    if (stroke) {
      for (const at of cellsBetween(camera, before, [left, top])) stroke.set(at.join(), at);
      return;
    }
    const share = 1 / fingers.size;
    camera.drag(share * dx, share * dy);
    if (others.length > 0) {
      // The map scales with the distance of two fingers.
      const [ox, oy] = others[0];
      const was = Math.hypot(before[0] - ox, before[1] - oy);
      const distance = Math.hypot(left - ox, top - oy);
      if (was > 8 && distance > 8) camera.zoomAt(distance / was, (ox + left) / 2, (oy + top) / 2);
    }
  });
  const end = (event: PointerEvent) => {
    const known = fingers.delete(event.pointerId);
    const cell = camera.cellAt(...place(event));
    const still = far < STILL[kind(event)];
    if (known && event.type === 'pointerup' && still && fingers.size === 0 && cell)
      events.clicked(cell, event.shiftKey);
    else if (stroke && stroke.size > 0 && !still) events.painted?.([...stroke.values()]);
    stroke = undefined;
    held = undefined;
  };
  host.addEventListener('pointerup', end);
  host.addEventListener('pointercancel', end);
  host.addEventListener('pointerleave', () => events.hovered(undefined));
  host.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      camera.zoomAt(2 ** (-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), ...place(event));
    },
    { passive: false },
  );
}

function cellsBetween(camera: Camera, [x0, y0]: [number, number], [x1, y1]: [number, number]): Cell[] {
  const steps = Math.ceil((2 * Math.hypot(x1 - x0, y1 - y0)) / camera.zoom) + 1;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    return camera.cellAt(x0 + share * (x1 - x0), y0 + share * (y1 - y0));
  }).filter((cell) => cell !== undefined);
}
