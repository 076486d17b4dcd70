import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const bin = (path: string) => join(ROOT, 'node_modules', path);
const node = (...args: string[]) => [process.execPath, ...args];

/** Two checks run at a time. Each of TypeScript's checkers works out types anew that the others know: no more than have room. */
const types = (project: string) =>
  node(bin('typescript/bin/tsc'), '-p', project, '--checkers', String(Math.max(1, availableParallelism() >> 1)));

/** What must hold of the text of the program, before anything runs. */
const CHECKS: { name: string; command: string[] }[] = [
  { name: 'types of the server, packages and tests', command: types('.') },
  { name: 'types of the web', command: types('apps/web') },
  { name: 'format and lint', command: node(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings') },
  { name: 'order of the areas', command: node(join(import.meta.dirname, 'order.ts')) },
  { name: 'words', command: node(join(import.meta.dirname, 'words.ts')) },
  { name: 'texts', command: node(join(import.meta.dirname, 'texts.ts')) },
  { name: 'days, widths and statements', command: node(join(import.meta.dirname, 'line-rules.ts')) },
  { name: 'migrations beside the running version', command: node(join(import.meta.dirname, 'migration-rules.ts')) },
  { name: 'statements on a cluster', command: node(join(import.meta.dirname, 'cluster-rules.ts')) },
  { name: 'packages of others', command: node(join(import.meta.dirname, 'dependencies.ts')) },
  { name: 'docs/wiring.md', command: node(join(import.meta.dirname, 'wiring.ts')) },
  { name: 'first load of the web', command: node(join(import.meta.dirname, 'web.ts')) },
  { name: 'nothing unused', command: node(bin('knip/bin/knip.js'), '--no-config-hints') },
];

function run([file = '', ...args]: string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += String(chunk);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => resolve({ ok: code === 0, said }));
  });
}

interface Outcome {
  ok: boolean;
  said: string;
  seconds: string;
}

async function timed(command: string[]): Promise<Outcome> {
  const started = performance.now();
  const outcome = await run(command);
  return { ...outcome, seconds: ((performance.now() - started) / 1000).toFixed(1) };
}

/** Two at a time, each taking the next. The results come in the order of the list. */
const checks = CHECKS.map((check) => ({ ...check, outcome: Promise.withResolvers<Outcome>() }));
const waiting = [...checks];
async function lane(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) next.outcome.resolve(await timed(next.command));
}
void lane();
void lane();

let failed = 0;
for (const { name, outcome } of checks) {
  const { ok, said, seconds } = await outcome.promise;
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (ok) {
    for (const line of said.split('\n')) if (line.startsWith('warning: ')) process.stdout.write(`       ${line}\n`);
    continue;
  }
  failed++;
  process.stdout.write(`${said.trimEnd()}\n`);
}
process.stdout.write(`${CHECKS.length - failed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
