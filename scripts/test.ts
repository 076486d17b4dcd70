import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildWeb } from './web.ts';

const ROOT = join(import.meta.dirname, '..');

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

async function vitest(args: string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const runner = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [runner, 'run', ...args, ...reporters], {
    cwd: ROOT,
    // Each test file reads the program anew: what was read once is kept compiled.
    env: { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  const count = existsSync(file) ? counted(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  rmSync(folder, { recursive: true, force: true });
  // A run that went wrong outside of any test (a crash, an error nobody caught) is a failure too.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function counted(text: string): Count {
  const read = report.parse(JSON.parse(text));
  const broken = read.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + broken.length,
    skipped: read.numPendingTests,
  };
}

/** Unit, database and protocol tests, then the browser's. With paths given: only the tests under these. */
async function all(paths: string[]): Promise<Count> {
  const inBrowser = paths.filter((path) => path.startsWith('e2e'));
  const elsewhere = paths.filter((path) => !path.startsWith('e2e'));
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  const add = (count: Count) => {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  };
  if (paths.length === 0 || elsewhere.length > 0) add(await vitest(elsewhere));
  if (paths.length === 0 || inBrowser.length > 0) {
    await buildWeb();
    add(await vitest(['--config', 'e2e/vitest.config.ts', ...inBrowser]));
  }
  return total;
}

const total = await all(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
});
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
