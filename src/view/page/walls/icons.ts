/** Icons as lines of SVG: fonts do not have all signs. */
const PATHS = {
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 5 5 5-5 5m5-5H10a6 6 0 0 0 0 12h3',
  close: 'M6 6l12 12M18 6 6 18',
} as const;

export function icon(name: keyof typeof PATHS): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
