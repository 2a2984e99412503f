/** Worker for tests of the pool: ends before it has begun. */
process.exit(9);
