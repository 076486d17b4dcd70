import {
  SCANS_AT_ONCE,
  type ScanKind,
  type ScanOutcome,
  type ScanPayload,
  type ScanResult,
  sendScans,
  settleOwnScan,
} from '@tradewind/contract/warehouse.ts';
import { callApi } from '../../api/client.ts';
import { ApiError, asApiError } from '../../api/errors.ts';
import { i18n } from '../../i18n.ts';
import {
  type Answer,
  type AnsweredScan,
  type Booked,
  type LoggedScan,
  LogStore,
  type RefusedScan,
  type StoredScan,
} from './log-store.ts';

const ANSWER_MS = 8_000;
const RETRY_MS = 4_000;

/** Why scans wait: no connection, or a server that does not answer as it should. */
export type Trouble = 'offline' | 'server';

interface Waiter {
  notify: (booked: Booked) => void;
  /** The caller deals with this refusal: nobody need acknowledge it. */
  own: (code: string | null) => boolean;
}

/**
 * The device's scan log stores each scan first and then sends it, in order, once. One window of the browser sends at a
 * time and informs the others.
 */
export class ScanLog {
  readonly #store: LogStore;
  readonly #name: string;
  readonly #waiters = new Map<number, Waiter>();
  readonly #listeners = new Set<() => void>();
  readonly #channel: BroadcastChannel;
  #sending = false;
  /** Why the last try failed: store scans without waiting for an answer. */
  #trouble: Trouble | undefined;
  #waiting = 0;
  #refused: readonly RefusedScan[] = [];

