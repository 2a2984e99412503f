/**
 * All operations, each a line of a program. Columns: weight, name, flags, template. `$name` in a template is drawn once,
 * `?{key key=name +key key%20}` are options (`programs.ts` has what each name stands for). Flags:
 *
 * - host: only on the first machine; edit: not where only events arrive; loose: machines may give other results
 * - doors, links, walls, prices, cart, world, bake: maps that it fits; xN: up to N times in a row
 */
const QUERIES = `
12 findPath        -        $of.findPath($from, $to, ?{links})
4  allPaths        -        costsFrom($of, $from)
2  findPathInto    -        $of.findPathInto($from, $to, buffer, ?{links}) && buffer.toPath()
1  PathBuffer      -        buffer = new PathBuffer(), $of.findPathInto($from, $to, buffer) && shown(buffer)
1  cached          loose    (cached ?? nav).findPath($from, $to)
1  isReachable     -        $of.isReachable($from, $to, ?{links})
1  straighten      -        both($of.findPath($from, $to), (path) => straighten($of, path, ?{facing}))
1  findDistance    -        findDistance($of, $from, $to, ?{links})
1  findDistances   -        findDistances($of, $starts, $many)
2  findNearest     -        findNearest($of, $from, $many, 1 + $k)
1  nearestOne      -        [findNearest($of, $from, $many)].filter((i) => i >= 0)
3  findPathWithin  -        findPathWithin($of, $from, $to, ?{+expanded partial ms=1e9})
2  findPathAround  -        findPathAround(nav, $from, $to, $avoid, ?{slow links})
1  aroundInto      -        findPathAroundInto(nav, $from, $to, $avoid, buffer, ?{slow links}) && buffer.toPath()
1  findPathTo      -        findPathTo($of, $from, $goals, ?{within metric sight})
1  nearestOpen     -        nearestOpen($of, $outside)
1  nearestFrom     -        nearestOpen($of, $to, [$from])
1  neighborsOf     -        neighborsOf($of, $at)
1  clearanceAt     -        clearanceAt($of, $at)
1  sightOf         -        seen(sightOf($of, ?{radius}), $of.findPath($from, $to), centerOf($of, $from), $points)
1  middles         -        [...cellAt($of, ...centerOf($of, $at)), ...Object.values(toXY([$at])[0])]
1  floorAt         -        both(floorAt($of, $at), ({ name, x, y }) => cellOfFloor($of, name, x, y))
1  readMeta        -        readMeta(nav)
1  pixels          -        drawn(pixels($of, ?{+cellSize axes origin floor}), $at)
`;
const EDITS = `
14 edit            edit        nav.edit($changes)
10 setOpen         edit        nav.setOpen($at, $open)
3  setCost         edit,prices  nav.setCost($at, $cost)
1  reset           edit        nav.reset()
1  openDoor        edit,doors  findDoor(nav, $door).open()
2  closeDoor       edit,doors  findDoor(nav, $door).close((...cell) => String(cell) === String([$at]))
1  isDoorOpen      doors       findDoor(nav, $door).isOpen
3  findLink        edit,links  ((link) => $open ? link.open() : link.close())(findLink(nav, $link))
1  saveChanges     -           changes[$i] = saveChanges(nav)
1  applyChanges    edit        changes[$i] && applyChanges(nav, changes[$i])
1  BlobError       -           (await caught(() => applyChanges(nav, damaged(saveChanges(nav), $most)))) instanceof BlobError
1  late            -           applyChanges(late = editable(await fresh()), saveChanges(nav)), paths([late, nav], [$from, $to])
4  reach           -           (reached = reach(nav, $from, $steps, ?{avoid pass stop slow diagonal costs links reuse=reached})).cells
`;
const FIELDS = `
4  flowField  -  !!(fields[$i] = flowField(nav, $goals, ?{costs=starting maxCost%50 diagonal=flat from=cell reuse=field sliced=true}))
1  cartField  -  !!(fields[$i] = flowField($of, $goals, ?{maxCost sliced=true}))
3  fleeField  -  !!fields[1 - $i] && !!(fields[$i] = fleeField(nav, fields[1 - $i], ?{factor reuse=undefined sliced=true maxCost}))
5  field      -  fields[$i] && [fields[$i].advance({ work: $work }), ...told(fields[$i], $at, buffer)]
`;
const WALKS = `
2  findWalk    -     (walks[$i] = findWalk(nav, $from, $to, ?{links}))?.cost
2  walk        -     walks[$i] && [Array.from({ length: 1 + $unit }, () => walks[$i].next().value), walks[$i].blocked]
1  foundPath   -     kept[0] = nav.findPath($from, $to)
1  reachPath   -     kept[1] = reach(nav, $from, 60, ?{diagonal=flat}).pathTo($to)
1  fieldPath   -     kept[2] = flowField(nav, [$to], ?{diagonal=flat}).findPath($from)
1  slowPath    -     kept[3] = findPathAround(nav, $from, $to, [], ?{+slow})
4  affects     -     kept.map((path) => path && affects(nav, path))
1  cachePaths  -     void (cached = cachePaths(nav, ?{by entries maxBytes=400}))
5  move        -     blockers.move($unit, $at, $side)
1  remove      -     blockers.remove($unit)
8  canClose    -     canClose(nav, $avoid, $standing, $goals)
`;
const QUEUES = `
1  pathQueue     -     void (joint = queue = pathQueue(nav, ?{+budget}))
1  cachedQueue   -      void (joint = queue = pathQueue(cached = cachePaths(nav), ?{+budget}))
1  jointQueue    cart  void (queue = (joint = pathQueue([nav, cart], ?{+budget})).of(nav))
4  request       -     void queue?.request($from, $to, (answer) => answers.push([$id, answer]), ?{unit priority avoid})
2  requestLinks  -     void queue?.request($from, $to, (answer) => answers.push([$id, answer]), ?{unit priority links})
1  ask           -     void queue?.ask($from, $to, ?{unit priority avoid}).then((answer) => answers.push([$id, answer]), Boolean)
1  cancel        -     queue?.cancel($unit)
6  updateQueue   x6    queue && [joint.update(), queue.pending, JSON.stringify(joint.statistics)]
`;
const WALKERS = `
3  follow      -     walkers[$k] ??= follow(nav, { ...?{size radius speed queue blockers pull facing}, x: $px, y: $py })
3  stepper     -     walkers[$k] ??= follow(nav, { pull: false, ...?{onCell speed facing}, x: $px, y: $py })
1  cartWalker  cart  walkers[$k] ??= follow(cart, { ...?{speed pull}, x: $px, y: $py })
5  to          -     walkers[$k]?.to($to)
1  stop        -     walkers[$k]?.stop()
1  land        -     walkers[$k]?.land()
1  push        -     walkers[$k] && (walkers[$k].x += $part)
9  shut        edit,walls  walkers[$k] && nav.edit({ wall: ahead(walkers[$k]), open: false })
2  escape      -     walkers[$k]?.escape()
12 update      x12   walkers[$k]?.update($pause)
1  settle      -     walkers[$k] && settle(walkers[$k], joint)
1  crowdOf     x8    [crowd = crowdOf(walkers.filter(Boolean)), crowd.update($pause), crowd.isOn($at)][2]
`;
const TRAFFIC = `
2  trafficOf   -    void (traffic = trafficOf(nav, ?{blockers +budget=limit}))
6  add         -    traffic && at(traffic.add($at, ?{priority}))
3  send        -    traffic?.send([$group].flatMap((i) => traffic.units[i] ?? []), $to, ?{formation})
1  removeUnit  -    traffic?.remove(traffic.units[$unit])
6  step        x12  traffic && [traffic.step(), ...traffic.units.map(at)]
`;
const THREADS = `
1  navPool       host   pool?.close(), void (pool = navPool($of, ?{+threads=1 +worker=poolWorker}))
3  findPaths     host   pool && await Promise.all([pool.findPath($from, $to), pool.findPaths([$to, $from])])
1  ThreadError   host   (await caught(() => closed(navPool(nav, ?{+threads=1 +worker=poolWorker})).findPath(0, 0, 0, 0))) instanceof ThreadError
2  rebake        bake   ({ nav, blobs } = await rebake(nav, $artifacts, ?{+load +worker=bakeWorker onProgress signal})), fresh = loaded
1  rebakeCart    cart   ({ nav: $last } = await rebake($last, ['jps'], ?{+load +worker=bakeWorker})), 0
1  bakeAndEdit   bake,single  [{ nav, blobs }] = await Promise.all([rebake(nav, ['jps'], ?{+load +worker=bakeWorker}), nav.edit($changes)]), fresh = loaded
1  loadWorld     host,world  { index, loadTile } = await tiles(), await asked(loadWorld(index, \
    ?{+loadTile maxBytes=1e6 maxCells=1e6 decompress=undefined fingerprint=undefined}), $from, $to)
`;

