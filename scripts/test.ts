import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { STATEMENTS, TEXTS } from '../apps/server/src/testing/statement-log.ts';
import { complaintsOfRun } from './cluster-rules.ts';
import { misfits } from './statements.ts';
import { beginReport, type Count, countOf, keepTimes, lastReport, type Part } from './test-report.ts';
import { buildWeb } from './web.ts';

const ROOT = join(import.meta.dirname, '..');

/** Runs a part of the tests. What it prints is held back until `free`: two at a time would be unreadable. */
async function vitest(part: Part, args: string[], free: Promise<unknown> = Promise.resolve()): Promise<Count> {
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'test-report.ts')}`];
  const runner = join(ROOT, 'node_modules/vitest/vitest.mjs');
  beginReport(part);
  const child = spawn(process.execPath, [runner, 'run', ...args, ...reporters], {
    cwd: ROOT,
    env: {
      ...process.env,
      TEST_PART: part,
      // What a process read of the program is kept compiled for the next.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
      // The generated goods, whatever order lines lie beside the project.
      SANDBOX_DATA: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([child.stdout, child.stderr].map((output) => print(output, free)));
  const [code] = await once(child, 'exit');
  await printed;
  const { passed, failed, skipped, failures } = lastReport(part);
  // A run that went wrong outside of any test (a crash, an error nobody caught) is a failure too.
  const broken = code !== 0 && failed === 0;
  if (broken && failures.length === 0) failures.push(`the run itself ended with ${code}`);
  return { passed, skipped, failed: broken ? 1 : failed, failures };
}

async function print(output: Readable, free: Promise<unknown>): Promise<void> {
  let held: Buffer[] | undefined = [];
  output.on('data', (chunk: Buffer) => {
    if (held) held.push(chunk);
    else process.stdout.write(chunk);
  });
  const ended = once(output, 'end');
  await free;
  process.stdout.write(Buffer.concat(held));
  held = undefined;
  await ended;
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

interface Choice {
  /** What goes to vitest for the tests outside of the browser, and for those in it; undefined: none of them. */
  elsewhere?: string[];
  inBrowser?: string[];
}

/**
 * `npm test` runs everything, `npm test -- path ...` the tests under these paths, `npm test -- --changed[=ref]` those that
 * a change since the ref (or the last commit) can reach, `npm run soak [-- path ...]` the properties, races and kills in
 * their long form. `--keep-times` keeps the times of long files in the repository, so that they begin first everywhere;
 * `--pooler` puts PgBouncer before the database of the server's tests, `--cluster` lets the browser tests meet several
 * processes behind a proxy (e2e/cluster.ts); `--pictures` keeps what the browser tests see in e2e/artifacts.
 */
function choose(args: readonly string[]): Choice {
  const paths = args.filter((arg) => !arg.startsWith('--'));
  if (args.includes('--pooler')) process.env.TEST_POOLER = 'on';
  if (args.includes('--cluster')) process.env.TEST_LAYOUT = 'cluster';
  if (args.includes('--citus')) process.env.TEST_CITUS_URL ??= 'postgres://postgres@127.0.0.1:5600/tradewind';
  if (args.includes('--soak')) {
    process.env.TEST_SOAK ??= String(randomInt(2 ** 31));
    process.stdout.write(`Soak run: TEST_SOAK=${process.env.TEST_SOAK} npm run soak repeats it\n`);
    return { elsewhere: paths.length > 0 ? paths : git('grep', '-lE', 'fast-check|/property.ts', '--', '*.test.ts') };
  }
  const changed = args.find((arg) => arg.startsWith('--changed'));
  if (changed) {
    const since = changed.split('=')[1] ?? 'HEAD';
    const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
    const only = [`--changed=${since}`, '--passWithNoTests'];
    const web = files.some((file) => file.startsWith('apps/web/'));
    const browser = web ? [] : only;
    return { elsewhere: only, ...(web || files.some((file) => file.startsWith('e2e/')) ? { inBrowser: browser } : {}) };
  }
  if (paths.length === 0) return { elsewhere: [], inBrowser: [] };
  const [inBrowser, elsewhere] = [true, false].map((e2e) => paths.filter((path) => path.startsWith('e2e') === e2e));
  return { ...(elsewhere?.length ? { elsewhere } : {}), ...(inBrowser?.length ? { inBrowser } : {}) };
}

async function runOutside(paths: string[], options: string[]): Promise<Count[]> {
  for (const noted of [STATEMENTS, TEXTS]) rmSync(noted, { force: true });
  const count = await vitest('outside', [...paths, ...options]);
  // Only a whole run has seen all statements.
  return paths.length === 0 ? [count, countOf(complaintsOfRun()), countOf(misfits())] : [count];
}

async function runInBrowser(args: string[], free?: Promise<unknown>): Promise<Count> {
  await buildWeb();
  return vitest('browser', ['--config', 'e2e/vitest.config.ts', ...args], free);
}

/** Both parts at once where both are to run: what one waits for, the other uses. */
async function run({ elsewhere, inBrowser }: Choice): Promise<Count> {
  const outside = elsewhere && runOutside(elsewhere, inBrowser ? ['--maxWorkers=2'] : []);
  const browser = inBrowser && runInBrowser(inBrowser, outside);
  const counts = (await Promise.all([outside, browser])).flatMap((count) => count ?? []);
  const sum = (kind: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[kind], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

const args = process.argv.slice(2);
if (args.includes('--pictures')) process.env.E2E_PICTURES = 'on';
const total = await run(choose(args)).catch(
  (error: Error): Count => ({ passed: 0, failed: 1, skipped: 0, failures: [error.stack ?? error.message] }),
);
if (args.includes('--keep-times')) keepTimes();
// Once more at the very end, where somebody who sees only the last lines finds it.
for (const failure of total.failures) process.stdout.write(`FAILED ${failure}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
// Nothing to run is a mistake, except where nothing has changed.
const none = total.passed === 0 && !args.some((arg) => arg.startsWith('--changed'));
process.exit(total.failed > 0 || none ? 1 : 0);
