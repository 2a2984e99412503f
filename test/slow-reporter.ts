/** Names at the end of a run the tests that took long, longest first, so that a slow one is seen when it comes in. */
import type { Reporter, TestModule } from 'vitest/node';

/** Tests are to stay below this, in milliseconds. */
export const SLOW_MS = 2000;

export default class SlowReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slow = modules
      .flatMap((module) =>
        [...module.children.allTests()].map((test) => ({ test, ms: test.diagnostic()?.duration ?? 0 })),
      )
      .filter(({ ms }) => ms > SLOW_MS)
      .sort((a, b) => b.ms - a.ms);
    const lines = slow.map(
      ({ test, ms }) => `  ${(ms / 1000).toFixed(1)} s  ${test.module.relativeModuleId}: ${test.fullName}`,
    );
    console.log(
      [`\n${slow.length} tests took more than ${SLOW_MS / 1000} s${slow.length > 0 ? ':' : '.'}`, ...lines].join('\n'),
    );
  }
}