/** Options of a map. */
export const MAP =
  '?{size=two%25 costs=entered%20 wallCosts%8 doors markers%10 floors%10 cellSize=drawn%10 wrap%20 links=linked%40}';
/** Bakes of a map, with their probability in percent. */
const BAKING = `
100 Jps     -           await bakeJps(grid, { ...raw, ...?{landmarks storeLandmarks} })
40  Ch      undirected  await bakeCh(grid, raw)
40  Bounds  unweighted  await bakeBounds(grid, { ...raw, ...?{+boxes +exact} })
50  Hpa     hpa         hpa = await bakeHpa(grid, { ...raw, ...?{+cluster +levels +storePaths=coin} })$table
`;
/** How a map is loaded. Other machines than the first search in JavaScript. */
const LOADING = `
4 loadGrid   -     loadGrid(grid, ?{+parts budget=soon%10})
4 bareGrid   bare  loadGrid($cells, { ...$base, ...?{+parts budget=soon%10} })
6 agents     cart  load(blobs, ?{+wasm=isFirst +agent})
6 load       -     load(isFirst ? blobs : others, ?{+wasm=isFirst engine%60 fingerprint})
1 loadRare   -     load(blobs, ?{+wasm=isFirst maxCells=1e6 maxNodes=1e6 refine=coin shared=coin decompress=undefined})
1 loadUrl    -     loadUrl(load, urlOf(packBlobs(blobs)), ?{signal onProgress agent=undefined})
`;

export interface Row {
  weight: number;
  name: string;
  flags: string[];
  /** Most repetitions. */
  times: number;
  template: string;
}
const rowsOf = (table: string): Row[] =>
  Array.from(table.matchAll(/^(\d+) +(\w+) +(\S+) +(.*)$/gm), ([, weight, name, flags, template]) => ({
    ...{ name, template, weight: Number(weight), flags: flags.split(',') },
    times: Number(/\bx(\d+)/.exec(flags)?.[1] ?? 0),
  }));
export const [BAKES, LOADS] = [BAKING, LOADING].map(rowsOf);
/** Rows of queries, of edits, and of other groups, each of which begins with the row that makes its object. */
export const GROUPS = [QUERIES, EDITS, FIELDS, WALKS, QUEUES, WALKERS, TRAFFIC, THREADS].map(rowsOf);
