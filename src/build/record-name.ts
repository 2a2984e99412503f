/** Name of the record beside a build's outputs; a file of its own, so that commands can look for it without loading the pipeline. */
export const RECORD_NAME = '.prep-record';
