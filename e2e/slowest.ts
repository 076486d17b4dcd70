import type { TestCase, TestModule } from 'vitest/node';

const FILES = 10;
const TESTS = 20;

/** Where a run's time went: its slowest files, and its slowest tests. */
export function slowest(modules: readonly TestModule[]): string {
  const files = modules.map((module) => ({ name: module.relativeModuleId, ms: fileMs(module) }));
  const tests = modules
    .flatMap((module) => [...module.children.allTests()])
    .map((test) => ({ name: `${test.module.relativeModuleId} ${test.fullName}`, ms: testMs(test) }));
  return [...listed('files', files, FILES), ...listed('tests', tests, TESTS)].join('\n');
}

const testMs = (test: TestCase) => test.diagnostic()?.duration ?? 0;

function fileMs(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}

function listed(what: string, all: { name: string; ms: number }[], most: number): string[] {
  const first = all.sort((a, b) => b.ms - a.ms).slice(0, most);
  return [`Slowest ${what}`, ...first.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)];
}
