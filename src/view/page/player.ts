/** Step by step through a search: play, pause, step, speed. */
import { element, labelled, sign } from './dom.js';

/** @param show draws a step, 0 for nothing yet */
export function player(show: (step: number) => void) {
  let steps = 0;
  let step = 0;
  let nameOf: (step: number) => string = () => '';
  let timer = 0;
  /** Due steps; a fraction waits for the next frame. */
  let due = 0;
  let last = 0;

  const oninput = () => {
    pause();
    go(Number(slider.value));
  };
  const ariaLabel = 'step of the search';
  const slider = element('input', { type: 'range', min: '0', max: '0', value: '0', ariaLabel, oninput });
  const speeds = [2, 10, 60, 600, 10_000].map((value) =>
    element('option', { value: String(value), selected: value === 60 }, `${value.toLocaleString('en')} a second`),
  );
  const speed = element('select', {}, ...speeds);
  const output = element('output');
  const play = sign('▶', 'play or pause', () => self.toggle());

  const update = () => {
    slider.max = String(steps);
    slider.value = String(step);
    output.textContent = steps > 0 ? `${step} of ${steps}: ${nameOf(step)}` : 'no search yet';
    (play.firstChild as HTMLElement).textContent = timer > 0 ? '⏸' : '▶';
  };
  const go = (to: number) => {
    step = Math.min(steps, Math.max(0, to));
    show(step);
    update();
  };
  const pause = () => {
    cancelAnimationFrame(timer);
    timer = 0;
    update();
  };
  const frame = (now: number) => {
    due += ((now - last) / 1000) * Number(speed.value);
    last = now;
    const whole = Math.floor(due);
    due -= whole;
    if (whole > 0) go(step + whole);
    timer = step < steps ? requestAnimationFrame(frame) : 0;
    if (timer === 0) pause();
  };
  const single = (text: string, title: string, by: () => number) =>
    sign(text, title, () => {
      pause();
      go(by());
    });
  const controls = element(
    'div',
    'player',
    single('⇤', 'to the beginning', () => 0),
    single('←', 'one step back', () => step - 1),
    play,
    single('→', 'one step on', () => step + 1),
    single('⇥', 'to the end', () => steps),
    labelled('speed', speed),
    slider,
    output,
  );
  const self = {
    controls,
    /** Loads a search of some steps, each with a name. */
    load(count: number, names: (step: number) => string): void {
      pause();
      [steps, nameOf] = [count, names];
      step = Math.min(step, steps);
      update();
    },
    seek: go,
    toggle(): void {
      if (timer > 0) {
        pause();
        return;
      }
      if (step >= steps) go(0);
      [due, last] = [0, performance.now()];
      timer = requestAnimationFrame(frame);
      update();
    },
  };
  update();
  return self;
}
