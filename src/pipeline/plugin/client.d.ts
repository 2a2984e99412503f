/** Types of imported maps: `/// <reference types="gridprep/client" />`, or `"types": ["gridprep/client"]`. */
declare module '*?nav' {
  const nav: import('gridprep/runtime').NavAsset;
  export default nav;
  /** Loads the blob of this map: exactly its engines, and the parts that they need. */
  export const load: import('gridprep/parts').Load;
}
declare module '*&nav' {
  const nav: import('gridprep/runtime').NavAsset;
  export default nav;
  /** Loads the blob of this map: exactly its engines, and the parts that they need. */
  export const load: import('gridprep/parts').Load;
}
