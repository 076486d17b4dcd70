interface Company {
  busy: number;
  waiting: (() => void)[];
}

/** Lets each company have so many of something at once. Whoever comes later waits in turn, and keeps nobody else waiting. */
export class Turns {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #companies = new Map<number, Company>();

  constructor(most: number, waitMs: number) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  /** @returns gives it back, once. @throws after the wait, as a pool of connections does */
  async take(companyId: number): Promise<() => void> {
    const company = this.#companies.get(companyId) ?? { busy: 0, waiting: [] };
    this.#companies.set(companyId, company);
    if (company.busy < this.#most) company.busy++;
    else await this.#inTurn(company);
    let taken = true;
    return () => {
      if (taken) this.#giveBack(companyId, company);
      taken = false;
    };
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

  /** The next one in turn has it; if nobody waits, nobody has. */
  #giveBack(companyId: number, company: Company): void {
    const next = company.waiting.shift();
    if (next) next();
    else if (--company.busy === 0) this.#companies.delete(companyId);
  }
}
