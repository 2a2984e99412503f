/** Lists at the end of a run the slow tests, longest first, those that passed only when repeated, and last what failed. */
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** Tests are to stay below this, in milliseconds. */
export const SLOW_MS = 2000;

const duration = (test: TestCase) => test.diagnostic()?.duration ?? 0;
const named = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName}`;
const firstLine = ({ message }: { message: string }) => message.split('\n', 1)[0];
/** A test and why it failed, in its first try where it passed in the second. */
const withErrors = (test: TestCase) => `${named(test)}: ${(test.result().errors ?? []).map(firstLine).join('; ')}`;

/** Errors of the tests of a file, of its hooks and of its imports. */
function failures(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map(withErrors);
  const around = [module, ...module.children.allSuites()].flatMap((each) =>
    each.errors().map((error) => `${module.relativeModuleId}, outside of a test: ${firstLine(error)}`),
  );
  return [...around, ...tests];
}

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const slow = tests.filter((test) => duration(test) > SLOW_MS).sort((a, b) => duration(b) - duration(a));
    console.log(`\n${slow.length} tests took more than ${SLOW_MS / 1000} s${slow.length > 0 ? ':' : '.'}`);
    for (const test of slow) console.log(`  ${(duration(test) / 1000).toFixed(1)} s  ${named(test)}`);

    const repeated = tests.filter((test) => test.diagnostic()?.flaky);
    for (const test of repeated) console.log(`Passed only when repeated: ${withErrors(test)}`);

    // A test process that crashed leaves no other trace of its file.
    for (const module of modules)
      if (module.state() === 'pending' || module.state() === 'queued')
        console.log(`Failed: ${module.relativeModuleId}, which has not ended`);
    for (const failure of modules.flatMap(failures)) console.log(`Failed: ${failure}`);
    for (const error of unhandled) console.log(`Failed outside of tests: ${firstLine(error)}`);
  }
}
