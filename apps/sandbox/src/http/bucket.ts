/** A token bucket: `burst` calls at once, `rate` more each second. */
export class Bucket {
  #level: number;
  #observed: number;

  constructor(burst: number, now: number) {
    this.#level = burst;
    this.#observed = now;
  }

  /** What is left now; time never runs backwards for it. */
  level(rate: number, burst: number, now: number): number {
    const gained = (Math.max(0, now - this.#observed) / 1000) * rate;
    this.#level = Math.min(burst, this.#level + gained);
    this.#observed = Math.max(this.#observed, now);
    return this.#level;
  }

  take(cost: number, rate: number, burst: number, now: number): boolean {
    if (this.level(rate, burst, now) < cost) return false;
    this.#level -= cost;
    return true;
  }

  give(back: number): void {
    this.#level += back;
  }
}
