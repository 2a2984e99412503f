/** Types of imported maps: `/// <reference types="gridprep/client" />`, or `"types": ["gridprep/client"]`. */
declare module '*?nav' {
  const nav: import('gridprep/runtime').NavAsset;
  export default nav;
}
declare module '*&nav' {
  const nav: import('gridprep/runtime').NavAsset;
  export default nav;
}
