/** The list of layers with a box to tick beside each. */
import { aboutLayer, hasLayer, LAYER_NAMES, type LayerName } from '../layers.js';
import type { Scene } from '../scene.js';
import { element } from './dom.js';

/**
 * One label for each layer; those that the map does not have cannot be chosen, and say what they need.
 * @param chosen layers that are drawn; kept up to date
 * @param changed is told after a layer was chosen or left out
 */
export function layerBoxes(scene: Scene, chosen: Set<LayerName>, changed: (name: LayerName) => void): HTMLElement[] {
  return LAYER_NAMES.map((name) => {
    const { about, needs } = aboutLayer(name);
    const has = hasLayer(scene, name);
    const label = element('label');
    const box = element('input');
    Object.assign(box, { type: 'checkbox', checked: chosen.has(name), disabled: !has, value: name });
    box.addEventListener('change', () => {
      if (box.checked) chosen.add(name);
      else chosen.delete(name);
      changed(name);
    });
    label.title = has ? about : `${about}; ${needs ? `needs ${needs}` : 'this map has none'}`;
    label.append(box, name);
    return label;
  });
}
