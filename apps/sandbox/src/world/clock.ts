/** The sandbox's own time: real time plus what the control calls pushed it forward. A control call can stop it. */
export class Clock {
  #offsetMs = 0;
  #stoppedAt: number | undefined;

  now(): number {
    return (this.#stoppedAt ?? Date.now()) + this.#offsetMs;
  }

  /** Until the reset only `advance` moves it: rates and delays are then the same on any machine. */
  stop(): void {
    this.#stoppedAt ??= Date.now();
  }

  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new Error('time only moves forward');
    this.#offsetMs += ms;
  }

  reset(offsetMs = 0): void {
    this.#offsetMs = offsetMs;
    this.#stoppedAt = undefined;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }
}

/** ISO 8601 in UTC to the second, as Amazon and Shopify print order times. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
