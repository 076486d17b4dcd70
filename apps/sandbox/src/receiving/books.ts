import type { Context } from '../http/app.ts';
import { isRecord } from '../http/types.ts';
import { createRandom, hashText, type Random } from '../world/random.ts';

export const DAY_MS = 86_400_000;

export type LineType =
  | 'RECEIPT'
  | 'TOPUP'
  | 'TRANSFER'
  | 'WITHDRAWAL'
  | 'SUPPLIER'
  | 'CARD'
  | 'FX'
  | 'FEE'
  | 'REVERSAL'
  | 'ADJUSTMENT';
/** UNKNOWN: as the provider shows a line that the fault `unknownStatus` hits, in a word that no document names. */
export type State = 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED' | 'UNKNOWN';

/** A movement of a wallet in whole coins of its currency. `minor` has its sign and is without the fee. */
export interface BookLine {
  id: string;
  at: number;
  type: LineType;
  currency: string;
  minor: number;
  fee: number;
  /** Of an exchange, and of money that leaves in another currency: what it becomes. */
  to?: { currency: string; minor: number; rate: string };
  state: State;
  /** The state that it has from some later moment on. */
  later?: { at: number; state: State };
  account?: string;
  party: string;
  reference: string;
}

export interface BookAccount {
  id: string;
  currency: string;
  country: string;
  bank: string;
  number: string;
  holder: string;
  platform: string;
  shop: string;
  closed: boolean;
}

interface Book {
  /** When the first line was made. */
  since: number;
  running: number;
  opening: Record<string, number>;
  accounts: BookAccount[];
  lines: BookLine[];
}

export interface BookSettings {
  /** Of the stand-in, and how it names the seller. */
  name: string;
  seller: string;
  /** What the line numbers and the accounts begin with. */
  prefix: string;
  /** The currency that withdrawals leave in, where it is another one. */
  withdrawsIn?: string;
  /** A payment that comes back is a line of its own, or a state of the first one. */
  reversal: 'line' | 'state';
}

export const decimals = (currency: string): number => (currency === 'JPY' ? 0 : 2);

/** Whole coins as the decimal amount: 120050 is "1200.50". */
export function decimalOf(minor: number, currency: string): string {
  const places = decimals(currency);
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return minor < 0 ? `-${text}` : text;
}

export function minorOf(amount: string, currency: string): number {
  const places = decimals(currency);
  const found = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(amount);
  const fraction = (found?.[3] ?? '').replace(/0+$/, '');
  if (!found || fraction.length > places) throw new Error(`no amount of ${currency}: ${amount}`);
  return Number(`${found[1]}${found[2]}${fraction.padEnd(places, '0')}`);
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY'] as const;
/** In dollars, for rates between them. */
const WORTH: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1587, GBP: 1.3273, JPY: 0.0066, CNY: 0.1405 };
const LINES = 200;
const DAYS = 90;
/** With the exchanges, whose two sides are two lines, these fill the time. */
const STEP_MS = 12 * 3_600_000 + 137_000;

function accountsOf(prefix: string): BookAccount[] {
  const holder = 'Shenzhen Tradewind Trading Co., Ltd.';
  const make = (
    id: string,
    currency: string,
    country: string,
    bank: string,
    number: string,
    platform: string,
    closed = false,
  ) => ({
    ...{
      id: `${prefix}-${id}`,
      currency,
      country,
      bank,
      number,
      holder,
      platform,
      shop: `Tradewind ${country}`,
      closed,
    },
  });
  return [
    make('A1', 'USD', 'US', 'Community Federal Savings Bank', '8310047721', 'AMAZON'),
    make('A2', 'EUR', 'DE', 'Banking Circle', 'DE02202208000042317755', 'AMAZON'),
    make('A3', 'GBP', 'GB', 'Barclays', '20318834', 'AMAZON'),
    make('A4', 'JPY', 'JP', 'MUFG Bank', '1180452', 'RAKUTEN'),
    make('A5', 'USD', 'US', 'Citibank', '9051127734', 'SHOPEE', true),
  ];
}

/** What the seller sees at the provider: wallets, receiving accounts, and each movement. */
export class Books {
  readonly settings: BookSettings;
  readonly #ctx: Context;
  #book: Book;

  constructor(ctx: Context, settings: BookSettings) {
    this.#ctx = ctx;
    this.settings = settings;
    this.#book = this.#fresh();
    ctx.world.onReset(() => {
      this.#book = this.#fresh();
    });
  }

  now = () => this.#ctx.world.clock.now();

  get accounts(): readonly BookAccount[] {
    return this.#book.accounts;
  }

  /** Oldest first. */
  get lines(): readonly BookLine[] {
    const now = this.now();
    return this.#book.lines
      .filter(({ at }) => at <= now)
      .map(({ later, ...line }) => ({ ...line, state: later && later.at <= now ? later.state : line.state }));
  }

