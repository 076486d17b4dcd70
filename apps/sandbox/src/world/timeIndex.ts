import type { SandboxOrder } from './orders.ts';

export interface Position {
  t: number;
  n: number;
}

interface Entry extends Position {
  order: SandboxOrder;
}

/**
 * Orders by time, for lists "changed since": appending and moving to the end is cheap, a page is a binary search
 * plus a walk. An order that moves leaves a stale entry behind, swept out when they are the half.
 */
export class TimeIndex {
  #entries: Entry[] = [];
  #stale = 0;
  #dirty = false;
  readonly #moves: boolean;

  constructor(moves: boolean) {
    this.#moves = moves;
  }

  add(order: SandboxOrder): void {
    const entry = {
      t: this.#moves ? order.updatedAt : order.createdAt,
      n: this.#moves ? order.touch : order.seq,
      order,
    };
    const last = this.#entries.at(-1);
    if (last && before(entry, last)) this.#dirty = true;
    this.#entries.push(entry);
  }

  moved(): void {
    this.#stale++;
  }

  #ready(): Entry[] {
    if (this.#stale > 1000 && this.#stale > this.#entries.length / 2) {
      this.#entries = this.#entries.filter((entry) => this.#live(entry));
      this.#stale = 0;
    }
    if (this.#dirty) {
      this.#entries.sort((a, b) => a.t - b.t || a.n - b.n);
      this.#dirty = false;
    }
    return this.#entries;
  }

  #live(entry: Entry): boolean {
    return !this.#moves || entry.order.touch === entry.n;
  }

  /** Orders strictly after the position, oldest first. */
  *after(position: Position): Generator<SandboxOrder> {
    const entries = this.#ready();
    for (let i = firstAfter(entries, position); i < entries.length; i++) {
      const entry = entries[i]!;
      if (this.#live(entry)) yield entry.order;
    }
  }

  /** Orders strictly before the position, newest first. */
  *before(position: Position): Generator<SandboxOrder> {
    const entries = this.#ready();
    for (let i = firstAfter(entries, { t: position.t, n: position.n - 1 }) - 1; i >= 0; i--) {
      const entry = entries[i]!;
      if (this.#live(entry)) yield entry.order;
    }
  }
}

function before(a: Position, b: Position): boolean {
  return a.t < b.t || (a.t === b.t && a.n < b.n);
}

function firstAfter(entries: Entry[], position: Position): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(position, entries[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
