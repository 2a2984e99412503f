/** Worker: takes part in one bake of goal bounds until no source is left. */
import { Baker, type Share } from './share.js';

export default function bake(share: Share): void {
  const baker = Baker.from(share);
  while (baker.next());
}
