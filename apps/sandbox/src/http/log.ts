export interface LogEntry {
  at: string;
  platform: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  note: string;
}

/** The last calls, newest first. */
export class RequestLog {
  #entries: LogEntry[] = [];
  readonly #size = 500;
  /** How many calls there ever were. */
  total = 0;

  add(entry: LogEntry): void {
    this.total++;
    this.#entries.push(entry);
    if (this.#entries.length > this.#size * 2) this.#entries = this.#entries.slice(-this.#size);
  }

  latest(limit: number): LogEntry[] {
    return this.#entries.slice(-Math.min(limit, this.#size)).reverse();
  }

  clear(): void {
    this.#entries = [];
  }
}
