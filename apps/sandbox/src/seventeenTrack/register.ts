import type { Context } from '../http/app.ts';
import { at, text } from '../http/types.ts';
import { Refused } from './gate.ts';
import type { Strangers } from './strangers.ts';

const MOST_NUMBERS = 40;
const QUOTA = 100;
const NUMBER = /^[A-Za-z0-9]{5,50}$/;

/** By the look of a number; what looks like none of these wants its carrier named. */
const DETECTED: readonly (readonly [RegExp, number])[] = [
  [/^1Z[0-9A-Z]{16}$/, 100002],
  [/^YT\d{16}$/, 190008],
  [/^U[A-Z]\d+YP$/, 190012],
  [/^4PX\d+/, 190094],
  [/^9\d{21}$/, 21051],
  [/^[A-Z]{2}\d{9}CN$/, 3011],
  [/^[A-Z]{2}\d{9}US$/, 21051],
];

export interface Registration {
  number: string;
  carrier: number;
  order: string;
  tag: string;
  param: string;
  isStopped: boolean;
  wasRetracked: boolean;
}

export interface Rejection {
  number: string;
  error: { code: number; message: string };
}
export const rejection = (number: string, code: number, message: string): Rejection => ({
  number,
  error: { code, message },
});
export const isRejection = (one: object): one is Rejection => 'error' in one;

/** The numbers of a request: at most so many, each of a right form. */
export function numbersIn(json: unknown): unknown[] {
  if (!Array.isArray(json) || json.length === 0) throw new Refused(-18010013, 'The submitted data is invalid.');
  if (json.length > MOST_NUMBERS)
    throw new Refused(-18010013, `The submitted data is invalid: at most ${MOST_NUMBERS} numbers.`);
  return json;
}

/** What is followed for the account: a number at a carrier is a registration, and costs one of the quota. */
export class Register {
  readonly #ctx: Context;
  readonly #strangers: Strangers;
  #all: Registration[] = [];
  #used = 0;

  constructor(ctx: Context, strangers: Strangers) {
    this.#ctx = ctx;
    this.#strangers = strangers;
    ctx.world.onReset(() => {
      this.#all = [];
      this.#used = 0;
    });
  }

  get quota() {
    return {
      quota_total: QUOTA,
      quota_used: this.#used,
      quota_remain: QUOTA - this.#used,
      today_used: this.#used,
      max_track_daily: QUOTA,
      free_email_quota: 0,
    };
  }

  save() {
    return { all: this.#all, used: this.#used };
  }

  load({ all, used }: ReturnType<Register['save']>): void {
    this.#all = all;
    this.#used = used;
  }

  of(number: string, carrier?: number): Registration[] {
    return this.#all.filter((one) => one.number === number && (!carrier || one.carrier === carrier));
  }

  remove(one: Registration): void {
    this.#all = this.#all.filter((other) => other !== one);
  }

  add(row: unknown): Registration | Rejection {
    const number = text(at(row, 'number'));
    if (number === '') return rejection(number, -18010010, 'The field number is required.');
    if (!NUMBER.test(number)) return rejection(number, -18010012, 'The format of number is invalid.');
    const carrier = carrierOf(number, at(row, 'carrier'));
    if (carrier === undefined) return rejection(number, -18019910, 'The carrier is incorrect.');
    if (carrier === 0) return rejection(number, -18019903, 'The carrier of the tracking number cannot be detected.');
    if (this.of(number, carrier).length > 0)
      return rejection(number, -18019901, `The tracking number ${number} has been registered.`);
    if (this.#used >= QUOTA) return rejection(number, -18019908, 'The tracking quota is used up.');
    this.#used++;
    if (!this.#ctx.world.passedBy(number)) this.#strangers.open(number);
    const field = (name: string) => text(at(row, name));
    const made: Registration = {
      ...{ number, carrier, order: field('order_no'), tag: field('tag'), param: field('param') },
      ...{ isStopped: false, wasRetracked: false },
    };
    this.#all.push(made);
    this.#ctx.world.changes++;
    return made;
  }
}

/** Zero: nobody can tell. Undefined: none of theirs. */
function carrierOf(number: string, carrier: unknown): number | undefined {
  if (carrier === undefined || carrier === null || carrier === 0)
    return DETECTED.find(([pattern]) => pattern.test(number))?.[1] ?? 0;
  return typeof carrier === 'number' && Number.isInteger(carrier) && carrier > 1000 ? carrier : undefined;
}
