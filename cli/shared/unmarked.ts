/** The line that leads from maps without marks of walls to the walls assistant. */

/** @param unmarked maps without marks @param served maps of the input of the first one, which one answer serves */
export function unmarkedLines([first, ...more]: readonly string[], served: number): string[] {
  if (first === undefined) return [];
  const many = more.length === 0 ? '1 map has' : `${more.length + 1} maps have`;
  const once = served > 1 ? `; one answer serves all ${served} maps of its input` : '';
  return [`${many} no marks of walls: click what blocks with npx gridprep view ${first}${once}`];
}
