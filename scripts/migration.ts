import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SNAPSHOTS = join(ROOT, 'apps/server/migrations/meta');

/**
 * `npm run migration -- --name <name>` appends a migration with what the table files say and the last one does not.
 * The kit compares with its newest snapshot, so only that one is kept, on one line.
 */
execFileSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
    'generate',
    '--config',
    'apps/server/drizzle.config.ts',
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
const snapshots = readdirSync(SNAPSHOTS)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort();
const newest = snapshots.pop();
for (const old of snapshots) rmSync(join(SNAPSHOTS, old));
if (newest) {
  const file = join(SNAPSHOTS, newest);
  writeFileSync(file, `${JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))}\n`);
}
