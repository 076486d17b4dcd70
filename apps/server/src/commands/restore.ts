import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchFiles } from '../backup/company-files.ts';
import { recoverTo } from '../backup/recover.ts';
import { openStore } from '../backup/store.ts';
import { knowsSecret, readConfig } from '../core/config.ts';
import { MAJOR, serverUser, stopLeftover } from '../core/database/embedded.ts';
import { holdFolder } from '../core/start.ts';
import { canCarryOver } from '../upgrade/older-programs.ts';
import { brokenArchive, MANIFEST, type Manifest, manifest, tar } from './archive.ts';
import { Refused, run, say } from './command.ts';

const USAGE = 'npm run restore -- FILE | file:///... | s3://... [--at TIME] [--force], or: rehearse [--at TIME]';

async function restore(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args);
  const [source, ...more] = positionals;
  if (!source || more.length > 0) throw new Refused(`Say from where: ${USAGE}`);
  if (process.env.DATABASE_URL)
    throw new Refused('DATABASE_URL names your own PostgreSQL: a backup of the embedded default cannot go there.');
  const at = momentOf(values.at);
  if (source === 'rehearse') return tryBackup(at);
  const folder = resolve(process.env.TRADEWIND_DATA || './.data');
  const taken = ['postgres', 'files'].some((part) => existsSync(join(folder, part)));
  if (/^(file|s3):/.test(source)) return inPlace(folder, taken, values.force, fromStore(source, at));
  if (at) throw new Refused(`--at needs a continuous backup: ${USAGE}`);
  const file = resolve(source);
  if (!existsSync(file)) throw new Refused(`There is no ${file}.`);
  const about = await readManifest(file);
  return inPlace(folder, taken, values.force, async (fresh) => {
    await tar(['-xzf', file, '-C', fresh]);
    await rm(join(fresh, MANIFEST));
    return { asOf: about.at, parts: [...PARTS, ...(about.secretInside ? ['secret'] : [])] };
  });
}

function readArgs(args: string[]) {
  const options = { force: { type: 'boolean', default: false }, at: { type: 'string' } } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    throw new Refused(USAGE);
  }
}

const PARTS = ['postgres', 'files', 'outbox', 'sandbox.json'];

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  // Without its zone a time would mean another moment on another machine.
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new Refused(`--at ${text} is no moment: write it with its zone, such as 2026-11-28T14:05:00+08:00.`);
  return at;
}

async function tryBackup(at: Date | undefined): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
  if (!config.backup) throw new Refused('BACKUP_URL is not set: there is no continuous backup to rehearse.');
  // It reads the whole program, which whoever restores a file need not wait for.
  const { tryRestore } = await import('../backup/trial.ts');
  const report = await tryRestore(config, config.backup.url, at);
  say(JSON.stringify(report, null, 2));
  if (!report.ok) throw new Refused('The restored database is not what was backed up.');
}

type Fill = (fresh: string) => Promise<{ asOf: string; parts: string[] }>;

const fromStore =
  (url: string, at: Date | undefined): Fill =>
  async (fresh) => {
    const config = readConfig(process.env);
    const store = await openStore(url);
    const { prepareRecovery } = await import('../backup/trial.ts');
    const { recovery } = await prepareRecovery(config, store, at, fresh);
    const last = await recoverTo(recovery, at);
    const parts = ['postgres', ...(config.filesUrl ? [] : ['files'])];
    await rename(join(recovery.folder, 'postgres'), join(fresh, 'postgres'));
    if (!config.filesUrl) await fetchFiles(store, join(fresh, 'files'));
    for (const part of await readdir(fresh))
      if (!parts.includes(part)) await rm(join(fresh, part), { recursive: true });
    return { asOf: last?.toISOString() ?? 'the backup', parts };
  };

async function inPlace(folder: string, taken: boolean, force: boolean, fill: Fill): Promise<void> {
  if (taken && !force)
    throw new Refused(
      `${folder} holds a Tradewind database. With --force it is put aside and the backup takes its place.`,
    );
  const release = await holdFolder(folder);
  try {
    await stopLeftover(join(folder, 'postgres'));
    say(`Restored into ${folder} as of ${await replace(folder, fill)}. npm start brings it up.`);
  } finally {
    await release();
  }
}

async function readManifest(file: string): Promise<Manifest> {
  const text = await tar(['-xzOf', file, MANIFEST]).catch(async () => {
    const broken = await brokenArchive(file);
    if (broken === 'incomplete') throw new Refused(`${file} is incomplete: it ends too early. Copy it again.`);
    if (broken === 'damaged') throw new Refused(`${file} is damaged: its contents have changed. Copy it again.`);
    return '{}';
  });
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new Refused(`${file} is not a backup made by npm run backup.`);
  const about = read.data;
  if (about.postgres !== MAJOR && !canCarryOver(about.postgres))
    throw new Refused(`The backup is of PostgreSQL ${about.postgres}; this Tradewind brings PostgreSQL ${MAJOR}.`);
  if (!about.secretInside && !knowsSecret(readConfig(process.env), about.secretCheck))
    throw new Refused(
      'The backup was made under another TRADEWIND_SECRET: set that one, or add it to TRADEWIND_OTHER_SECRET, and try again.',
    );
  if (about.secretInside && process.env.TRADEWIND_SECRET)
    throw new Refused('The backup brings its own secret: unset TRADEWIND_SECRET and try again.');
  return about;
}

/** The backup is unpacked beside what is there, which moves aside only once that has succeeded. */
async function replace(folder: string, fill: Fill): Promise<string> {
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, 'restoring-'));
  try {
    const { asOf, parts } = await fill(fresh);
    const server = serverUser();
    if (server) spawnSync('chown', ['-R', `${server.uid}:${server.gid}`, join(fresh, 'postgres')]);
    const old = parts.filter((part) => existsSync(join(folder, part)));
    if (old.includes('postgres') || old.includes('files')) {
      const aside = join(folder, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`);
      await mkdir(aside);
      for (const part of old) await rename(join(folder, part), join(aside, part));
      say(`What was there is in ${aside}. Delete it when you no longer need it.`);
    }
    for (const part of await readdir(fresh)) {
      await rm(join(folder, part), { recursive: true, force: true });
      await rename(join(fresh, part), join(folder, part));
    }
    return asOf;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

await run(restore);
