import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SerializedError } from 'vitest';
import { BaseSequencer, type Reporter, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const SHOWN_FILES = 30;
const SHOWN_TESTS = 15;
/** Of a file that is not known to be long. */
const UNKNOWN_SECONDS = 4;

const report = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** What failed: file and test, and what it said. */
  failures: z.array(z.string()),
  /** Seconds of each file with its imports and hooks, of the last run that had it. */
  files: z.record(z.string(), z.number()),
});
export type TestReport = z.infer<typeof report>;

/** A part of a run. */
export type Count = Pick<TestReport, 'passed' | 'failed' | 'skipped' | 'failures'>;
/** Of a check over the whole run: one test. */
export const countOf = (failures: string[]): Count =>
  failures.length === 0
    ? { passed: 1, failed: 0, skipped: 0, failures }
    : { passed: 0, failed: 1, skipped: 0, failures };

/** The tests run in two parts side by side, each with a report of its own: in a browser, and outside of it. */
export const PARTS = ['outside', 'browser'] as const;
export type Part = (typeof PARTS)[number];
/** Survives the run, so that the next one begins with the longest files. */
const fileOf = (part: Part) => join(ROOT, `node_modules/.cache/tradewind/tests-${part}.json`);
const partOfRun = (): Part => (process.env.TEST_PART === 'browser' ? 'browser' : 'outside');
/** Seconds of the long files, for a checkout that ran nothing yet. `npm test -- --keep-times` writes it. */
const KEPT = join(import.meta.dirname, 'test-times.json');
const KEPT_SECONDS = 5;

/** The report of the part's last run, empty when there was none. */
export function lastReport(part: Part): TestReport {
  try {
    return report.parse(JSON.parse(readFileSync(fileOf(part), 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [], files: {} };
  }
}

/** Forgets the counts of the last run: a run that dies leaves none. Keeps the times. */
export function beginReport(part: Part): void {
  save(part, { passed: 0, failed: 0, skipped: 0, failures: [], files: lastReport(part).files });
}

/** Seconds of each file of both parts, as far as they ran here. */
const lastTimes = (): Record<string, number> => Object.assign({}, ...PARTS.map((part) => lastReport(part).files));

/** Keeps the times of the long files for checkouts to come. */
export function keepTimes(): void {
  const long = Object.entries(lastTimes()).filter(
    ([file, took]) => took >= KEPT_SECONDS && existsSync(join(ROOT, file)),
  );
  const sorted = Object.fromEntries(long.map(([file, took]) => [file, Math.round(took)] as const).sort());
  writeFileSync(KEPT, `${JSON.stringify(sorted, null, 2)}\n`);
}

function knownTimes(): Record<string, number> {
  return { ...report.shape.files.parse(JSON.parse(readFileSync(KEPT, 'utf8'))), ...lastTimes() };
}

function save(part: Part, next: TestReport): void {
  const file = fileOf(part);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(next, null, 1));
}

/** Enough of an error to know its cause from the last lines of a long log. */
const ERROR_LINES = 8;
const LINE_LENGTH = 400;
/** What a property failed with is the cause of what fast-check throws. The stack of a timeout says nothing. */
const withCauses = (error: SerializedError): SerializedError[] => [
  error,
  ...(error.cause && typeof error.cause === 'object' ? withCauses(error.cause as SerializedError) : []),
];
const shown = (errors: readonly SerializedError[]): string =>
  errors
    .flatMap(withCauses)
    .flatMap(({ message = '', stack }) =>
      (stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`)
        .split('\n')
        .filter((line) => !line.includes('/node_modules/'))
        .slice(0, ERROR_LINES),
    )
    .map((line) => `    ${line.slice(0, LINE_LENGTH)}`)
    .join('\n');

function failuresOf(module: TestModule, tests: readonly TestCase[]): string[] {
  const said = (name: string, errors: readonly SerializedError[]) =>
    `${nameOf(module.moduleId)}${name}\n${shown(errors)}`;
  const failed = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? [said(` > ${test.fullName}`, errors ?? [])] : [];
  });
  return [...failed, ...(module.errors().length > 0 ? [said('', module.errors())] : [])];
}

const nameOf = (file: string): string => relative(ROOT, file);

interface Taken {
  seconds: number;
  text: string;
}

function printSlowest(title: string, all: Taken[], most: number): void {
  const first = all.sort((a, b) => b.seconds - a.seconds).slice(0, most);
  const lines = first.map(({ seconds, text }) => `${seconds.toFixed(1).padStart(7)} s  ${text}`);
  process.stdout.write(`\n${title}:\n${lines.join('\n')}\n`);
}

/** Prints the slowest files and tests, and keeps the report. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[] = []): void {
    const part = partOfRun();
    const next: TestReport = { passed: 0, failed: 0, skipped: 0, failures: [], files: lastReport(part).files };
    const files: Taken[] = [];
    const slow: Taken[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      const count = (state: string) => tests.filter((test) => test.result().state === state).length;
      next.passed += count('passed');
      next.skipped += count('skipped');
      next.failures.push(...failuresOf(module, tests));
      // A file that broke outside of its tests is a failure too.
      next.failed += count('failed') || (module.state() === 'failed' ? 1 : 0);
      const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
      const seconds = (collectDuration + setupDuration + prepareDuration + duration) / 1000;
      next.files[nameOf(module.moduleId)] = Math.round(seconds * 100) / 100;
      files.push({ seconds, text: `${String(tests.length).padStart(5)} tests  ${nameOf(module.moduleId)}` });
      for (const test of tests)
        slow.push({
          seconds: (test.diagnostic()?.duration ?? 0) / 1000,
          text: `${nameOf(module.moduleId)} ${test.fullName}`,
        });
    }
    if (unhandled.length > 0) next.failures.push(`outside of any test\n${shown(unhandled)}`);
    save(part, next);
    const total = files.reduce((sum, file) => sum + file.seconds, 0);
    printSlowest(`The slowest of ${files.length} files, which took ${total.toFixed(0)} s together`, files, SHOWN_FILES);
    printSlowest('The slowest tests', slow, SHOWN_TESTS);
  }
}

/** Longest files first, project by project: a worker keeps its process only while the next file is of its project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = knownTimes();
    const seconds = (file: TestSpecification) => times[nameOf(file.moduleId)] ?? UNKNOWN_SECONDS;
    const projects = [...new Set(files.map((file) => file.project.name))].sort();
    return projects.flatMap((name) =>
      files.filter((file) => file.project.name === name).sort((a, b) => seconds(b) - seconds(a)),
    );
  }
}
