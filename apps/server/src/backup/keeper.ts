import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { App } from '../core/app.ts';
import { logOutbox } from '../core/database/embedded.ts';
import { backupLateSeconds } from '../core/metrics.ts';
import { baseOutbox, connect, listBases, runningUrl, serverIdentifier, takeBase } from './base.ts';
import { listFiles, sendFiles } from './company-files.ts';
import { expire } from './expire.ts';
import { logName } from './layout.ts';
import { isHistory, isSegment, numberOf, segmentName, timelineOf } from './log-files.ts';
import { type BackupStore, openStore } from './store.ts';

const EVERY_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const FILES_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** After a base that failed. */
const AGAIN_MS = 5 * 60_000;
/** While the program stops, what is left of the log may take so long. */
const LAST_MS = 2_000;

/**
 * Keeps the backup of the embedded database up to date: sends each finished file of its log and each new file of a
 * company to the store, takes a base when one is due, and removes what is older than is kept.
 * @returns ends it, with the log sent up to then
 */
export async function keepBackup(app: App): Promise<() => Promise<void>> {
  const { backup } = app.config;
  if (!backup) return async () => {};
  const store = await openStore(backup.url);
  await rm(baseOutbox(app.config.dataDir), { recursive: true, force: true });
  const client = await connect(await runningUrl(app.config));
  const server = await serverIdentifier(client).finally(() => client.end());
  const keeper = new Keeper(app, store, server, backup);
  const running = keeper.run();
  return async () => {
    keeper.stop();
    const last = running.then(() => keeper.last());
    const failed = (error: unknown) => app.log.warn({ error }, 'backup: the end of the log was not sent');
    await Promise.race([last.catch(failed), sleep(LAST_MS)]);
  };
}

class Keeper {
  readonly #app: App;
  readonly #store: BackupStore;
  readonly #server: string;
  readonly #days: { everyDays: number; keepDays: number };
  readonly #stopped = new AbortController();
  #baseDueAt: number | undefined;
  #filesDueAt = 0;
  #takingBase: Promise<void> | undefined;
  #sentBefore: string | undefined;
  #historiesSent = false;

  constructor(app: App, store: BackupStore, server: string, days: { everyDays: number; keepDays: number }) {
    this.#app = app;
    this.#store = store;
    this.#server = server;
    this.#days = days;
  }

  async run(): Promise<void> {
    let wait = EVERY_MS;
    while (!this.#stopped.signal.aborted) {
      try {
        await this.#turn();
        wait = EVERY_MS;
      } catch (error) {
        this.#app.log.error({ error }, 'backup: cannot reach the store, tries again');
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
      await this.#measure();
      await sleep(wait, undefined, { signal: this.#stopped.signal }).catch(() => {});
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** What was written since the last full file of the log. */
  async last(): Promise<void> {
    const { rows } = await this.#app.database.direct.query<{ file: string; written: number }>(
      'select file_name as file, file_offset as written from pg_walfile_name_offset(pg_switch_wal())',
    );
    const [{ file, written } = { file: '', written: 0 }] = rows;
    // A file that has just begun stays as it is.
    const isThere = () => written === 0 || existsSync(join(logOutbox(this.#app.config.dataDir), file));
    for (let waited = 0; waited < LAST_MS && !isThere(); waited += 50) await sleep(50);
    await this.#sendLog();
  }

  async #turn(): Promise<void> {
    if (!this.#historiesSent) await this.#sendHistories();
    this.#historiesSent = true;
    await this.#sendLog();
    if (Date.now() >= this.#filesDueAt && !this.#app.config.filesUrl) {
      const { dataDir } = this.#app.config;
      await sendFiles(dataDir, this.#store, await listFiles(dataDir));
      this.#filesDueAt = Date.now() + FILES_EVERY_MS;
    }
    this.#baseDueAt ??= await this.#whenBaseIsDue();
    if (Date.now() < this.#baseDueAt || this.#takingBase) return;
    // Beside the log, which the base waits for.
    this.#takingBase = this.#base().finally(() => {
      this.#takingBase = undefined;
    });
  }

  async #base(): Promise<void> {
    try {
      const { bytes, at } = await takeBase(this.#app.config, this.#store);
      this.#app.log.info({ bytes, at }, 'backup: base taken');
      this.#baseDueAt = Date.parse(at) + this.#days.everyDays * DAY_MS;
      await expire(this.#app.config, this.#store, this.#days.keepDays);
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#app.log.error({ error }, 'backup: no base, tries again');
      this.#baseDueAt = Math.max(this.#baseDueAt ?? 0, Date.now() + AGAIN_MS);
    }
  }

  async #whenBaseIsDue(): Promise<number> {
    const own = (await listBases(this.#store)).filter(({ server }) => server === this.#server);
    const newest = own.at(-1)?.id;
    if (!newest) return Date.now();
    const at = newest.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
    return Date.parse(at) + this.#days.everyDays * DAY_MS;
  }

  async #sendLog(): Promise<void> {
    const outbox = logOutbox(this.#app.config.dataDir);
    const names = (await readdir(outbox)).sort();
    const scratch = await mkdtemp(join(tmpdir(), 'tradewind-log-'));
    try {
      for (const name of names) {
        // Others are unfinished, or not needed: notes about a copy, the end of a line that a restore left.
        if (isSegment(name) || isHistory(name)) {
          await this.#send(outbox, name, scratch);
          await this.#afterSending(name);
        } else if (!/\.(backup|partial)$/.test(name)) continue;
        await rm(join(outbox, name));
      }
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async #send(folder: string, name: string, scratch: string): Promise<void> {
    const packed = join(scratch, name);
    await pipeline(createReadStream(join(folder, name)), createGzip({ level: 3 }), createWriteStream(packed));
    await this.#store.put(logName(this.#server, name), packed);
    await rm(packed);
  }

  /**
   * Where a restore left the earlier line of the log. The server that restored handed out no log, and the next one does
   * not hand out what was there before it; without it a later restore would follow the line that was left.
   */
  async #sendHistories(): Promise<void> {
    const folder = join(this.#app.config.dataDir, 'postgres', 'pg_wal');
    const scratch = await mkdtemp(join(tmpdir(), 'tradewind-log-'));
    try {
      for (const name of (await readdir(folder)).filter(isHistory))
        if (!(await this.#store.has(logName(this.#server, name)))) await this.#send(folder, name, scratch);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  /** A hole in the log, left while nobody kept a backup, makes the bases before it end there: a new one is due. */
  async #afterSending(name: string): Promise<void> {
    if (!isSegment(name)) return;
    const previous = segmentName(timelineOf(name), numberOf(name) - 1);
    const whole = this.#sentBefore === previous || (await this.#store.has(logName(this.#server, previous)));
    if (!whole && this.#sentBefore === undefined) this.#baseDueAt = Date.now();
    this.#sentBefore = name;
  }

  async #measure(): Promise<void> {
    const outbox = logOutbox(this.#app.config.dataDir);
    const names = (await readdir(outbox).catch(() => [])).filter(isSegment).sort();
    const oldest = names[0] ? await stat(join(outbox, names[0])).catch(() => undefined) : undefined;
    const late = (since: number | undefined) => (since === undefined ? 0 : Math.max(0, Date.now() - since) / 1000);
    backupLateSeconds.set({ what: 'log' }, late(oldest?.mtimeMs));
    backupLateSeconds.set({ what: 'base' }, late(this.#baseDueAt));
  }
}
