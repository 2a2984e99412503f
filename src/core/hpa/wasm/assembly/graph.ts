// AssemblyScript: the arrays of an abstraction in WebAssembly. In a fresh process nothing of JavaScript is compiled
// yet, and there they take ten times as long. What is made and why is said in `../../graph.ts`, `../../hops.ts` and
// `../../landmarks.ts`; tests compare the arrays byte for byte.

export { begin, connect, read } from './edges';
export { measure } from './measure';
