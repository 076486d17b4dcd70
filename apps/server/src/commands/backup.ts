import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { takeBase } from '../backup/base.ts';
import { openStore } from '../backup/store.ts';
import { readConfig, secretCheck } from '../core/config.ts';
import { stopLeftover } from '../core/database/embedded.ts';
import { holdFolder } from '../core/start.ts';
import { MANIFEST, type Manifest, tar } from './archive.ts';
import { Refused, run, say } from './command.ts';

/** A base of the continuous backup now, beside the running Tradewind that sends the log. */
async function baseNow(): Promise<void> {
  const config = readConfig(process.env);
  if (!config.backup) throw new Refused('BACKUP_URL is not set: say where the continuous backup lies.');
  if (!existsSync(join(config.dataDir, 'postgres', 'postmaster.pid')))
    throw new Refused('A base is taken from a running Tradewind: npm start, with this BACKUP_URL.');
  const { at, bytes, figures } = await takeBase(config, await openStore(config.backup.url));
  say(JSON.stringify({ at, bytes, figures }));
}

/** One file of the whole embedded default: database, files, secret. A cold copy, so Tradewind has to be stopped. */
async function backup([target]: string[]): Promise<void> {
  if (!target) throw new Refused('Say where to: npm run backup -- FILE, or: now');
  if (target === 'now') return baseNow();
  const file = resolve(target);
  if (existsSync(file)) throw new Refused(`${file} exists already: name a new file.`);
  if (process.env.DATABASE_URL)
    throw new Refused('DATABASE_URL names your own PostgreSQL: back that up with pg_dump or your provider’s backups.');
  const folder = resolve(process.env.TRADEWIND_DATA || './.data');
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION')))
    throw new Refused(`There is no Tradewind database in ${folder}: nothing to back up.`);
  const config = readConfig(process.env);
  const release = await holdFolder(folder);
  const scratch = await mkdtemp(join(tmpdir(), 'tradewind-backup-'));
  const unfinished = `${file}.unfinished`;
  try {
    await stopLeftover(join(folder, 'postgres'));
    const about: Manifest = {
      format: 1,
      at: new Date().toISOString(),
      postgres: (await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).trim(),
      secretCheck: secretCheck(config),
      secretInside: !process.env.TRADEWIND_SECRET,
    };
    await writeFile(join(scratch, MANIFEST), JSON.stringify(about, null, 2));
    const parts = ['postgres', 'files', 'outbox', 'sandbox.json', ...(about.secretInside ? ['secret'] : [])];
    const there = parts.filter((part) => existsSync(join(folder, part)));
    await writeFile(unfinished, '', { mode: 0o600 });
    await tar(['-czf', unfinished, '-C', scratch, MANIFEST, '-C', folder, ...there]);
    await rename(unfinished, file);
    say(`${basename(file)} holds all of ${folder}: ${Math.ceil((await stat(file)).size / 1024 / 1024)} MB.`);
    say(
      about.secretInside
        ? 'Keep it as safe as the data itself: the key of the shops’ tokens is in it.'
        : 'It can be read only with the TRADEWIND_SECRET of today: keep that somewhere else.',
    );
    if (config.filesUrl) say('FILES_URL names a store of its own: its files are not in the backup.');
  } finally {
    await rm(unfinished, { force: true });
    await rm(scratch, { recursive: true, force: true });
    await release();
  }
}

await run(backup);
