import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Call, WEB_HEADER } from '@tradewind/contract/call.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { pino } from 'pino';
import { openSession } from '../../areas/identity/public.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { type Dice, type Known, makeInput } from './fuzz.testing.ts';
import { uploadOf } from './matrix.testing.ts';

export const NAMED = calls.map(({ area, name, call }) => ({ key: `${area}.${name}`, call }));
/** Their session ends with them, or looks at the program as somebody else: each gets one of its own. */
const ENDS_SESSION = new Set(['identity.logout', 'access.viewAs', 'company.visitSample']);
/** Refusals in the name of an outside service: what it does is no fault of ours. */
const OUTSIDE =
  /^(core\.outside|logistics\.carrier(Away|Busy)|company\.paymentAway|channels\.\w*(Away|Busy)|wms\.\w*(Away|Busy))/;

export interface Asker {
  who: string;
  /** Undefined: nobody is signed in. */
  person: Person | undefined;
  known: Known;
  /** Texts that must not come back: they are of another company. */
  hidden: readonly string[];
}

interface Answered {
  key: string;
  who: string;
  status: number;
  error: string;
  ms: number;
}

/** What went wrong, by call and cause. */
export class Findings {
  readonly wrong = new Map<string, number>();
  /** Refused by the database alone: no fault, but a check before it would name the field. */
  readonly late = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  /** Calls that an owner got through at least once. */
  readonly worked = new Set<string>();
  slowest: Answered | undefined;
  revived = 0;
  requests = 0;

  count(on: Map<string, number>, what: string): void {
    on.set(what, (on.get(what) ?? 0) + 1);
  }

  note(answered: Answered): void {
    this.requests++;
    this.statuses.set(answered.status, (this.statuses.get(answered.status) ?? 0) + 1);
    if (answered.status === 200) this.worked.add(answered.key);
    if (answered.ms > (this.slowest?.ms ?? 0)) this.slowest = answered;
  }

  /** For a person to read: the most frequent first. */
  told(): string {
    const lines = (from: Map<string, number>) =>
      [...from].sort((a, b) => b[1] - a[1]).map(([what, times]) => `  ${times} x ${what}`);
    const statuses = [...this.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    return [
      `${this.requests} requests (${statuses.join(', ')}); ${this.worked.size} of ${NAMED.length} calls answered 200`,
      `slowest: ${this.slowest?.ms} ms, ${this.slowest?.key} by ${this.slowest?.who}`,
      ...(this.late.size > 0 ? ['refused only by the database:', ...lines(this.late)] : []),
      ...(this.wrong.size > 0 ? ['wrong:', ...lines(this.wrong)] : []),
    ].join('\n');
  }
}

/** Sends inputs that nobody means to every call, and keeps what must not happen. */
export class Fuzz {
  readonly findings = new Findings();
  readonly #server: TestServer;
  readonly #dice: Dice;
  /** What the server wrote into its log, by the request's id. */
  readonly #causes = new Map<string, string>();
  #sent = 0;

  constructor(server: TestServer, dice: Dice) {
    this.#server = server;
    this.#dice = dice;
    const write = (line: string) => {
      const { requestId, error } = JSON.parse(line) as { requestId?: string; error?: Record<string, string> };
      if (requestId) this.#causes.set(requestId, causeOf(error));
    };
    server.app.log = pino({ level: 'error', serializers: { error: pino.stdSerializers.err } }, { write });
  }

  /** Each call as often as any other, in groups that run at once. */
  async run(askers: readonly Asker[], requests: number, among = NAMED): Promise<void> {
    const AT_ONCE = 8;
    for (let done = 0; done < requests; done += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => {
          const named = among[this.#sent++ % among.length];
          return named && this.#one(named, this.#dice.pick(askers));
        }),
      );
  }

