/**
 * Navs over navs: `cachePaths(editable(load(bytes)))`. `findPath` passes these layers from the top; each answers what
 * it can, and otherwise asks the one below: the cache its nav, the others the engine (`nav.search`) of the layer below.
 * Layers that a map does not need are left out.
 *
 *     cache   cache.ts              the path of the same query, unless an edit came since
 *     links   links.ts, engines/links  pieces between few links, each by a query of the engine below; on maps with many
 *                                      a search over cells and links
 *     edits   play/edit/engines.ts  the loaded engine, if its path is proven on the changed map (jps and HPA* never);
 *                                   otherwise the first engine of the table in `edit.ts` that knows the map as it is
 *     walls   walls.ts              the engine of the doubled grid, by doubled coordinates
 *     loaded  load.ts               the engine with the lowest rank (its `engine.ts`) whose sections the blobs have;
 *             load-grid.ts          of a map made in the game, jump points, by move rule and costs
 *
 * Where a step costs what the entered cell costs, `search/entering.ts` changes the totals of engines of the average.
 */

/** @returns an object with all of `more`, and everything else of `nav`; getters stay getters */
export function over<Nav extends object, More extends object>(nav: Nav, more: More): Omit<Nav, keyof More> & More {
  return Object.create(nav, Object.getOwnPropertyDescriptors(more));
}
