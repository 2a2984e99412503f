/** Fields of a queue: searches in slices, and fields that take the place of searches to one goal. */
import type { PathBuffer } from '../../core/search/path.js';
import type { GridNav } from '../../runtime/nav.js';
import { type Field, flowField } from '../field/field.js';
import { Waiting } from './line.js';
import type { Request, RequestGroup } from './requests.js';

/** Cells of the largest map that has fields, at 20 bytes a cell, allocated on first use. */
const MOST_CELLS = 1 << 22;

export class QueueFields {
  /** Queries that wait for each goal; empty on maps without fields. */
  readonly sharing: Uint32Array;
  /** Requests that wait for the field, or until theirs may begin. */
  readonly parked = new Waiting<Request>();
  /** The query that a field is under way for. */
  job: RequestGroup | undefined;
  /** Goal of the field for many, once it is complete. */
  readyGoal = -1;
  /** Goal of the last job that an edit has ended: with an edit in each frame it would never be done. */
  cutGoal = -1;
  /** Work of a field to a goal: that of the last one. */
  fieldWork: number;
  /** Memory for a field of one query, and for one of all that share its goal; made here, not in a frame. */
  readonly #fields: Field[];
  /** Whether the job is for all queries of its goal: place in the list of fields. */
  #kind = 0;

  constructor(private readonly nav: GridNav) {
    const cells = nav.width * nav.height;
    const isUsed = cells <= MOST_CELLS;
    this.sharing = new Uint32Array(isUsed ? cells : 0);
    this.fieldWork = cells / 2;
    this.#fields = isUsed ? [flowField(nav, []), flowField(nav, [])] : [];
  }

  get isUsed(): boolean {
    return this.#fields.length > 0;
  }

  /** Whether the job is a field for all queries of this goal. */
  isFor(goal: number): boolean {
    return this.#kind > 0 && this.job?.goal === goal;
  }

  /** Begins a job. @param isCrowd whether its field answers all queries of the goal */
  begin(query: RequestGroup, isCrowd: boolean): void {
    this.#kind = Number(isCrowd);
    this.#fields[this.#kind] = flowField(this.nav, [query.x1, query.y1], {
      sliced: true,
      from: isCrowd ? undefined : [query.x0, query.y0],
      reuse: this.#fields[this.#kind],
    });
    this.job = query;
    if (isCrowd) this.readyGoal = -1;
  }

  /**
   * Continues the job.
   * @param done called with the field once it has found the path of a single query
   * @returns the work that was done
   */
  advance(budget: { ms: number } | { work: number }, done: (query: RequestGroup, field: Field) => void): number {
    const query = this.job as RequestGroup;
    const field = this.#fields[this.#kind];
    const before = field.work;
    const isWanted = this.#kind ? this.sharing[query.goal] > 0 : query.waiting > 0;
    const isDone = !isWanted || field.advance(budget);
    const work = Math.max(0, field.work - before);
    if (isDone) this.job = undefined;
    if (!isDone || !isWanted) return work;
    if (this.#kind) {
      this.readyGoal = query.goal;
      this.fieldWork = field.work;
    } else done(query, field);
    return work;
  }

  /** Finds a path with the complete field. */
  findPathInto(x: number, y: number, path: PathBuffer): boolean {
    return this.#fields[1].findPathInto(x, y, path);
  }

  /** After an edit: fields for a crowd are repaired where they can be, others begin again. */
  revise(canRepair: boolean): void {
    if (this.job && (this.#kind === 0 || !canRepair)) {
      this.cutGoal = this.job.goal;
      this.job = undefined;
    }
    this.readyGoal = -1;
  }
}
