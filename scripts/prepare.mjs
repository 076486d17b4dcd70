// Runs before start, dev and test, on whatever Node the machine has (20 or later) and with nothing installed yet: so it
// is plain JavaScript without dependencies. It is a script of its own because a shell remembers where it found `node`:
// only the next one sees the Node 24 that the install brings into node_modules/.bin.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NODE_MAJOR = 24;
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const windows = process.platform === 'win32';
const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.tradewind-install');
const broughtNode = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: windows, ...options });
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/** npm keeps its own note of what is installed: newer than the lock file means a person has just run npm install. */
function installed() {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  return statSync(note).mtimeMs >= statSync(lockFile).mtimeMs;
}

function majorOf(command) {
  const said = spawnSync(command, ['--version'], { encoding: 'utf8', shell: windows });
  return said.status === 0 ? Number(/^v(\d+)/.exec(said.stdout)?.[1] ?? 0) : 0;
}

function install() {
  process.stdout.write('Installing what package-lock.json names ...\n');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const clean = run('npm', ['ci', ...quiet]);
  if (clean.status === 0) return;
  process.stdout.write('npm ci did not succeed; trying npm install ...\n');
  if (run('npm', ['install', ...quiet]).status !== 0)
    give('The packages could not be installed. Is the npm registry within reach?');
}

function give(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!installed()) install();
// Node 24 is itself an npm package, whose install script may have been skipped (npm install --ignore-scripts).
if (majorOf(broughtNode) < NODE_MAJOR) {
  run('npm', ['rebuild', 'node', '--loglevel=error']);
  if (majorOf(broughtNode) < NODE_MAJOR && majorOf('node') < NODE_MAJOR)
    give(`Node ${NODE_MAJOR} could not be brought by the npm package "node". Install Node ${NODE_MAJOR} or later.`);
}
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== lockHash()) writeFileSync(stampFile, lockHash());

if (process.argv.includes('--tests')) {
  const node = majorOf(broughtNode) >= NODE_MAJOR ? broughtNode : 'node';
  const browser = run(node, [join(root, 'scripts', 'chromium.ts')]);
  if (browser.status !== 0) process.exit(browser.status ?? 1);
}
