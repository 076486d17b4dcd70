import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A scan that the server has not answered yet. */
export interface LoggedScan {
  /** Assigned by the database: 1, 2, 3 ... without gaps, over all windows of this browser. */
  id?: number;
  /** The key of the scanned act, which is logged once, even if the page reloads in between. */
  key: string;
  kind: string;
  payload: Record<string, unknown>;
  warehouseId: number;
  at: string;
}
export type StoredScan = LoggedScan & { id: number };

/** How a logged scan ended, as far as is known: `waiting` goes out when the connection is back. */
export type Booked<Result = unknown> = Answer<Result> | { state: 'waiting' };
export type Answer<Result = unknown> =
  | { state: 'done'; result: Result }
  | { state: 'refused'; message: string; code: string | null };
export interface AnsweredScan {
  id: number;
  key: string;
  answer: Answer;
}

/** A scan that the server refused and nobody has acknowledged: kept with all it holds, so that nothing counted is lost. */
export interface RefusedScan extends StoredScan {
  message: string;
  /** Its number at the server. */
  device: string;
  seq: number;
}
/** The number of answers to keep: a reloaded page repeats only its newest acts, whose answers it did not get. */
const ANSWERS_KEPT = 300;

interface Device {
  name: string;
  /** The server counts this device's scans from here: scan `id` is its number `id - base`. */
  base: number;
}

interface Schema extends DBSchema {
  scans: { key: number; value: LoggedScan; indexes: { key: string } };
  answered: { key: number; value: AnsweredScan; indexes: { key: string } };
  refused: { key: number; value: RefusedScan };
  device: { key: 'me'; value: Device };
}

/** Scans of one person in one company on this device; they outlive reloads and power cuts. */
export class LogStore {
  readonly #database: Promise<IDBPDatabase<Schema>>;

  constructor(owner: string) {
    this.#database = openDB<Schema>(`tw-scans-${owner}`, 3, {
      upgrade: (database, from) => {
        if (from < 1) {
          const scans = database.createObjectStore('scans', { keyPath: 'id', autoIncrement: true });
          scans.createIndex('key', 'key', { unique: true });
          database.createObjectStore('device');
        }
        if (from < 2)
          database.createObjectStore('answered', { keyPath: 'id' }).createIndex('key', 'key', { unique: true });
        database.createObjectStore('refused', { keyPath: 'id' });
      },
    });
  }

  /** @returns its number; of an act that was logged before that of the first time, and how it ended if that is known */
  async add(scan: LoggedScan): Promise<{ id: number; answer?: Answer }> {
    const transaction = (await this.#database).transaction(['scans', 'answered'], 'readwrite', {
      durability: 'strict',
    });
    const scans = transaction.objectStore('scans');
    const known = await transaction.objectStore('answered').index('key').get(scan.key);
    const id = known?.id ?? (await scans.index('key').getKey(scan.key)) ?? (await scans.add(scan));
    await transaction.done;
    return { id, ...(known && { answer: known.answer }) };
  }

  /** The result of an act that was logged before; undefined: it was not. */
  async find(key: string): Promise<Booked | undefined> {
    const transaction = (await this.#database).transaction(['scans', 'answered']);
    const known = await transaction.objectStore('answered').index('key').get(key);
    if (known) return known.answer;
    const id = await transaction.objectStore('scans').index('key').getKey(key);
    return id === undefined ? undefined : { state: 'waiting' };
  }

  async answerOf(id: number): Promise<Answer | undefined> {
    return (await (await this.#database).get('answered', id))?.answer;
  }

  async waiting(limit: number): Promise<StoredScan[]> {
    const rows = await (await this.#database).getAll('scans', null, limit);
    return rows.filter((row): row is StoredScan => row.id !== undefined);
  }

  async count(): Promise<number> {
    return (await this.#database).count('scans');
  }

  /** Removes them from the queue and keeps their results, so that the same act is not logged again. */
  async settle(answered: readonly AnsweredScan[], refused: readonly RefusedScan[]): Promise<void> {
    const transaction = (await this.#database).transaction(['scans', 'answered', 'refused'], 'readwrite');
    const scans = transaction.objectStore('scans');
    const answers = transaction.objectStore('answered');
    const newest = Math.max(...answered.map(({ id }) => id));
    await Promise.all([
      ...answered.flatMap((one) => [scans.delete(one.id), answers.put(one)]),
      ...refused.map((one) => transaction.objectStore('refused').put(one)),
      answers.delete(IDBKeyRange.upperBound(newest - ANSWERS_KEPT)),
      transaction.done,
    ]);
  }

  /** Scans that were refused, oldest first. */
  async refused(): Promise<RefusedScan[]> {
    return (await this.#database).getAll('refused');
  }

  async drop(id: number): Promise<void> {
    await (await this.#database).delete('refused', id);
  }

  /** Logs a refused scan again, as a new one. */
  async again({ id, kind, payload, warehouseId }: RefusedScan): Promise<void> {
    const transaction = (await this.#database).transaction(['scans', 'refused'], 'readwrite', { durability: 'strict' });
    await Promise.all([
      transaction.objectStore('refused').delete(id),
      transaction
        .objectStore('scans')
        .add({ key: crypto.randomUUID(), kind, payload, warehouseId, at: new Date().toISOString() }),
      transaction.done,
    ]);
  }

  async device(): Promise<Device> {
    const database = await this.#database;
    return (await database.get('device', 'me')) ?? this.#name(database, 0);
  }

  /** The server lost the scans before `id` (it was restored): from there on this is a new device. */
  async renew(id: number): Promise<Device> {
    return this.#name(await this.#database, id - 1);
  }

  async #name(database: IDBPDatabase<Schema>, base: number): Promise<Device> {
    const device = { name: crypto.randomUUID(), base };
    await database.put('device', device, 'me');
    return device;
  }
}
