import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readConfig } from '../core/config.ts';
import { MAJOR, serverUser, stopLeftover } from '../core/database/embedded.ts';
import { holdFolder } from '../core/start.ts';
import { brokenArchive, MANIFEST, type Manifest, manifest, secretCheck, tar } from './archive.ts';
import { Refused, run, say } from './command.ts';

async function restore(args: string[]): Promise<void> {
  const force = args.includes('--force');
  const [source] = args.filter((arg) => !arg.startsWith('--'));
  if (!source) throw new Refused('Say from where: npm run restore -- FILE [--force]');
  const file = resolve(source);
  if (!existsSync(file)) throw new Refused(`There is no ${file}.`);
  if (process.env.DATABASE_URL)
    throw new Refused('DATABASE_URL names your own PostgreSQL: a backup of the embedded default cannot go there.');
  const about = await readManifest(file);
  const folder = resolve(process.env.TRADEWIND_DATA || './.data');
  const taken = ['postgres', 'files'].some((part) => existsSync(join(folder, part)));
  if (taken && !force)
    throw new Refused(
      `${folder} holds a Tradewind database. With --force it is put aside and the backup takes its place.`,
    );
  const release = await holdFolder(folder);
  try {
    await stopLeftover(join(folder, 'postgres'));
    await replace(folder, file, about);
  } finally {
    await release();
  }
  say(`Restored into ${folder} as of ${about.at}. npm start brings it up.`);
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
  if (about.postgres !== MAJOR)
    throw new Refused(`The backup is of PostgreSQL ${about.postgres}; this Tradewind brings PostgreSQL ${MAJOR}.`);
  if (!about.secretInside && secretCheck(readConfig(process.env)) !== about.secretCheck)
    throw new Refused('The backup was made under another TRADEWIND_SECRET: set that one and try again.');
  if (about.secretInside && process.env.TRADEWIND_SECRET)
    throw new Refused('The backup brings its own secret: unset TRADEWIND_SECRET and try again.');
  return about;
}

/** The backup is unpacked beside what is there, which moves aside only once that has succeeded. */
async function replace(folder: string, file: string, about: Manifest): Promise<void> {
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, 'restoring-'));
  try {
    await tar(['-xzf', file, '-C', fresh]);
    const server = serverUser();
    if (server) spawnSync('chown', ['-R', `${server.uid}:${server.gid}`, join(fresh, 'postgres')]);
    await rm(join(fresh, MANIFEST));
    const parts = ['postgres', 'files', 'outbox', 'sandbox.json', ...(about.secretInside ? ['secret'] : [])];
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
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

await run(restore);
