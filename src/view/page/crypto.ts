/** `node:crypto` for the threads of the page, as far as fingerprints use it. */
import { sha256 } from '@noble/hashes/sha2.js';

export const createHash = () => sha256.create();
