import { type Call, SESSION_OVER } from '@tradewind/contract/call.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ownServer, type Person, type TestServer } from './harness.ts';

type Input = Record<string, unknown>;
type Reply<T> = T | ((world: World) => T | Promise<T>);

export interface World {
  server: TestServer;
  main: Person;
  /** Signed in, with no right at all. */
  without: Person;
  owner(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export interface CallCase {
  /** Who may: everybody, everybody who is signed in, or whoever has the right. */
  access: Call['access'];
  /** What the call takes. What it answers is looked at by `gives`. */
  input?: Reply<Input>;
  /** For calls that take a file. */
  file?: { name: string; data: Buffer };
  as?: (world: World) => Person;
  /** Of the browser, for calls that know it again. */
  cookie?: () => string;
  /** The answer's data, whole. Of a download or a stream: the content type. */
  gives?: Reply<unknown>;
  /** Instead of an answer: the refusal of what this installation does not have. */
  fails?: string;
  /** Input that is refused, by the field it is refused for. */
  refuses?: Record<string, Input>;
}

interface Sent {
  status: number;
  code: number;
  msg: string;
  data: { fields?: { path: string; message: string }[] };
  type: string;
}

interface Setting {
  prepare?: (world: World) => Promise<void>;
  env?: Record<string, string>;
}

/**
 * A test for each call of these areas of the contract, named by method, path and parameters as the outside knows them:
 * `POST /seller/x?inQuery {inBody}`. A call without one fails.
 */
export function describeCalls(
  areas: readonly string[],
  cases: Record<string, CallCase>,
  { prepare = async () => {}, env = {} }: Setting = {},
): void {
  const world = {} as World;
  beforeAll(async () => {
    const server = await ownServer(env);
    const main = await server.company();
    const without = await server.member(main.companyId);
    const owner: World['owner'] = async (statement, values = []) =>
      (await server.app.database.owner.query<Record<string, unknown>>(statement, values)).rows;
    Object.assign(world, { server, main, without, owner });
    await prepare(world);
  });
  afterAll(() => world.server.close());

  const ofAreas = calls.filter(({ area }) => areas.includes(area)).map(({ call }) => call);
  it('each call has its test', () => {
    const tested = Object.keys(cases).map((name) => name.split(/[ ?]/, 2).join(' '));
    expect(tested.sort()).toEqual(ofAreas.map((call) => `${call.method} ${call.path}`).sort());
  });

  it.each(Object.entries(cases))('%s', async (name, one) => {
    const { method, path, inQuery, inBody } = partsOf(name);
    const more = { ...(one.file ? { file: one.file } : {}), ...(one.cookie ? { cookie: one.cookie() } : {}) };
    const send = (input: Input, as?: Person) => exchange(world.server.url, partsOf(name), input, as, more);
    const who = one.access === 'public' ? undefined : (one.as?.(world) ?? world.main);
    const call = ofAreas.find((found) => found.method === method && found.path === path);
    const shape = z.toJSONSchema(call?.input ?? z.never(), { io: 'input', unrepresentable: 'any' });
    expect(Object.keys(shape.properties ?? {}), 'its parameters').toEqual(
      expect.arrayContaining([...inQuery, ...inBody]),
    );
    expect(call?.access, 'who may').toEqual(one.access);
    if (who) expect(await send({}), 'a stranger').toMatchObject({ status: 401, code: SESSION_OVER });
    if (Array.isArray(one.access))
      expect(await send({}, world.without), 'a member without').toMatchObject({ status: 403, code: 403 });
    for (const [field, input] of Object.entries(one.refuses ?? {})) {
      const { status, data } = await send(input, who);
      expect([status, data.fields?.map((problem) => problem.path)], `a wrong ${field}`).toEqual([400, [field]]);
      expect(data.fields?.[0]?.message, `what is said of ${field}`).not.toBe('');
    }
    const answer = await send(await inputBy(one.input ?? {}, world), who);
    if (one.fails) return expect(answer).toMatchObject({ status: 422, code: 422, data: { error: one.fails } });
    const gives = await inputBy(one.gives, world);
    if (call?.download || call?.stream) return expect([answer.status, answer.type]).toEqual([200, gives]);
    expect(answer).toEqual({ status: 200, code: 200, msg: '操作成功', type: 'application/json', data: gives });
  });
}

const inputBy = async <T>(answered: Reply<T>, world: World): Promise<T> =>
  typeof answered === 'function' ? (answered as (world: World) => T | Promise<T>)(world) : answered;

interface Parts {
  method: string;
  path: string;
  inQuery: string[];
  inBody: string[];
}

function partsOf(name: string): Parts {
  const [, method = '', path = '', query = '', body = ''] =
    /^(\w+) ([^?\s]+)(?:\?(\S+))?(?: \{(.+)\})?$/.exec(name) ?? [];
  const names = (text: string) => text.split(',').filter(Boolean);
  return { method, path, inQuery: names(query), inBody: names(body) };
}

async function exchange(
  url: string,
  { method, path, inQuery }: Parts,
  input: Input,
  as?: Person,
  { file, cookie }: { file?: CallCase['file']; cookie?: string } = {},
): Promise<Sent> {
  const target = new URL(`/api${path}`, url);
  const form = new FormData();
  const body: Input = {};
  for (const [name, value] of Object.entries(input))
    if (method !== 'POST' || inQuery.includes(name)) target.searchParams.set(name, String(value));
    else if (file) form.append(name, String(value));
    else body[name] = value;
  const headers: Record<string, string> = { ...(as ? { token: as.token } : {}), ...(cookie ? { cookie } : {}) };
  const sent: RequestInit = { method, headers };
  if (file) form.append('file', new Blob([new Uint8Array(file.data)]), file.name);
  else if (method === 'POST') headers['content-type'] = 'application/json';
  if (method === 'POST') sent.body = file ? form : JSON.stringify(body);
  const response = await fetch(target, sent);
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  // A stream goes on for as long as somebody listens.
  if (type === 'text/event-stream') await response.body?.cancel();
  const read = type === 'application/json' ? ((await response.json()) as Omit<Sent, 'status' | 'type'>) : undefined;
  return { code: 0, msg: '', data: {}, ...read, status: response.status, type };
}

export const OK = { ok: true };
