import type { PlatformName } from './types.ts';

/** How a platform misbehaves. Counts go down with each call they hit; `match` narrows them to calls that contain it. */
export interface Faults {
  slowMs: number;
  /** The work is done, and its answer comes so much later. */
  slowAnswerMs: number;
  throttle: number;
  status500: number;
  /** The work is done, then the connection drops before the answer. */
  failHalfway: number;
  /** So many calls pass before the next is failed half-way; -1: off. */
  failAfter: number;
  repeatPage: number;
  duplicateWebhooks: boolean;
  shuffleWebhooks: boolean;
  /** So many webhooks never arrive. */
  loseWebhooks: number;
  /** Webhooks start so much later. */
  lateWebhookMs: number;
  /** So many webhooks tell of another amount, or are signed by nobody. */
  wrongAmount: number;
  wrongSignature: number;
  /** So many calls are refused as if their token or key were no longer good. */
  unauthorized: number;
  /** So many answers have status 200 and say inside that the call failed or that its outcome is open. */
  unknownResult: number;
  /** So many labels of a carrier come as the first half of their file. */
  cutLabel: number;
  /** So many labels cost half as much again as their rate. */
  dearLabel: number;
  /** So many pages of a listing come without their records, as if there were none on them. */
  losePage: number;
  /** So many orders answer with broken fields, always the same ones until set to 0. */
  malformed: number;
  /** So many orders are in a state that no documentation names. */
  unknownStatus: number;
  /** So many orders tell their amounts in a currency that is not the shop's. */
  oddMoney: number;
  /** So many orders keep their amounts from the seller. */
  hiddenMoney: number;
  /** Every object carries a field that was not there before. */
  newField: boolean;
  /** The platform's clock goes ahead of ours by so much. */
  clockSkewSeconds: number;
  tokenTtlSeconds: number;
  match: string;
}

const NONE: Faults = {
  slowMs: 0,
  slowAnswerMs: 0,
  throttle: 0,
  status500: 0,
  failHalfway: 0,
  failAfter: -1,
  repeatPage: 0,
  losePage: 0,
  unauthorized: 0,
  unknownResult: 0,
  cutLabel: 0,
  dearLabel: 0,
  duplicateWebhooks: false,
  shuffleWebhooks: false,
  loseWebhooks: 0,
  lateWebhookMs: 0,
  wrongAmount: 0,
  wrongSignature: 0,
  malformed: 0,
  unknownStatus: 0,
  oddMoney: 0,
  hiddenMoney: 0,
  newField: false,
  clockSkewSeconds: 0,
  tokenTtlSeconds: 0,
  match: '',
};

const MARKS = ['malformed', 'unknownStatus', 'oddMoney', 'hiddenMoney'] as const;
type Counted =
  | 'throttle'
  | 'status500'
  | 'failHalfway'
  | 'repeatPage'
  | 'losePage'
  | 'loseWebhooks'
  | 'wrongAmount'
  | 'wrongSignature'
  | 'unauthorized'
  | 'unknownResult'
  | 'cutLabel'
  | 'dearLabel';

export class FaultBoard {
  readonly #faults: Record<PlatformName, Faults> = {};
  readonly #marked = new Map<string, Set<string>>();

  constructor(platforms: readonly PlatformName[]) {
    for (const platform of platforms) this.#faults[platform] = { ...NONE };
  }

  of(platform: PlatformName): Faults {
    const faults = this.#faults[platform];
    if (!faults) throw new Error(`no such platform: ${platform}`);
    return faults;
  }

  all(): Record<PlatformName, Faults> {
    return this.#faults;
  }

  /** Sets the named faults; `true` means until switched off. */
  set(platform: PlatformName, desired: Record<string, unknown>): Faults {
    const faults = this.of(platform);
    for (const [key, value] of Object.entries(desired)) {
      if (key === 'platform' || !(key in NONE)) continue;
      const kind = typeof NONE[key as keyof Faults];
      const off = key === 'failAfter' ? -1 : 0;
      if (kind === 'boolean') Object.assign(faults, { [key]: value === true });
      else if (kind === 'string') Object.assign(faults, { [key]: String(value ?? '') });
      else
        Object.assign(faults, {
          [key]: value === true ? Number.MAX_SAFE_INTEGER : value ? Number(value) : value === 0 ? 0 : off,
        });
    }
    for (const kind of MARKS) if (desired[kind] !== undefined) this.#marked.delete(`${platform}/${kind}`);
    return faults;
  }

  clear(): void {
    for (const faults of Object.values(this.#faults)) Object.assign(faults, NONE);
    this.#marked.clear();
  }

  /** Uses up one of a counted fault if the call is meant. */
  take(platform: PlatformName, fault: Counted, call = ''): boolean {
    const faults = this.of(platform);
    if (faults[fault] <= 0 || (call && !this.meant(platform, call))) return false;
    faults[fault]--;
    return true;
  }

  /** The file of a label, or its first half. */
  cut(platform: PlatformName, label: Buffer): Buffer {
    return this.take(platform, 'cutLabel') ? label.subarray(0, label.length >> 1) : label;
  }

  meant(platform: PlatformName, call: string): boolean {
    const { match } = this.of(platform);
    return match === '' || call.includes(match);
  }

  /** Whether this call does its work and then loses the connection. */
  dropsAfterWork(platform: PlatformName, call: string): boolean {
    const faults = this.of(platform);
    if (this.take(platform, 'failHalfway', call)) return true;
    if (faults.failAfter < 0 || !this.meant(platform, call)) return false;
    faults.failAfter--;
    return faults.failAfter < 0;
  }

  isMalformed(platform: PlatformName, orderId: string): boolean {
    return this.marks(platform, 'malformed', orderId);
  }

  /** Whether this order is one of those the fault hits: the first so many that are asked about. */
  marks(platform: PlatformName, fault: (typeof MARKS)[number], orderId: string): boolean {
    const desired = this.of(platform)[fault];
    if (desired <= 0) return false;
    const key = `${platform}/${fault}`;
    const marked = this.#marked.get(key) ?? new Set<string>();
    this.#marked.set(key, marked);
    if (marked.has(orderId)) return true;
    if (marked.size >= desired) return false;
    marked.add(orderId);
    return true;
  }
}
