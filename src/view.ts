/** Looking at maps and blobs: pictures, and the page of `prep view`. For tools; a game imports `gridprep/debug`. */
export type { Trace } from './search/engine.js';
export { CHANGES, type Change, changeColour, changesOf, type SceneChanges } from './view/changes.js';
export { type DrawOptions, drawPng, drawSvg } from './view/draw.js';
export { ENGINE_NEEDS, engineNames, makeEngine, plansCoarsely } from './view/engines.js';
export { type PageData, type PageFile, type PageMap, viewPage } from './view/html.js';
export { nearestBoxes } from './view/jump-layers.js';
export type { Focus, LegendEntry } from './view/layer.js';
export { aboutLayer, hasLayer, LAYER_NAMES, type LayerName, legendOf } from './view/layers.js';
export { type Recording, recordSearch } from './view/record.js';
export { type Clusters, type Scene, sceneOf, sceneOfMap } from './view/scene.js';
export { isLoopback, type ServedMap, type ServeOptions, servedFile, serveView, type ViewServer } from './view/server.js';
export type { Area } from './view/surface.js';
export { type Colour, css, THEMES, type Theme } from './view/theme.js';
