/** Requests of which only the latest matters. */

/**
 * A function that runs a task with a value, one at a time; of values that come meanwhile only the last.
 * @param failed called with errors of the task
 */
export function latest<T>(task: (value: T) => Promise<unknown>, failed: (error: unknown) => void): (value: T) => void {
  let next: { value: T } | undefined;
  let isRunning = false;
  return async (value) => {
    next = { value };
    if (isRunning) return;
    isRunning = true;
    while (next) {
      const { value: current } = next;
      next = undefined;
      await task(current).catch(failed);
    }
    isRunning = false;
  };
}
