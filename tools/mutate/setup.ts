/** Properties are tried with the same cases each time, and are not made smaller: that they fail is all there is to know. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 1, endOnFailure: true });