  constructor(owner: string) {
    this.#name = `tw-scans-${owner}`;
    this.#store = new LogStore(owner);
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = (event: MessageEvent<AnsweredScan[]>) => this.#hear(event.data);
    window.addEventListener('online', () => void this.send());
    setInterval(() => {
      if (this.#waiting > 0) void this.send();
    }, RETRY_MS);
    void this.#count();
    void this.send();
  }

  /**
   * Logs a scan and waits for its answer as long as there is a connection.
   * @param about.key the same act logged again gets the same number and answer
   * @param about.own whether the caller deals with a refusal; every other one stays until somebody acknowledges it
   * @throws ApiError web.scanAnswer when it is booked and its answer is no longer known
   */
  async book<K extends ScanKind>(
    kind: K,
    payload: ScanPayload<K>,
    { own = () => false, ...about }: { key: string; warehouseId: number; own?: Waiter['own'] },
  ): Promise<Booked<ScanResult<K>>> {
    const scan = { ...about, kind, payload: { ...payload }, at: new Date().toISOString() };
    return resultOf(kind, await this.#log(scan, own));
  }

  async #log(scan: LoggedScan, own: Waiter['own']): Promise<Booked> {
    const { id, answer } = await this.#store.add(scan);
    if (answer) return answer;
    const away = this.#trouble || !navigator.onLine;
    // At once: the answer may be here before anything else is done.
    const received = away
      ? ({ state: 'waiting' } as const)
      : new Promise<Booked>((notify) => this.#waiters.set(id, { notify, own }));
    void this.#count();
    void this.send();
    return received;
  }

  /** The result of an act that this device logged earlier, e.g. before a reload. */
  before(key: string): Promise<Booked | undefined> {
    return this.#store.find(key);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly waiting = (): number => this.#waiting;
  readonly trouble = (): Trouble | undefined => (navigator.onLine ? this.#trouble : 'offline');
  /** Scans that the server refused, until somebody drops or repeats them. */
  readonly refused = (): readonly RefusedScan[] => this.#refused;

  /** The person has read why: the server need not list the scan as open any more. */
  async drop(scan: RefusedScan): Promise<void> {
    await this.#store.drop(scan.id);
    await this.#count();
    await this.#acknowledge(scan);
  }

  /** Sends a refused scan once more. */
  async again(scan: RefusedScan): Promise<void> {
    await this.#store.again(scan);
    await this.#count();
    void this.send();
    await this.#acknowledge(scan);
  }

  /** Without a connection it stays in the list of scans not booked, where somebody else can settle it. */
  async #acknowledge({ device, seq }: RefusedScan): Promise<void> {
    await callApi(settleOwnScan, { device, seq }, { quiet: true }).catch(console.warn);
  }

  async send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      await navigator.locks.request(this.#name, () => this.#drain());
    } finally {
      this.#sending = false;
      await this.#lookUp();
      await this.#count();
    }
    // A scan may have been booked since the last look.
    if (this.#waiting > 0 && !this.#trouble) void this.send();
  }

  async #drain(): Promise<void> {
    for (let scans = await this.#store.waiting(SCANS_AT_ONCE); scans.length > 0; ) {
      try {
        const answered = await this.#exchange(scans);
        this.#channel.postMessage(answered);
        this.#hear(answered);
        this.#trouble = undefined;
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.error === 'warehouse.scanGap' && scans[0]) await this.#store.renew(scans[0].id);
        else return this.#giveUp(error);
      }
      scans = await this.#store.waiting(SCANS_AT_ONCE);
    }
  }

  async #exchange(scans: readonly StoredScan[]): Promise<AnsweredScan[]> {
    const { name, base } = await this.#store.device();
    // A batch belongs to one warehouse; scans of another one go next.
    const warehouseId = scans[0]?.warehouseId ?? 0;
    const other = scans.findIndex((scan) => scan.warehouseId !== warehouseId);
    const batch = other < 0 ? scans : scans.slice(0, other);
    const input = {
      device: name,
      warehouseId,
      sentAt: new Date().toISOString(),
      scans: batch.map(({ id, kind, payload, at }) => ({ seq: id - base, kind, payload, at })),
    };
    const { answers } = await callApi(sendScans, input, { quiet: true, signal: AbortSignal.timeout(ANSWER_MS) });
    const response = new Map(answers.map((outcome) => [outcome.seq + base, outcome]));
    const answered = batch.flatMap(({ id, key }) => {
      const outcome = response.get(id);
      return outcome ? [{ id, key, answer: answerOf(outcome) }] : [];
    });
    const answerTo = new Map(answered.map(({ id, answer }) => [id, answer]));
    const refused = batch.flatMap((scan) => {
      const answer = answerTo.get(scan.id);
      if (answer?.state !== 'refused') return [];
      const own = this.#waiters.get(scan.id)?.own(answer.code) ?? false;
      return { own, scan: { ...scan, message: answer.message, device: name, seq: scan.id - base } };
    });
    await this.#store.settle(
      answered,
      refused.flatMap(({ own, scan }) => (own ? [] : scan)),
    );
    for (const { own, scan } of refused) if (own) void this.#acknowledge(scan);
    return answered;
  }

  /** No connection, no session or a server error: keep everything for the next try and release all waiting callers. */
  #giveUp(error: ApiError): void {
    this.#trouble = error.network ? 'offline' : 'server';
    if (!error.network) console.warn(error);
    for (const { notify } of this.#waiters.values()) notify({ state: 'waiting' });
    this.#waiters.clear();
  }

  #hear(answered: readonly AnsweredScan[]): void {
    for (const { id, answer } of answered) {
      const waiter = this.#waiters.get(id);
      this.#waiters.delete(id);
      waiter?.notify(answer);
    }
    void this.#count();
  }

  /** Another window may have received an answer that this one awaits, and closed before passing it on. */
  async #lookUp(): Promise<void> {
    for (const [id, { notify }] of this.#waiters) {
      const answer = await this.#store.answerOf(id);
      if (answer && this.#waiters.delete(id)) notify(answer);
    }
  }

  async #count(): Promise<void> {
    [this.#waiting, this.#refused] = await Promise.all([this.#store.count(), this.#store.refused()]);
    for (const listener of this.#listeners) listener();
  }
}

function answerOf(outcome: ScanOutcome): Answer {
  if (outcome.outcome === 'done') return { state: 'done', result: outcome.result };
  return { state: 'refused', message: outcome.message ?? outcome.code ?? '', code: outcome.code };
}

/** The server shapes each result by the act's call; if it does not fit, the result is null. */
function resultOf<K extends ScanKind>(_kind: K, booked: Booked): Booked<ScanResult<K>> {
  if (booked.state === 'done' && booked.result === null)
    throw new ApiError(-1, 'web.scanAnswer', i18n.t('scan.answerGone'));
  return booked as Booked<ScanResult<K>>;
}
