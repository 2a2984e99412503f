/** Commands by engine. Apart from `all.ts`, which a page also loads: the list of artifacts has all bakes. */
import { ARTIFACTS } from '../../engines/list.js';
import { TOOL_ENGINES } from './all.js';

/** Commands that bake what an engine needs, in words. */
export function bakesOf(engine: string): string | undefined {
  const artifacts = Object.entries(ARTIFACTS);
  const commands = TOOL_ENGINES[engine]?.needs.flatMap((kind) => {
    const [name, { section }] = artifacts.find(([, { section, weightedSection }]) =>
      [section, weightedSection].includes(kind),
    ) ?? ['', { section: kind }];
    return name === '' ? [] : [`prep ${name}${section === kind ? '' : ' of a map whose cells have costs'}`];
  });
  return commands?.length ? commands.join(' and ') : undefined;
}
