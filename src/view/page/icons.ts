/** Icons as lines of SVG: fonts do not have all signs. */
const PATHS = {
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 5 5 5-5 5m5-5H10a6 6 0 0 0 0 12h3',
  close: 'M6 6l12 12M18 6 6 18',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  'zoom in': 'M12 5v14M5 12h14',
  'zoom out': 'M5 12h14',
  path: 'M5 19h4l6-14h4M3 19h4m10-14h4',
  swap: 'M7 4 3 8l4 4M3 8h14m0 4 4 4-4 4m4-4H7',
  theme: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10Z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 4v.5',
  first: 'M6 5v14M18 5l-8 7 8 7',
  back: 'M15 5l-8 7 8 7',
  play: 'M8 5v14l11-7Z',
  pause: 'M8 5v14M16 5v14',
  on: 'm9 5 8 7-8 7',
  last: 'M18 5v14M6 5l8 7-8 7',
} as const;
export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
