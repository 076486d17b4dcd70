import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkFirstLoad } from './first-load.ts';

const ROOT = join(import.meta.dirname, '..');
const WEB = join(ROOT, 'apps/web');
const STAMP = join(WEB, 'dist/.sources');
const SOURCES = ['apps/web/{src,public}/**/*', 'apps/web/*.{ts,html,json}', 'packages/contract/src/**/*.ts'];

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true }))
    if (entry.isFile() && !entry.name.endsWith('.test.ts')) files.push(join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest('hex');
}

/** Builds the web's files into apps/web/dist when they do not come from the sources as they are now. */
export async function buildWeb(): Promise<void> {
  const now = await sourcesHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return;
  process.stdout.write('Building the web ...\n');
  const vite = join(dirname(createRequire(join(WEB, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--manifest', '--logLevel', 'warn'], {
    cwd: WEB,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web could not be built');
  writeFileSync(STAMP, now);
}

if (import.meta.main) {
  await buildWeb();
  checkFirstLoad(join(WEB, 'dist'));
}