  async #one({ key, call }: { key: string; call: Call }, asker: Asker): Promise<void> {
    const own = asker.person && ENDS_SESSION.has(key) ? await this.#session(asker.person) : undefined;
    const request = requestFor(call, makeInput(call, this.#dice, asker.known), this.#dice);
    const began = performance.now();
    const { status, text } = await this.#send(call, request, own ?? asker.person?.token);
    const { error, requestId } = failureIn(text);
    this.findings.note({ key, who: asker.who, status, error, ms: Math.round(performance.now() - began) });
    const cause = this.#causes.get(requestId);
    this.#causes.delete(requestId);
    const { wrong, late } = this.findings;
    if (status === 0 || (status >= 500 && !OUTSIDE.test(error)))
      this.findings.count(wrong, `${key} answers ${status} to ${asker.who}: ${cause ?? (error || text.slice(0, 200))}`);
    else if (cause) this.findings.count(late, `${key} (${status}): ${cause}`);
    for (const secret of asker.hidden)
      if (text.includes(secret)) this.findings.count(wrong, `${key} gives ${asker.who} a row of another company`);
    if (status === 401 && asker.person && call.access !== 'public') await this.#revive(asker.person);
  }

  async #send(call: Call, { query, headers, body }: Sent, token: string | undefined) {
    // Each from an address of its own: what is refused for too many tries is not looked at.
    const from = `10.${this.#sent >> 16}.${(this.#sent >> 8) & 255}.${this.#sent & 255}`;
    try {
      const response = await fetch(`${this.#server.url}/api${call.path}${query}`, {
        method: call.method,
        headers: { ...headers, [WEB_HEADER]: 'fuzz', 'x-forwarded-for': from, ...(token ? { token } : {}) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(120_000),
      });
      if (call.stream && response.ok) {
        await response.body?.cancel();
        return { status: response.status, text: '' };
      }
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { status: 0, text: `no answer: ${String((error as Error).cause ?? error)}` };
    }
  }

  #session = (person: Person) => openSession(this.#server.app, person, { address: '127.0.0.1', userAgent: 'fuzz' });

  /** Some inputs are good enough to end the session of who sends them. */
  async #revive(person: Person): Promise<void> {
    this.findings.revived++;
    await this.#server.app.database.owner.query(
      `update user_account set enabled = true, main_account = true, password_changed_at = now() where company_id = $1 and id = $2`,
      [person.companyId, person.userId],
    );
    person.token = await this.#session(person);
  }
}

interface Sent {
  query: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

const BROKEN = ['{', '', 'null', '[]', '[1]', '"a"', '1', '{"a":1,"a":2}', '{"__proto__":1}', '\0', '{"a":"\u0001"}'];

function requestFor(call: Call, input: unknown, dice: Dice): Sent {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input };
  if (call.upload && dice.chance(0.8))
    return { query: '', headers: {}, body: uploadOf(dice.pick(call.upload.kinds), fields as Record<string, unknown>) };
  if (call.method !== 'POST') return { query: queryOf(fields), headers: {}, body: undefined };
  const headers = { 'content-type': dice.chance(0.98) ? 'application/json' : 'text/plain' };
  return { query: '', headers, body: dice.chance(0.02) ? dice.pick(BROKEN) : JSON.stringify(input) };
}

/** Lists as repeated keys, objects as their JSON. An address holds no more than some 16 kB. */
function queryOf(fields: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  const text = query.toString().slice(0, 12_000);
  return text === '' ? '' : `?${text.replace(/%[0-9A-F]?$/, '')}`;
}

function failureIn(text: string): { error: string; requestId: string } {
  const [, error = ''] = /"error":"([^"]*)"/.exec(text.slice(0, 5000)) ?? [];
  const [, requestId = ''] = /"requestId":"([^"]*)"/.exec(text.slice(0, 5000)) ?? [];
  return { error, requestId };
}

/** The same for every time it happens: without its figures. */
function causeOf(error: Record<string, string> = {}): string {
  const at = /\n\s+at .*?(apps\/server\/src\/\S+?):\d+:\d+/.exec(error.stack ?? '')?.[1] ?? '';
  const message = String(error.message).split('\n')[0]?.slice(0, 160).replace(/\d+/g, 'N');
  return [error.code, message, error.constraint, at].filter(Boolean).join(' · ');
}

/** Megabytes in use by JavaScript and in all, after the collector has been round. */
export function memory(): { heap: number; external: number; resident: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let at = 0; at < 3; at++) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return { heap: megabytes(heapUsed), external: megabytes(external), resident: megabytes(rss) };
}
