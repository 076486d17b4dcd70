import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../core/config.ts';
import { listBases, listLog, readJson } from './base.ts';
import { listFiles } from './company-files.ts';
import { baseFolder, baseRecord, DATA, FILE_LIST, FILES, logName, MANIFEST, RECORD } from './layout.ts';
import { isSegment, numberOf } from './log-files.ts';
import type { BackupStore } from './store.ts';

const DAY_MS = 86_400_000;

/**
 * Removes bases of which a newer one is older than `keepDays` as well, the log before the oldest that stays, and files that
 * no base lists any more: each moment of the last `keepDays` can still be restored.
 */
export async function expire(config: Config, store: BackupStore, keepDays: number): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'tradewind-expire-'));
  try {
    const bases = [];
    for (const base of await listBases(store)) {
      const record = baseRecord.parse(await readJson(store, baseFolder(base.server, base.id) + RECORD, scratch));
      bases.push({ ...base, record });
    }
    const limit = Date.now() - keepDays * DAY_MS;
    const firstKept = bases.findLastIndex(({ record }) => Date.parse(record.at) <= limit);
    const [old, kept] = [bases.slice(0, Math.max(0, firstKept)), bases.slice(Math.max(0, firstKept))];
    // The record first: half a base does not count.
    for (const { server, id } of old)
      for (const name of [RECORD, DATA, MANIFEST, FILE_LIST]) await store.remove(baseFolder(server, id) + name);
    for (const server of new Set(bases.map((base) => base.server))) {
      const oldest = kept.find((base) => base.server === server)?.record.firstSegment;
      await expireLog(store, server, oldest);
    }
    if (old.length > 0 && !config.filesUrl) await expireFiles(config, store, kept, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function expireLog(store: BackupStore, server: string, oldest: string | undefined): Promise<void> {
  for (const name of (await listLog(store, server)).filter(isSegment))
    if (oldest === undefined || numberOf(name) < numberOf(oldest)) await store.remove(logName(server, name));
}

async function expireFiles(
  config: Config,
  store: BackupStore,
  kept: readonly { server: string; id: string }[],
  scratch: string,
): Promise<void> {
  const needed = new Set(await listFiles(config.dataDir));
  for (const { server, id } of kept) {
    const list = z.array(z.string()).parse(await readJson(store, baseFolder(server, id) + FILE_LIST, scratch));
    for (const key of list) needed.add(key);
  }
  for (const name of await store.list(FILES)) if (!needed.has(name.slice(FILES.length))) await store.remove(name);
}
