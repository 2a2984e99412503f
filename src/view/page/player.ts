/** Controls of the steps of a search: play, pause, step, speed. */
import { choices, element, labeled, sign } from './dom.js';
import { icon } from './icons.js';

/** Seconds in which a whole search is played. */
const SECONDS = ['1', '5', '15', '60'];

/** @param show draws a step, 0 before the search */
export function player(show: (step: number) => void) {
  let [steps, step, timer, last] = [0, 0, 0, 0];
  let nameOf: (step: number) => string = () => '';
  /** Due steps, with a fraction for the next frame. */
  let due = 0;
  let waiting = 'no search yet';

  const oninput = () => stepTo(Number(slider.value));
  const ariaLabel = 'step of the search';
  const slider = element('input', { type: 'range', min: '0', max: '0', value: '0', ariaLabel, oninput });
  const seconds = element('select');
  choices(seconds, SECONDS, SECONDS[1]);
  const output = element('output');
  const play = sign('play', 'play or pause', () => self.toggle());
  play.className = 'primary';

  const update = () => {
    slider.max = String(steps);
    slider.value = String(step);
    output.textContent = steps > 0 ? `${step} of ${steps}: ${nameOf(step)}` : waiting;
    play.replaceChildren(icon(timer > 0 ? 'pause' : 'play'));
  };
  const seek = (to: number) => {
    step = Math.min(steps, Math.max(0, to));
    show(step);
    update();
  };
  const pause = () => {
    cancelAnimationFrame(timer);
    timer = 0;
    update();
  };
  const stepTo = (to: number) => {
    pause();
    seek(to);
  };
  const frame = (now: number) => {
    due += ((now - last) / 1000) * (steps / Number(seconds.value));
    last = now;
    const whole = Math.floor(due);
    due -= whole;
    timer = step + whole < steps ? requestAnimationFrame(frame) : 0;
    if (whole > 0) seek(step + whole);
  };
  const controls = element(
    'div',
    'player',
    sign('first', 'to the beginning', () => stepTo(0)),
    sign('back', 'one step back', () => stepTo(step - 1)),
    play,
    sign('on', 'one step on', () => stepTo(step + 1)),
    sign('last', 'to the end', () => stepTo(steps)),
    labeled('in seconds', seconds),
    slider,
    output,
  );
  const self = {
    controls,
    seek,
    /** @param text shown while there is no step */
    load(count: number, names: (step: number) => string, text = 'no search yet'): void {
      [steps, nameOf, waiting] = [count, names, text];
      step = Math.min(step, steps);
      pause();
    },
    toggle(): void {
      if (timer > 0) {
        pause();
        return;
      }
      if (step >= steps) seek(0);
      [due, last] = [0, performance.now()];
      timer = requestAnimationFrame(frame);
      update();
    },
  };
  update();
  return self;
}
