import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { brokenArchive, tar } from '../commands/archive.ts';
import { Refused } from '../commands/command.ts';
import { type Config, knowsSecret } from '../core/config.ts';
import { MAJOR } from '../core/database/embedded.ts';
import { listBases, listLog, readJson } from './base.ts';
import { type BaseRecord, baseFolder, baseRecord, DATA, logName, positionOf, RECORD, sha256Of } from './layout.ts';
import { following, isHistory, numberOf, segmentAt, timelineOf } from './log-files.ts';
import type { BackupStore } from './store.ts';

export interface Chosen {
  server: string;
  id: string;
  record: BaseRecord;
}

/** The newest base from which this moment, or the last one, can be reached. @throws Refused */
export async function chooseBase(
  config: Config,
  store: BackupStore,
  at: Date | undefined,
  scratch: string,
): Promise<Chosen> {
  const all = await listBases(store);
  if (all.length === 0) throw new Refused('The store holds no whole backup.');
  const server = all.at(-1)?.server ?? '';
  const branch = await lastBranch(store, server, scratch);
  for (const { id } of all.filter((base) => base.server === server).reverse()) {
    const record = baseRecord.parse(await readJson(store, baseFolder(server, id) + RECORD, scratch));
    if ((at && Date.parse(record.at) > at.getTime()) || !reaches(record, branch)) continue;
    if (record.postgres !== MAJOR)
      throw new Refused(`The backup is of PostgreSQL ${record.postgres}; this Tradewind brings PostgreSQL ${MAJOR}.`);
    if (!knowsSecret(config, record.secretCheck))
      throw new Refused(
        'The backup was made under another secret: put the file "secret" there, set TRADEWIND_SECRET, or add it to TRADEWIND_OTHER_SECRET.',
      );
    return { server, id, record };
  }
  throw new Refused(`The store holds no backup as old as ${at?.toISOString()}.`);
}

interface Branch {
  timeline: number;
  /** Up to where each earlier timeline is part of it. */
  until: Map<number, bigint>;
}

/** Where the newest line of the log left the earlier ones: after a restore to an earlier moment there are several. */
async function lastBranch(store: BackupStore, server: string, scratch: string): Promise<Branch> {
  const names = await listLog(store, server);
  const newest = names.filter(isHistory).sort().at(-1);
  if (!newest) return { timeline: 1, until: new Map() };
  const packed = join(scratch, 'history.gz');
  await store.get(logName(server, newest), packed);
  const lines = gunzipSync(await readFile(packed))
    .toString('utf8')
    .split('\n');
  const until = lines.flatMap((line) => {
    const [, timeline, position] = /^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/.exec(line) ?? [];
    return timeline && position ? [[Number(timeline), positionOf(position)] as const] : [];
  });
  return { timeline: timelineOf(newest), until: new Map(until) };
}

function reaches(record: BaseRecord, { timeline, until }: Branch): boolean {
  if (record.timeline === timeline) return true;
  const end = until.get(record.timeline);
  return end !== undefined && positionOf(record.position) <= end;
}

/** Lays the server's folder as it was copied into `folder`. @throws Refused if the copy is not what it was */
export async function unpackBase(store: BackupStore, { server, id, record }: Chosen, folder: string, scratch: string) {
  const packed = join(scratch, DATA);
  await store.get(baseFolder(server, id) + DATA, packed).catch(() => {
    throw new Refused(`The backup ${id} is incomplete: ${DATA} is not there.`);
  });
  const { size } = await stat(packed);
  if (size < record.bytes)
    throw new Refused(`The backup ${id} is incomplete: ${size} of ${record.bytes} bytes are there.`);
  if ((await sha256Of(packed)) !== record.sha256)
    throw new Refused(`The backup ${id} is damaged: its contents have changed.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await tar(['-xzf', packed, '-C', folder]);
}

/** Brings the log since the base. @returns the first file that is missing though later ones are there */
export async function fetchLog(
  store: BackupStore,
  { server, record }: Chosen,
  folder: string,
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const names = await listLog(store, server);
  const { there, missing } = following(names, record.firstSegment);
  const end = segmentAt(record.timeline, record.position);
  if (there.length === 0 || (missing !== undefined && numberOf(missing) <= numberOf(end)))
    throw new Refused(`The file ${missing} of the log is missing: the backup cannot be restored without it.`);
  for (const name of [...there, ...names.filter(isHistory)]) {
    const packed = join(folder, `${name}.gz`);
    await store.get(logName(server, name), packed);
    if (await brokenArchive(packed)) throw new Refused(`The file ${name} of the log is incomplete or damaged.`);
  }
  return missing;
}
