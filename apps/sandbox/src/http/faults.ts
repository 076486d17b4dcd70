import type { PlatformName } from './types.ts';

/** How a platform misbehaves. Counts go down with each call they hit; `match` narrows them to calls that contain it. */
export interface Faults {
  slowMs: number;
  throttle: number;
  status500: number;
  /** The work is done, then the connection drops before the answer. */
  failHalfway: number;
  /** So many calls pass before the next is failed half-way; -1: off. */
  failAfter: number;
  repeatPage: number;
  duplicateWebhooks: boolean;
  shuffleWebhooks: boolean;
  /** So many orders answer with broken fields, always the same ones until set to 0. */
  malformed: number;
  tokenTtlSeconds: number;
  match: string;
}

const NONE: Faults = {
  slowMs: 0,
  throttle: 0,
  status500: 0,
  failHalfway: 0,
  failAfter: -1,
  repeatPage: 0,
  duplicateWebhooks: false,
  shuffleWebhooks: false,
  malformed: 0,
  tokenTtlSeconds: 0,
  match: '',
};

export class FaultBoard {
  readonly #faults: Record<PlatformName, Faults> = { amazon: { ...NONE }, shopify: { ...NONE }, ups: { ...NONE } };
  readonly #broken = new Map<string, Set<string>>();

  of(platform: PlatformName): Faults {
    return this.#faults[platform];
  }

  all(): Record<PlatformName, Faults> {
    return this.#faults;
  }

  /** Sets the named faults; `true` means until switched off. */
  set(platform: PlatformName, wanted: Record<string, unknown>): Faults {
    const faults = this.#faults[platform];
    for (const [key, value] of Object.entries(wanted)) {
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
    if (wanted.malformed !== undefined) this.#broken.delete(platform);
    return faults;
  }

  clear(): void {
    for (const faults of Object.values(this.#faults)) Object.assign(faults, NONE);
    this.#broken.clear();
  }

  /** Uses up one of a counted fault if the call is meant. */
  take(platform: PlatformName, fault: 'throttle' | 'status500' | 'failHalfway' | 'repeatPage', call = ''): boolean {
    const faults = this.#faults[platform];
    if (faults[fault] <= 0 || (call && !this.meant(platform, call))) return false;
    faults[fault]--;
    return true;
  }

  meant(platform: PlatformName, call: string): boolean {
    const { match } = this.#faults[platform];
    return match === '' || call.includes(match);
  }

  /** Whether this call does its work and then loses the connection. */
  dropsAfterWork(platform: PlatformName, call: string): boolean {
    const faults = this.#faults[platform];
    if (this.take(platform, 'failHalfway', call)) return true;
    if (faults.failAfter < 0 || !this.meant(platform, call)) return false;
    faults.failAfter--;
    return faults.failAfter < 0;
  }

  isMalformed(platform: PlatformName, orderId: string): boolean {
    const wanted = this.#faults[platform].malformed;
    if (wanted <= 0) return false;
    const broken = this.#broken.get(platform) ?? new Set<string>();
    this.#broken.set(platform, broken);
    if (broken.has(orderId)) return true;
    if (broken.size >= wanted) return false;
    broken.add(orderId);
    return true;
  }
}
