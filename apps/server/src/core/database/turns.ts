interface Company {
  busy: number;
  waiting: (() => void)[];
  /** Milliseconds of the database's time that it has had beyond its share, as of `at`. */
  debt: number;
  at: number;
  /** It has had too much, and has not paid half of it back. */
  slow: boolean;
}

/** While the process is loaded, the share of one connection's time that a company has for good. */
const SHARE = 0.25;
/** What it may have in advance: what a page of a hundred reports takes is no burden to anybody. */
const AHEAD_MS = 3_000;
/** More is forgotten: what ran while nobody was in the way. */
const MOST_DEBT_MS = 5_000;
/** Another company counts as at work for so long after its last turn. */
const BESIDE_MS = 5_000;
const LOOK_MS = 25;

/**
 * Lets each company have so many of something at once; whoever comes later waits in turn, and keeps nobody else waiting.
 * While the process is loaded and several companies work, one that has had more time than its share has one at a time,
 * and only as its share grows.
 */
export class Turns {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #loaded: () => boolean;
  readonly #companies = new Map<number, Company>();
  #looking: NodeJS.Timeout | undefined;
  /** The last two companies that came, and when. */
  #last = { id: 0, at: 0 };
  #other = { id: 0, at: 0 };

  constructor(most: number, waitMs: number, loaded: () => boolean = () => false) {
    this.#most = most;
    this.#waitMs = waitMs;
    this.#loaded = loaded;
  }

  /**
   * @returns gives it back, once; tells the milliseconds of work that it was used for
   * @throws after the wait, as a pool of connections does
   */
  async take(companyId: number): Promise<(usedMs?: number) => void> {
    const now = performance.now();
    if (this.#last.id !== companyId) this.#other = this.#last;
    this.#last = { id: companyId, at: now };
    const company = this.#companies.get(companyId) ?? { busy: 0, waiting: [], debt: 0, at: now, slow: false };
    this.#companies.set(companyId, company);
    if (company.waiting.length === 0 && this.#may(companyId, company)) company.busy++;
    else await this.#inTurn(companyId, company);
    let taken = true;
    return (usedMs = 0) => {
      if (taken) this.#giveBack(companyId, company, usedMs);
      taken = false;
    };
  }

  #may(companyId: number, company: Company): boolean {
    if (company.busy >= this.#most) return false;
    this.#pay(company);
    if (!company.slow || !this.#loaded() || !this.#othersWork(companyId)) return true;
    return company.busy === 0 && company.debt <= AHEAD_MS;
  }

  #othersWork(companyId: number): boolean {
    const other = this.#last.id === companyId ? this.#other : this.#last;
    return other.id !== 0 && performance.now() - other.at < BESIDE_MS;
  }

  #pay(company: Company): void {
    const now = performance.now();
    company.debt = Math.max(0, company.debt - (now - company.at) * SHARE);
    company.at = now;
    if (company.debt > AHEAD_MS) company.slow = true;
    else if (company.debt < AHEAD_MS / 2) company.slow = false;
  }

  #inTurn(companyId: number, company: Company): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        company.waiting.splice(company.waiting.indexOf(turn), 1);
        reject(new Error('timeout exceeded when trying to connect: the company has as much of the database as it may'));
      }, this.#waitMs);
      company.waiting.push(turn);
      if (company.busy < this.#most) this.#look(companyId, company);
    });
  }

  #giveBack(companyId: number, company: Company, usedMs: number): void {
    company.busy--;
    this.#pay(company);
    company.debt = Math.min(MOST_DEBT_MS, company.debt + usedMs);
    this.#look(companyId, company);
  }

  /** Lets those of a company in who may; looks again while some wait for their share. */
  #look(companyId: number, company: Company): void {
    while (company.waiting.length > 0 && this.#may(companyId, company)) {
      company.busy++;
      company.waiting.shift()?.();
    }
    if (company.waiting.length === 0 || this.#looking) return;
    this.#looking = setTimeout(() => {
      this.#looking = undefined;
      for (const [id, each] of this.#companies) if (each.waiting.length > 0) this.#look(id, each);
    }, LOOK_MS);
  }
}
