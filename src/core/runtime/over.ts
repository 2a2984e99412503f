/** Navs over navs: an editable map, a map with links, a cache. */

/** @returns what has all of `more`, and all else of `nav`; getters stay getters */
export function over<Nav extends object, More extends object>(nav: Nav, more: More): Omit<Nav, keyof More> & More {
  return Object.create(nav, Object.getOwnPropertyDescriptors(more));
}