  /** In [from, to], oldest first. The fault `unknownStatus` hits the line whose number `match` names, or the first ones. */
  between(from: number, to: number): BookLine[] {
    const { faults } = this.#ctx;
    const { name } = this.settings;
    const isHit = (line: BookLine) => faults.meant(name, line.id) && faults.marks(name, 'unknownStatus', line.id);
    return this.lines
      .filter(({ at }) => at >= from && at <= to)
      .map((line) => (isHit(line) ? { ...line, state: 'UNKNOWN' } : line));
  }

  get opening(): Readonly<Record<string, number>> {
    return this.#book.opening;
  }

  /** By currency: all that has succeeded, and what waits to leave. */
  balances(): { currency: string; total: number; held: number }[] {
    const { lines } = this;
    return Object.entries(this.#book.opening).map(([currency, opening]) => {
      const total = lines.reduce((sum, line) => sum + (line.state === 'SUCCESS' ? effect(line, currency) : 0), opening);
      const held = lines.reduce(
        (sum, line) => sum + (line.state === 'PENDING' ? Math.max(0, -effect(line, currency)) : 0),
        0,
      );
      return { currency, total, held };
    });
  }

  /** By line and currency, the balance after it. */
  runningBalances(): Map<string, number> {
    const running: Record<string, number> = { ...this.#book.opening };
    const after = new Map<string, number>();
    for (const line of this.lines)
      for (const currency of Object.keys(running)) {
        const change = effect(line, currency);
        if (change === 0 || line.state !== 'SUCCESS') continue;
        running[currency] = (running[currency] ?? 0) + change;
        after.set(`${line.id} ${currency}`, running[currency] ?? 0);
      }
    return after;
  }

  /** A marketplace pays in; by default now, and into the first open account of the currency. */
  receive(input: {
    amount: string;
    currency: string;
    account: string;
    day: string;
    payer: string;
    reference: string;
    fee: string;
    state: string;
  }): BookLine {
    const { currency, account } = input;
    const into = this.#book.accounts.find((one) =>
      account ? one.id === account || one.number.endsWith(account) : one.currency === currency && !one.closed,
    );
    if (into?.currency !== currency) throw new Error(`no account of ${currency}: ${account}`);
    const minor = minorOf(input.amount, currency);
    if (!(minor > 0)) throw new Error('the amount must be above zero');
    const state = input.state || 'SUCCESS';
    if (!isState(state)) throw new Error(`no state: ${state}`);
    const at = input.day ? Math.min(Date.parse(`${input.day}T10:00:00+08:00`), this.now()) : this.now();
    if (Number.isNaN(at)) throw new Error(`no day: ${input.day}`);
    const line: BookLine = {
      ...{
        id: this.#number(),
        at: Math.floor(at / 1000) * 1000,
        type: 'RECEIPT',
        currency,
        minor,
        state,
        account: into.id,
      },
      fee: input.fee ? minorOf(input.fee, currency) : 0,
      party: input.payer || 'AMAZON PAYMENTS',
      reference: input.reference,
    };
    this.#add(line);
    return line;
  }

  /** A line goes on to another state, or will at its time. */
  turn(id: string, state: string): void {
    const line = this.#book.lines.find((one) => one.id === id);
    if (!line || !isState(state)) throw new Error(`no such line or state: ${id} ${state}`);
    line.state = state;
    delete line.later;
    this.#ctx.world.changes++;
  }

  save(): unknown {
    return this.#book;
  }

  load(saved: unknown): void {
    if (isRecord(saved) && Array.isArray(saved.lines)) this.#book = saved as unknown as Book;
  }

  #number(): string {
    return `${this.settings.prefix}${String(++this.#book.running).padStart(10, '0')}`;
  }

  #add(line: BookLine): void {
    this.#book.lines.push(line);
    this.#book.lines.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    this.#ctx.world.changes++;
  }

  /** A quarter of a year: receipts every day, what sellers pay from them, and one of each kind of trouble. */
  #fresh(): Book {
    const random = createRandom(hashText(`${this.#ctx.world.seed}/${this.settings.name}`));
    const since = Math.floor(this.now() / 1000) * 1000 - DAYS * DAY_MS;
    const opening = Object.fromEntries(CURRENCIES.map((currency) => [currency, 5_000_000]));
    if (this.settings.withdrawsIn) opening[this.settings.withdrawsIn] ??= 0;
    const book: Book = { since, running: 0, opening, accounts: accountsOf(this.settings.prefix), lines: [] };
    this.#book = book;
    const troubles = this.#troubles(since);
    for (let n = 0; shownLines(book.lines) < LINES - troubles.length; n++)
      book.lines.push(this.#some(random, since + n * STEP_MS, n));
    book.lines.push(...troubles);
    book.lines.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    return book;
  }

  #some(random: Random, at: number, n: number): BookLine {
    const currency = random.pick(CURRENCIES);
    const type = TURNS[n % TURNS.length] ?? 'RECEIPT';
    const size = random.int(10_000, 250_000);
    const line = { id: this.#number(), at, currency, state: 'SUCCESS' as const, reference: `REF ${n}` };
    const fee = Math.round(size * 0.003);
    switch (type) {
      case 'RECEIPT': {
        const account = this.#book.accounts.find((one) => one.currency === currency && !one.closed)?.id ?? '';
        return { ...line, type, minor: size, fee: n % 3 === 0 ? fee : 0, account, party: 'AMAZON PAYMENTS' };
      }
      case 'FX': {
        const other = random.pick(CURRENCIES.filter((one) => one !== currency));
        return {
          ...line,
          type,
          minor: -size,
          fee: n % 2 === 0 ? fee : 0,
          to: exchanged(size, currency, other),
          party: '',
        };
      }
      case 'WITHDRAWAL': {
        const { withdrawsIn } = this.settings;
        const to = withdrawsIn ? { to: exchanged(size, currency, withdrawsIn) } : {};
        return { ...line, type, minor: -size, fee, ...to, party: 'ICBC 6222****0012' };
      }
      case 'TOPUP':
        return { ...line, type, minor: size, fee: 0, party: 'OWN BANK' };
      case 'FEE':
        return { ...line, type, minor: -random.int(100, 2000), fee: 0, party: '' };
      case 'ADJUSTMENT':
        return { ...line, type, minor: random.int(-500, -1), fee: 0, party: '' };
      default:
        return { ...line, type, minor: -Math.floor(size / 2), fee: n % 2 === 0 ? fee : 0, party: 'Yiwu Lamp Factory' };
    }
  }

  /** One payment that comes back, one that fails, and one whose state changes a day after now. */
  #troubles(since: number): BookLine[] {
    const at = (line: number) => since + line * STEP_MS + 500_000;
    const pay = { currency: 'USD', type: 'SUPPLIER' as const, fee: 150, party: 'Yiwu Lamp Factory' };
    const back: BookLine[] =
      this.settings.reversal === 'state'
        ? [{ ...pay, id: this.#number(), at: at(120), minor: -80_000, state: 'REVERSED', reference: 'RETURNED' }]
        : [
            { ...pay, id: this.#number(), at: at(120), minor: -80_000, state: 'SUCCESS', reference: 'TO RETURN' },
            {
              ...pay,
              id: this.#number(),
              at: at(122),
              minor: 80_000,
              fee: 0,
              type: 'REVERSAL',
              state: 'SUCCESS',
              reference: 'RETURNED',
            },
          ];
    const now = this.now();
    return [
      ...back,
      { ...pay, id: this.#number(), at: at(150), minor: -30_000, state: 'FAILED', reference: 'REFUSED' },
      {
        ...{ ...pay, id: this.#number(), at: Math.floor(now / 1000) * 1000 - 3_600_000, minor: -45_000 },
        ...{ state: 'PENDING', later: { at: now + DAY_MS, state: 'SUCCESS' }, reference: 'LATE' },
      },
    ];
  }
}

const TURNS: readonly LineType[] = [
  ...['RECEIPT', 'RECEIPT', 'SUPPLIER', 'RECEIPT', 'FX', 'RECEIPT', 'WITHDRAWAL', 'CARD'],
  ...['RECEIPT', 'TRANSFER', 'RECEIPT', 'FX', 'FEE', 'RECEIPT', 'TOPUP', 'ADJUSTMENT'],
] as LineType[];

const STATES: readonly string[] = ['PENDING', 'SUCCESS', 'FAILED', 'REVERSED'];
const isState = (text: string): text is State => STATES.includes(text);

/** An exchange is two of them. */
const shownLines = (lines: readonly BookLine[]) => lines.reduce((sum, { type }) => sum + (type === 'FX' ? 2 : 1), 0);

/** In ten-thousandths, so that both sides can be calculated again by anybody. */
function exchanged(minor: number, from: string, to: string): NonNullable<BookLine['to']> {
  const tenThousandths = Math.max(1, Math.round(((WORTH[from] ?? 1) / (WORTH[to] ?? 1)) * 10_000));
  const shift = 10 ** (4 + decimals(from) - decimals(to));
  const product = BigInt(minor) * BigInt(tenThousandths);
  const half = BigInt(shift) / 2n;
  const rate = `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`;
  return { currency: to, minor: Number((product + half) / BigInt(shift)), rate };
}

/** By how much a line changes the wallet of a currency when it succeeds. Money that leaves in another currency only passes. */
export function effect(line: BookLine, currency: string): number {
  const own = line.currency === currency ? line.minor - line.fee : 0;
  const bought = line.type === 'FX' && line.to?.currency === currency ? line.to.minor : 0;
  return own + bought;
}
