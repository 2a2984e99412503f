/** Step by step through a search: play, pause, step, speed. */
import { durationText, grouped } from './amounts.js';
import { element, labeled, sign } from './dom.js';

/** Steps a second; and seconds of a whole search that the first choice keeps to. */
const SPEEDS = [2, 10, 60, 600, 10_000];
const LONGEST = 15;

/** The list of speeds, each with the time of the whole search. */
function speedList() {
  let isChosen = false;
  const onchange = () => {
    isChosen = true;
  };
  const select = element('select', { onchange });
  const load = (steps: number) => {
    const fit = SPEEDS.find((speed) => steps / speed <= LONGEST) ?? SPEEDS.at(-1);
    const value = isChosen || steps === 0 ? select.value : String(fit);
    const options = SPEEDS.map((speed) => {
      const time = steps > 0 ? ` (${durationText(steps / speed)})` : '';
      return element('option', { value: String(speed) }, `${grouped(speed)} a second${time}`);
    });
    select.replaceChildren(...options);
    select.value = value || String(SPEEDS[0]);
  };
  return { select, load };
}

/** @param show draws a step, 0 for nothing yet */
export function player(show: (step: number) => void) {
  let steps = 0;
  let step = 0;
  let nameOf: (step: number) => string = () => '';
  let timer = 0;
  /** Due steps; a fraction waits for the next frame. */
  let due = 0;
  let last = 0;
  let waiting = 'no search yet';

  const oninput = () => {
    pause();
    go(Number(slider.value));
  };
  const ariaLabel = 'step of the search';
  const slider = element('input', { type: 'range', min: '0', max: '0', value: '0', ariaLabel, oninput });
  const speed = speedList();
  const output = element('output');
  const play = sign('▶', 'play or pause', () => self.toggle());

  const update = () => {
    slider.max = String(steps);
    slider.value = String(step);
    output.textContent = steps > 0 ? `${step} of ${steps}: ${nameOf(step)}` : waiting;
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
    due += ((now - last) / 1000) * Number(speed.select.value);
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
    labeled('speed', speed.select),
    slider,
    output,
  );
  const self = {
    controls,
    load(count: number, names: (step: number) => string): void {
      pause();
      [steps, nameOf, waiting] = [count, names, 'no search yet'];
      speed.load(steps);
      step = Math.min(step, steps);
      update();
    },
    wait(text: string): void {
      pause();
      [steps, step, waiting] = [0, 0, text];
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
  self.load(0, nameOf);
  return self;
}
