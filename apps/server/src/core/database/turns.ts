interface Company {
  busy: number;
  /** Of these, the ones that take long. */
  long: number;
  waiting: (() => void)[];
}

/** How many of something a company may have at once. */
export interface Share {
  /** While no other company is at work. */
  alone: number;
  /** Beside others. */
  beside: number;
  /** Of those beside others, the ones that have not taken long yet. */
  short: number;
}

/** So long after its last turn, a company still counts as being at work: between two clicks of its clerks. */
const AT_WORK_MS = 1000;
/** Work that takes longer holds up nobody of its own company, as a report would hold up the clerks. */
const LONG_MS = 250;

/**
 * Lets each company have so many of something at once. Whoever comes later waits in turn, and keeps nobody else waiting.
 * Beside others, many short calls of one company go two by two: so they take no time from the others, and lose none.
 */
export class Turns {
  readonly #share: Share;
  readonly #waitMs: number;
  readonly #companies = new Map<number, Company>();
  /** The two companies that were at work last, the later one first. */
  #latest: { companyId: number; at: number }[] = [];

  constructor(share: Share, waitMs: number) {
    this.#share = share;
    this.#waitMs = waitMs;
  }

  /** @returns gives it back, once. @throws after the wait, as a pool of connections does */
  async take(companyId: number): Promise<() => void> {
    const company = this.#companies.get(companyId) ?? { busy: 0, long: 0, waiting: [] };
    this.#companies.set(companyId, company);
    this.#atWork(companyId);
    if (company.waiting.length === 0 && this.#mayHave(companyId, company)) company.busy++;
    else await this.#inTurn(company);
    return this.#begun(companyId, company);
  }

  #begun(companyId: number, company: Company): () => void {
    let [taken, long] = [true, false];
    const grown = setTimeout(() => {
      long = true;
      company.long++;
      this.#next(companyId, company);
    }, LONG_MS);
    grown.unref();
    return () => {
      if (!taken) return;
      taken = false;
      clearTimeout(grown);
      if (long) company.long--;
      company.busy--;
      this.#atWork(companyId);
      this.#next(companyId, company);
    };
  }

  #atWork(companyId: number): void {
    const other = this.#latest.find((one) => one.companyId !== companyId);
    this.#latest = [{ companyId, at: performance.now() }, ...(other ? [other] : [])];
  }

  #mayHave(companyId: number, { busy, long }: Company): boolean {
    const since = performance.now() - AT_WORK_MS;
    const beside =
      this.#companies.size > 1 || this.#latest.some((other) => other.companyId !== companyId && other.at > since);
    if (!beside) return busy < this.#share.alone;
    return busy < this.#share.beside && busy - long < this.#share.short;
  }

  #inTurn(company: Company): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        company.waiting.splice(company.waiting.indexOf(turn), 1);
        reject(new Error('timeout exceeded when trying to connect: the company has as many connections as it may'));
      }, this.#waitMs);
      company.waiting.push(turn);
    });
  }

  /** Gives turns to those who wait, as far as the share goes, and forgets a company that has none. */
  #next(companyId: number, company: Company): void {
    for (; company.waiting.length > 0 && this.#mayHave(companyId, company); company.busy++) company.waiting.shift()?.();
    if (company.busy === 0) this.#companies.delete(companyId);
  }
}
