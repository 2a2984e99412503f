/** The scene of 500 units in traffic: each goes to a random cell of the cave, then to another one. */

import { trafficOf } from '../../../src/play/traffic/traffic.js';
import { load } from '../../../src/runtime/load-all.js';
import { nearestOpen } from '../../../src/runtime/places.js';
import { blobsOf } from './blobs.js';

const UNITS = 500;
/** Milliseconds of a tick, and ticks of the mean that is shown. */
const TICK = 125;
const MEAN = 20;
const BLOBS = ['/race.jps.prep', '/race.bounds.prep'];
/** Ground, rock, units under way and units at home, in the light and the dark scheme. */
const COLORS = [
  ['#f4f1ea', '#b9b2a3', '#1f5fd0', '#1b6e3a'],
  ['#23262d', '#3f444f', '#7fb0ff', '#63c58a'],
];

/** @param show called with the mean milliseconds of a tick */
export async function startTraffic(canvas: HTMLCanvasElement, isDark: boolean, show: (ms: number) => void) {
  const nav = load(await blobsOf(BLOBS));
  const { width, height } = nav;
  const traffic = trafficOf(nav, { budget: { ms: 2 } });
  const center = nearestOpen(nav, width >> 1, height >> 1) as [number, number];
  const any = (): [number, number] => {
    const cell = [Math.floor(Math.random() * width), Math.floor(Math.random() * height)] as const;
    return nearestOpen(nav, ...cell, center) ?? center;
  };
  while (traffic.units.length < UNITS) {
    const cell = any();
    if (!traffic.isOn(...cell)) traffic.send(traffic.add(...cell), ...any());
  }
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let [dark, side, due, before, left, spent, ticks] = [isDark, 1, 0, 0, 0, 0, 0];

  const draw = () => {
    const [ground, rock, moving, home] = COLORS[Number(dark)];
    side = Math.max(1, Math.ceil((canvas.clientWidth * devicePixelRatio) / width));
    Object.assign(canvas, { width: side * width, height: side * height });
    context.fillStyle = rock;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = ground;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (nav.isOpen(x, y)) context.fillRect(x * side, y * side, side, side);
    for (const unit of traffic.units) {
      const [x, y] = unit.at(left / TICK);
      context.beginPath();
      context.arc(x * side, y * side, 0.42 * side, 0, 2 * Math.PI);
      context.fillStyle = unit.status === 'arrived' ? home : moving;
      context.fill();
    }
  };
  const tick = () => {
    for (const unit of traffic.units)
      if (unit.status !== 'moving' && unit.status !== 'waiting') traffic.send(unit, ...any());
    const begun = performance.now();
    traffic.step();
    spent += performance.now() - begun;
    if (++ticks % MEAN > 0) return;
    show(spent / MEAN);
    spent = 0;
  };
  const frame = (time: number) => {
    // After a pause it goes on where it was.
    left += Math.min(TICK, time - before);
    before = time;
    for (; left >= TICK; left -= TICK) tick();
    draw();
    due = requestAnimationFrame(frame);
  };
  draw();
  return {
    /** Runs, or pauses. */
    run(isRunning: boolean) {
      cancelAnimationFrame(due);
      if (isRunning) due = requestAnimationFrame(frame);
    },
    recolor(isNowDark: boolean) {
      dark = isNowDark;
      draw();
    },
  };
}
