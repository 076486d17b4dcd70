import { isIPv6 } from 'node:net';
import type { Database } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { type Limit, triesOf } from './throttle.ts';

/*
 * Three limits slow guessing down: by account and address together, by address, and by account from everywhere. Alone
 * they would let anybody lock an office or an account out, so none of them applies to a browser that has signed in to
 * the account before. Such a browser has one limit of its own, which only its own wrong passwords use up.
 */
const MINUTES = 15;
const TRIES_OF_PAIR = 5;
/** More than for an account: a whole office shares one address. */
const TRIES_FROM_ADDRESS = 20;
const TRIES_OF_BROWSER = 10;

/** Everybody with an IPv6 address has 2^64 of them. */
function netOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = Array<string>(8).fill('0');
  const after = groups(right);
  const whole = [...[...groups(left), ...zeros].slice(0, 8 - after.length), ...after];
  return whole.slice(0, 4).join(':');
}
/** What is guessed at. A code has a million values and a new one each half minute, so its account waits earlier. */
type Guessed = 'password' | 'code';
const OF_ACCOUNT: Record<Guessed, number> = { password: 50, code: 10 };

const accountKey = (userLoginId: string, what: Guessed = 'password') => `${what}:of:${userLoginId}`;
const addressKey = (address: string, what: Guessed = 'password') => `${what}:from:${netOf(address)}`;
const pairKey = (userLoginId: string, address: string, what: Guessed = 'password') =>
  `${what}:by:${userLoginId}:${netOf(address)}`;
const browserKey = (userLoginId: string, browser: string, what: Guessed = 'password') =>
  `${what}:in:${userLoginId}:${browser}`;

/** @param browser the browser's name when it has signed in to the account before */
export function guessLimits(
  userLoginId: string,
  address: string,
  browser: string | undefined,
  what: Guessed = 'password',
): Limit[] {
  if (browser !== undefined)
    return [{ key: browserKey(userLoginId, browser, what), tries: TRIES_OF_BROWSER, minutes: MINUTES }];
  return [
    { key: pairKey(userLoginId, address, what), tries: TRIES_OF_PAIR, minutes: MINUTES },
    { key: addressKey(address, what), tries: TRIES_FROM_ADDRESS, minutes: MINUTES },
    { key: accountKey(userLoginId, what), tries: OF_ACCOUNT[what], minutes: MINUTES },
  ];
}

/** Guesses at the current password, or at a code, by a signed-in user. */
export const ownLimit = (userLoginId: string, what: Guessed = 'password'): Limit => ({
  key: `${what}:own:${userLoginId}`,
  tries: TRIES_OF_PAIR,
  minutes: MINUTES,
});

/** The right password or code came from an address, or a known browser: guesses from elsewhere keep waiting. */
export async function forgetTriesFrom(
  database: Database,
  userLoginId: string,
  address: string,
  browser: string | undefined,
  what: Guessed = 'password',
): Promise<void> {
  const key = browser === undefined ? pairKey(userLoginId, address, what) : browserKey(userLoginId, browser, what);
  await database.global(sql`delete from throttle where key = ${key}`);
}

/** The account has a new password: all its waits end. */
export async function forgetTriesOf(database: Database, userLoginId: string): Promise<void> {
  await database.global(sql`delete from throttle where key in (${accountKey(userLoginId)}, ${ownLimit(userLoginId).key})
    or starts_with(key, ${pairKey(userLoginId, '')}) or starts_with(key, ${browserKey(userLoginId, '')})`);
}

const HARDER_FROM_ADDRESS = [5, 12];
const HARDER_OF_ACCOUNT = [10, 30];
const stepOf = (tries: number, steps: readonly number[]) => steps.filter((step) => tries >= step).length;

/** How hard the captcha is, after wrong guesses by this address or at this account. */
export async function hardnessFrom(database: Database, address: string, userLoginId = ''): Promise<number> {
  const [from = 0, of = 0] = await triesOf(database, [addressKey(address), accountKey(userLoginId)]);
  return Math.max(stepOf(from, HARDER_FROM_ADDRESS), stepOf(of, HARDER_OF_ACCOUNT));
}
