/** Short names of frequent engines, and the engines that run by default. */

export const ALIASES: Readonly<Record<string, string>> = {
  'astar-euclidean': 'astar:h=euclidean',
  'astar-manhattan': 'astar:h=manhattan',
  'astar-zero': 'astar:h=zero',
  'astar-w1.75': 'astar:w=1.75',
  'astar-small-g': 'astar:ties=small-g',
  'astar-any': 'astar:ties=any',
  'astar-aside': 'astar:aside',
  'astar-hash': 'astar:open=hash',
  'astar-sorted': 'astar:open=sorted,size=32',
  'astar-sorted8': 'astar:open=sorted,size=8',
  'astar-sorted128': 'astar:open=sorted,size=128',
  'astar-buckets': 'astar:open=buckets',
  'astar-links': 'astar:links',
  'astar-800': 'astar:nodes=800',
  'astar-200ms': 'astar:ms=200',
  'astar+bounds': 'astar:bounds',
  deepening: 'fringe:restart',
  'jps-bit-prune': 'jps-bit:prune',
  'jps-pre8': 'jps-pre:bits=8',
  'jps-prune-pre': 'jps-pre:prune',
  'jps-prune-pre8': 'jps-pre:prune,bits=8',
  'jps+bounds-fast': 'jps+bounds:fast',
  'hpa-plain': 'hpa:plain',
  hpa10: 'hpa:cluster=10',
  'hpa10-raw': 'hpa:cluster=10,raw',
  hpa2: 'hpa:levels=2',
  hpa3: 'hpa:levels=3',
  'hpa-no-paths': 'hpa:no-paths',
  hpa20: 'hpa:cluster=20',
  'hpa20-2': 'hpa:cluster=20,levels=2',
  'hpa20-3': 'hpa:cluster=20,levels=3',
  'hpa+cache': 'hpa:cache',
  table2: 'table:level=2',
  table3: 'table:level=3',
};

/** Default engines: none that is very slow, or leaves queries unanswered by design. */
export const DEFAULT_NAMES: readonly string[] = `
  astar astar-euclidean astar-manhattan astar-zero astar-w1.75 astar-aside astar-sorted astar-buckets astar-links
  astar+bounds fringe fringe:buckets jps-online jps-bit jps-bit-prune jps-pre jps-prune-pre jps jps+bounds
  jps+bounds-fast priced priced+bounds ch hpa hpa10 hpa10-raw hpa2 hpa3 table
`
  .trim()
  .split(/\s+/);
