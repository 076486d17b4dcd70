import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// All areas: each says what its documents hold of the stock.
import '../areas.ts';
import { checkAll } from '../areas/integrity/public.ts';
import type { Config } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { databasePasswords, openApp } from '../core/start.ts';
import { readJson } from './base.ts';
import { chooseBase, fetchLog, unpackBase } from './choose.ts';
import { type Figures, readFigures } from './figures.ts';
import { baseFolder, FILE_LIST, FILES } from './layout.ts';
import { figuresAtPoint, type Recovery, recoverTo } from './recover.ts';
import { type BackupStore, openStore } from './store.ts';

export interface TrialReport {
  backupAt: string;
  restoredTo: string | null;
  seconds: number;
  /** The figures recorded with the backup, and those of the restored database at the very same point of its log. */
  counts: { recorded: Figures; restored: Figures; atTheEnd: Figures };
  files: { recorded: number; present: number } | null;
  checks: { companies: number; held: number; broken: string[] };
  ok: boolean;
}

/** Restores the backup of this moment, or the newest, into a folder that it removes again, and compares and checks it. */
export async function tryRestore(config: Config, url: string, at: Date | undefined): Promise<TrialReport> {
  const began = performance.now();
  const store = await openStore(url);
  const scratch = await mkdtemp(join(tmpdir(), 'tradewind-trial-'));
  try {
    const { recovery, chosen } = await prepareRecovery(config, store, at, scratch);
    const { record } = chosen;
    const restored = await figuresAtPoint(recovery, record.point);
    const last = await recoverTo(recovery, at);
    const end = await checkRestored(config, recovery.folder);
    const files =
      record.files === undefined ? null : await countFiles(store, baseFolder(chosen.server, chosen.id), scratch);
    const same = JSON.stringify(sorted(restored)) === JSON.stringify(sorted(record.figures));
    return {
      backupAt: record.at,
      restoredTo: last?.toISOString() ?? null,
      seconds: Math.round(performance.now() - began) / 1000,
      counts: { recorded: record.figures, restored, atTheEnd: end.figures },
      files,
      checks: end.checks,
      ok: same && end.checks.broken.length === 0 && files?.recorded === files?.present,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const sorted = (figures: Figures) => Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1));

/** Lays base and log into a folder of their own below `scratch`, on which a server can recover. @throws Refused */
export async function prepareRecovery(config: Config, store: BackupStore, at: Date | undefined, scratch: string) {
  const chosen = await chooseBase(config, store, at, scratch);
  const folder = join(scratch, 'restored');
  await mkdir(folder);
  await unpackBase(store, chosen, join(folder, 'postgres'), scratch);
  const missing = await fetchLog(store, chosen, join(folder, 'log'));
  const recovery: Recovery = { folder, passwords: databasePasswords(config), missing };
  return { recovery, chosen };
}

/** Opens it as a program of its own would, with its migrations, and makes all integrity checks. */
async function checkRestored(config: Config, folder: string) {
  const opened = await openApp({ ...config, dataDir: folder, backup: undefined, logLevel: 'warn' });
  const { app } = opened;
  try {
    const companies = await app.database.asOwner<{ id: number }>(sql`select id from company order by id`);
    const broken: string[] = [];
    let held = 0;
    for (const { id } of companies)
      for (const result of await checkAll(app, systemContext(id, 'restore')))
        if (result.green) held++;
        else broken.push(`${id} ${result.key}: ${result.error ?? `${result.broken} rows`}`);
    const client = await app.database.owner.connect();
    const figures = await readFigures(client).finally(() => client.release());
    return { figures, checks: { companies: companies.length, held, broken } };
  } finally {
    await opened.close();
  }
}

async function countFiles(store: BackupStore, base: string, scratch: string) {
  const list = (await readJson(store, base + FILE_LIST, scratch)) as string[];
  const there = new Set(await store.list(FILES));
  return { recorded: list.length, present: list.filter((key) => there.has(FILES + key)).length };
}
