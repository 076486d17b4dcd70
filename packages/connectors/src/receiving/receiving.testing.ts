import { expect } from 'vitest';
import { everyPage, REDIRECT, type SharedClock, sharedClock } from '../conformance.testing.ts';
import type { RunningSandbox } from '../testing.ts';
import { ConnectorError } from '../types.ts';
import type { ReceivingAccess, ReceivingConnector, StatementLeg } from './connector.ts';
import type { ReceivingDefinition } from './definition.ts';

/** What the conformance tests do with every provider alike. */
export const DAY = 86_400_000;
export const STATE = 'state-of-ours-1';

export function connectorOf(
  definition: ReceivingDefinition,
  at: string,
  clock: SharedClock,
  more: { fetch?: typeof fetch; app?: Record<string, string> } = {},
): ReceivingConnector {
  const baseUrls = Object.fromEntries(
    Object.entries(definition.sandbox.baseUrls).map(([name, path]) => [name, `${at}${path}`]),
  );
  return definition.create({
    app: { ...definition.sandbox.app, ...more.app },
    http: { baseUrls, rateFactor: 1000, ...clock, ...(more.fetch ? { fetch: more.fetch } : {}) },
    // Small, so that there are many of them.
    pageSize: 10,
  });
}

/** The browser of a seller who decides. */
export async function decide(connector: ReceivingConnector, auto: 'allow' | 'deny' | 'wrongState') {
  const url = connector.authorizeUrl?.({ state: STATE, redirectUri: REDIRECT }) ?? '';
  const response = await fetch(`${url}&auto=${auto}`, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`no redirect: ${response.status} ${await response.text()}`);
  return Object.fromEntries(new URL(location).searchParams);
}

export async function exchanged(connector: ReceivingConnector, query: Record<string, string>) {
  const got = await connector.exchange?.({ query, state: STATE, redirectUri: REDIRECT });
  if (!got) throw new Error('no exchange');
  return got;
}

export async function connect(
  definition: ReceivingDefinition,
  connector: ReceivingConnector,
): Promise<ReceivingAccess> {
  if (connector.exchange) return { keys: {}, ...(await exchanged(connector, await decide(connector, 'allow'))) };
  const { keys } = definition.sandbox;
  const got = await connector.connect?.(keys);
  return { keys, account: '', ...got };
}

export async function everyLeg(connector: ReceivingConnector, access: ReceivingAccess, from: number, to: number) {
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const pages = await everyPage((at) => connector.statement(access, { ...window, ...at }));
  expect(pages.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  return pages.flatMap(({ legs }) => legs);
}

export const keyOf = ({ externalTxnId, leg }: StatementLeg) => `${externalTxnId} ${leg}`;
export const keysOfLegs = (legs: readonly StatementLeg[]) => legs.map(keyOf).sort();
/** The number of the books' line behind a leg: some providers put more around it. */
export const lineOf = ({ externalTxnId }: StatementLeg) => externalTxnId.replace(/^ft_/, '').replace(/-\d$/, '');

export interface Books {
  opening: Record<string, string>;
  balances: Record<string, string>;
  accounts: { id: string; currency: string; number: string; closed: boolean }[];
  lines: { id: string; at: string; type: string; state: string; reference: string }[];
}

/** All that an error would show to a log. */
export function shown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const more = error instanceof ConnectorError ? JSON.stringify({ ...error, raw: error.raw, code: error.code }) : '';
  return [error.message, error.stack, more, error.cause === undefined ? '' : shown(error.cause)].join('\n');
}

/** Everything of a connection that must stay secret. */
export function secretsOf(definition: ReceivingDefinition, access: ReceivingAccess): string[] {
  const { app, keys } = definition.sandbox;
  const isPublic = /^(clientId|appId|developerId|lianlianPublicKey|worldfirstPublicKey)$/;
  const own = Object.entries({ ...app, ...keys }).flatMap(([name, value]) => (isPublic.test(name) ? [] : [value]));
  const basic = [
    [app.clientId, app.clientSecret],
    [keys.developerId, keys.masterToken],
  ].map((pair) => Buffer.from(pair.join(':')).toString('base64'));
  const { accessToken, refreshToken } = access.tokens ?? {};
  return [...own, ...basic, accessToken, refreshToken].filter((one): one is string => Boolean(one));
}

const WINDOWS = [
  ['start_time', 'end_time'],
  ['startTime', 'endTime'],
  ['from_created_at', 'to_created_at'],
  ['from', 'to'],
] as const;

/** The span of time that a request asks for, in days. */
function spanOf(url: string, body: string): number | undefined {
  const fields: Record<string, unknown> = {
    ...Object.fromEntries(new URL(url).searchParams),
    ...(body.startsWith('{') ? JSON.parse(body) : {}),
  };
  const ms = (name: string) =>
    typeof fields[name] === 'number' ? Number(fields[name]) : Date.parse(String(fields[name]));
  for (const [from, to] of WINDOWS) if (fields[from] !== undefined) return (ms(to) - ms(from)) / DAY;
  return undefined;
}

/** A seller's connection to a stand-in, and what the tests do with it. */
export class Seller {
  readonly clock: SharedClock;
  readonly connector: ReceivingConnector;
  readonly #sandbox: RunningSandbox;
  readonly #provider: string;
  access: ReceivingAccess = { keys: {}, account: '' };
  /** The spans of time that were asked for, in days. */
  spans: number[] = [];

  private constructor(sandbox: RunningSandbox, definition: ReceivingDefinition) {
    this.#sandbox = sandbox;
    this.#provider = definition.provider;
    this.clock = sharedClock(sandbox);
    const spying: typeof fetch = (input, init) => {
      const span = spanOf(String(input), typeof init?.body === 'string' ? init.body : '');
      if (span !== undefined) this.spans.push(span);
      return fetch(input, init);
    };
    this.connector = connectorOf(definition, sandbox.url, this.clock, { fetch: spying });
  }

  static async open(sandbox: RunningSandbox, definition: ReceivingDefinition): Promise<Seller> {
    await sandbox.control('reset', { orders: 1 });
    const seller = new Seller(sandbox, definition);
    seller.access = await connect(definition, seller.connector);
    return seller;
  }

  faults = (desired: object) => this.#sandbox.control('faults', { platform: this.#provider, ...desired });
  books = async () => (await this.#sandbox.control(`${this.#provider}/books`)) as Books;
  balances = () => this.connector.balances(this.access);
  balancesNow = async () => Object.fromEntries((await this.balances()).map((one) => [one.currency, one.total]));

  /** One window for two readings: a line at its edge must not fall between them. */
  windowOf = (days: number) => [this.clock.now() - days * DAY, this.clock.now() + 60_000] as const;
  within = (from: number, to: number) => everyLeg(this.connector, this.access, from, to);
  /** Longer than there are lines, also after the clock went on. */
  all = (days = 100) => this.within(...this.windowOf(days));
  page = () => this.connector.statement(this.access, spelt(this.windowOf(30)));

  renew = async (old: ReceivingAccess): Promise<ReceivingAccess> => {
    const tokens = await this.connector.refresh?.(old);
    if (!tokens) throw new Error('no tokens');
    this.access = { ...old, tokens };
    return this.access;
  };
}

export const spelt = ([from, to]: readonly [number, number]) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

export const numbersOf = (amounts: Record<string, string>) =>
  Object.fromEntries(Object.entries(amounts).map(([currency, amount]) => [currency, Number(amount)]));
