import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { App } from '../../core/app.ts';
import { derivedKey } from '../../core/config.ts';
import type { Database } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { type Limit, triesOf } from './throttle.ts';

/*
 * Three limits slow guessing down: by account and address together, by address, and by account from everywhere. The last
 * one would let anybody lock anybody out, so it does not apply to browsers that have signed in to the account before:
 * the owner gets in while a hundred addresses guess.
 */
const MINUTES = 15;
const TRIES_OF_PAIR = 5;
/** More than for an account: a whole office shares one address. */
const TRIES_FROM_ADDRESS = 20;
const TRIES_OF_ACCOUNT = 50;

/** Everybody with an IPv6 address has 2^64 of them. */
const netOf = (address: string) => (isIPv6(address) ? address.split(':').slice(0, 4).join(':') : address);
const accountKey = (userLoginId: string) => `password:of:${userLoginId}`;
const addressKey = (address: string) => `password:from:${netOf(address)}`;
const pairKey = (userLoginId: string, address: string) => `password:by:${userLoginId}:${netOf(address)}`;

/** @param known the browser has signed in to the account before */
export function guessLimits(userLoginId: string, address: string, known: boolean): Limit[] {
  const pair = { key: pairKey(userLoginId, address), tries: TRIES_OF_PAIR, minutes: MINUTES };
  const from = { key: addressKey(address), tries: TRIES_FROM_ADDRESS, minutes: MINUTES };
  const all = { key: accountKey(userLoginId), tries: TRIES_OF_ACCOUNT, minutes: MINUTES };
  return known ? [pair, from] : [pair, from, all];
}

/** Guesses at the current password by a signed-in user. */
export const ownLimit = (userLoginId: string): Limit => ({
  key: `password:own:${userLoginId}`,
  tries: TRIES_OF_PAIR,
  minutes: MINUTES,
});

/** The right password came from an address: guesses from elsewhere keep waiting. */
export async function forgetTriesFrom(database: Database, userLoginId: string, address: string): Promise<void> {
  await database.global(sql`delete from throttle where key = ${pairKey(userLoginId, address)}`);
}

/** The account has a new password: all its waits end. */
export async function forgetTriesOf(database: Database, userLoginId: string): Promise<void> {
  await database.global(sql`delete from throttle where key in (${accountKey(userLoginId)}, ${ownLimit(userLoginId).key})
    or starts_with(key, ${pairKey(userLoginId, '')})`);
}

const HARDER_FROM_ADDRESS = [5, 12];
const HARDER_OF_ACCOUNT = [10, 30];
const stepOf = (tries: number, steps: readonly number[]) => steps.filter((step) => tries >= step).length;

/** How hard the captcha is, after wrong guesses by this address or at this account. */
export async function hardnessFrom(database: Database, address: string, userLoginId = ''): Promise<number> {
  const [from = 0, of = 0] = await triesOf(database, [addressKey(address), accountKey(userLoginId)]);
  return Math.max(stepOf(from, HARDER_FROM_ADDRESS), stepOf(of, HARDER_OF_ACCOUNT));
}

const KNOWN = 'knownBrowser';
const KNOWN_DAYS = 180;

const sealOf = (app: App, userLoginId: string, nonce: string) =>
  createHmac('sha256', derivedKey(app.config.secret, 'known browser')).update(`${userLoginId}/${nonce}`).digest();

/** Proves only that the browser has signed in to the account before; worthless without the password. */
export function isKnownBrowser(app: App, ctx: RequestCtx, userLoginId: string): boolean {
  const [nonce = '', seal = ''] = (ctx.cookies[KNOWN] ?? '').split('.');
  const input = Buffer.from(seal, 'base64url');
  const right = sealOf(app, userLoginId, nonce);
  return nonce !== '' && input.length === right.length && timingSafeEqual(input, right);
}

export function rememberBrowser(app: App, ctx: RequestCtx, userLoginId: string): void {
  const nonce = randomBytes(12).toString('base64url');
  const seal = sealOf(app, userLoginId, nonce).toString('base64url');
  ctx.setCookie(KNOWN, `${nonce}.${seal}`, KNOWN_DAYS * 24 * 3600);
}
