// What `import 'gridprep'` is in a browser. As CommonJS it has every name that is imported, so that bundlers build it and this sentence is read.
throw new Error('gridprep bakes maps in Node.js and does not run in browsers; import gridprep/runtime here');
