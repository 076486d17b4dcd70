import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const MIGRATIONS = join(ROOT, 'apps/server/migrations');
const SNAPSHOTS = join(MIGRATIONS, 'meta');
const JOURNAL = join(SNAPSHOTS, '_journal.json');

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}
const journal = (): Journal => JSON.parse(readFileSync(JOURNAL, 'utf8'));
const numberOf = (name: string): number => Number(name.slice(0, 4));

/**
 * `npm run migration -- --name <name>` appends a migration with what the table files say and the last one does not.
 * The kit counts the migrations for its number; some numbers were never used, so it gets the one after the last. The kit
 * compares with its newest snapshot, so only that one is kept, on one line.
 */
const before = journal().entries;
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
const after = journal();
const made = after.entries[before.length];
if (made) {
  const last = Math.max(...before.map(({ tag }) => numberOf(tag)));
  const number = String(last + 1).padStart(4, '0');
  const kept = `${made.tag.slice(0, 4)}_snapshot.json`;
  const snapshot = JSON.stringify(JSON.parse(readFileSync(join(SNAPSHOTS, kept), 'utf8')));
  for (const name of readdirSync(SNAPSHOTS).filter((one) => one.endsWith('_snapshot.json')))
    rmSync(join(SNAPSHOTS, name));
  writeFileSync(join(SNAPSHOTS, `${number}_snapshot.json`), `${snapshot}\n`);
  const tag = `${number}${made.tag.slice(4)}`;
  renameSync(join(MIGRATIONS, `${made.tag}.sql`), join(MIGRATIONS, `${tag}.sql`));
  made.tag = tag;
  writeFileSync(JOURNAL, JSON.stringify(after, null, 2));
}
