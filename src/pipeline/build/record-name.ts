/** Name of the record beside a build's outputs; a file of its own because commands look for it without the pipeline. */
export const RECORD_NAME = '.prep-record';
