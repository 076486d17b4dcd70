import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Config, secretCheck } from '../core/config.ts';
import { MAJOR, serverFolder, urlOfRunning } from '../core/database/embedded.ts';
import { databasePassword } from '../core/start.ts';
import { listFiles, sendFiles } from './company-files.ts';
import { markPoint } from './figures.ts';
import {
  type BaseRecord,
  baseFolder,
  DATA,
  FILE_LIST,
  logFolder,
  logName,
  MANIFEST,
  RECORD,
  sha256Of,
} from './layout.ts';
import { segmentAt } from './log-files.ts';
import type { BackupStore } from './store.ts';

const DATABASE = 'tradewind';
/** The log up to the point has to be in the store before the base counts. */
const LOG_WITHIN_MS = 10 * 60_000;
const LOOK_MS = 200;

/** Where the server lays its copy; what is left in it, a killed program left. */
export const baseOutbox = (dataDir: string): string => join(dataDir, 'base-out');

/** The address of the server that runs on the config's data folder. */
export async function runningUrl(config: Config): Promise<string> {
  const url = await urlOfRunning(config.dataDir, databasePassword(config), DATABASE);
  if (!url) throw new Error(`No database runs on ${config.dataDir}`);
  return url;
}

/** A connection of its own. Its statements fail when it is lost; the program goes on. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** What tells this server from all others, also from one that an upgrade made of it. */
export async function serverIdentifier(on: pg.ClientBase): Promise<string> {
  const { rows } = await on.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  return rows[0]?.id ?? '';
}

/**
 * Copies the whole running server into the store, with the figures of the moment after it. PostgreSQL itself makes the
 * copy (BASE_BACKUP). Somebody must be sending the log to the store meanwhile.
 */
export async function takeBase(config: Config, store: BackupStore): Promise<BaseRecord> {
  const url = await runningUrl(config);
  const client = await connect(url);
  const id = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scratch = join(baseOutbox(config.dataDir), id);
  await serverFolder(baseOutbox(config.dataDir));
  await serverFolder(scratch);
  const folder = join(scratch, 'server');
  try {
    const start = await copyServer(url, folder);
    const point = `tradewind-${id}`;
    const { figures, position } = await markPoint(client, point);
    const at = new Date().toISOString();
    const server = await serverIdentifier(client);
    await client.query('select pg_switch_wal()');
    const files = config.filesUrl ? undefined : await listFiles(config.dataDir);
    await sendFiles(config.dataDir, store, files ?? []);
    const record: BaseRecord = {
      ...{ format: 1, at, point, postgres: MAJOR, timeline: start.timeline, position, figures },
      firstSegment: segmentAt(start.timeline, start.position),
      secretCheck: secretCheck(config),
      bytes: (await stat(join(folder, DATA))).size,
      sha256: await sha256Of(join(folder, DATA)),
      ...(files ? { files: files.length } : {}),
    };
    const into = baseFolder(server, id);
    await writeFile(join(scratch, FILE_LIST), JSON.stringify(files ?? []));
    await writeFile(join(scratch, RECORD), JSON.stringify(record, null, 2));
    await store.put(into + DATA, join(folder, DATA));
    await store.put(into + MANIFEST, join(folder, MANIFEST));
    await store.put(into + FILE_LIST, join(scratch, FILE_LIST));
    await untilThere(store, logName(server, segmentAt(start.timeline, position)));
    await store.put(into + RECORD, join(scratch, RECORD));
    return record;
  } finally {
    await client.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @returns from where in the log on the copy is good */
async function copyServer(url: string, folder: string): Promise<{ position: string; timeline: number }> {
  const replication = new URL(url);
  replication.searchParams.set('replication', 'true');
  const client = await connect(replication.href);
  try {
    const options = [
      `label 'tradewind', checkpoint 'fast', manifest 'yes', compression 'gzip'`,
      `target 'server', target_detail ${client.escapeLiteral(folder)}`,
    ];
    const results = (await client.query(`BASE_BACKUP (${options.join(', ')})`)) as unknown as pg.QueryResult<{
      recptr: string;
      tli: string;
    }>[];
    const [first] = results[0]?.rows ?? [];
    if (!first) throw new Error('The server gave no position for its copy');
    return { position: first.recptr, timeline: Number(first.tli) };
  } finally {
    await client.end();
  }
}

async function untilThere(store: BackupStore, name: string): Promise<void> {
  for (let waited = 0; !(await store.has(name)); waited += LOOK_MS) {
    if (waited > LOG_WITHIN_MS) throw new Error(`The log does not reach the store: ${name} is not there`);
    await sleep(LOOK_MS);
  }
}

/** The bases of a store that are whole, oldest first. */
export async function listBases(store: BackupStore): Promise<{ server: string; id: string }[]> {
  const found = (await store.list('')).flatMap((name) => {
    const [, server, id] = /^(\d+)\/bases\/(\w+)\/base\.json$/.exec(name) ?? [];
    return server && id ? [{ server, id }] : [];
  });
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The files of a server's log in a store, by their names there. */
export async function listLog(store: BackupStore, server: string): Promise<string[]> {
  const folder = logFolder(server);
  return (await store.list(folder)).map((name) => name.slice(folder.length, -'.gz'.length));
}

export async function readJson(store: BackupStore, name: string, scratch: string): Promise<unknown> {
  const file = join(scratch, 'read.json');
  await store.get(name, file);
  return JSON.parse(await readFile(file, 'utf8'));
}
