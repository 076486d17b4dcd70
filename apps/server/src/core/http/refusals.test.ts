import { ConnectorError, type FailureKind } from '@tradewind/connectors/types.ts';
import { type Call, WEB_HEADER } from '@tradewind/contract/call.ts';
import { getOmniChannelProductBestSellerRanking } from '@tradewind/contract/dashboard.ts';
import { login, savePreference } from '@tradewind/contract/identity.ts';
import { sendNewMessage } from '@tradewind/contract/messages.ts';
import { listOrders, saveRule } from '@tradewind/contract/orders.ts';
import { saveWaveRule } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { sql } from '../database/sql.ts';
import { say } from '../text/texts.ts';
import { readFailure } from './failures.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

interface Refusal {
  status: number;
  fields: { path: string; message: string }[];
}

/** Sends the text of the query or body as it is. */
async function send(call: Call, text: string, language: 'zh' | 'en' = 'zh', as = main): Promise<Refusal> {
  const get = call.method === 'GET';
  const response = await fetch(`${server.url}/api${call.path}${get ? `?${text}` : ''}`, {
    method: call.method,
    headers: {
      token: as.token,
      'x-language': language,
      [WEB_HEADER]: 'test',
      ...(get ? {} : { 'content-type': 'application/json' }),
    },
    ...(get ? {} : { body: text }),
  });
  const { data } = (await response.json()) as { data: { fields?: Refusal['fields'] } | null };
  return { status: response.status, fields: data?.fields ?? [] };
}

const message = (text: string) =>
  `{"msgType":"notice","receivers":["somebody"],"thesis":"Subject","content":"${text}"}`;

describe('characters that no database holds', () => {
  it.each([
    ['NUL in a text', sendNewMessage, message(String.raw`a\u0000b`), 'content'],
    ['the first half of a pair', sendNewMessage, message(String.raw`a\ud83d`), 'content'],
    ['the second half of a pair', sendNewMessage, message(String.raw`\ude00`), 'content'],
    ['NUL within a list', sendNewMessage, String.raw`{"receivers":["a","b\u0000"]}`, 'receivers.1'],
    ['NUL in data of any shape', savePreference, String.raw`{"key":"k","value":{"a":[{"b":"\u0000"}]}}`, 'value.a.0.b'],
    ['NUL in a name', savePreference, String.raw`{"key":"k","value":{"a\u0000":1}}`, 'value.a�'],
    ['NUL in a query', listOrders, 'search=a%00b', 'search'],
    ['NUL without a session', login, String.raw`{"userLoginId":"a\u0000","password":"x"}`, 'userLoginId'],
  ])('are refused at the field: %s', async (_what, call, text, path) => {
    const said = (language: 'zh' | 'en') => [{ path, message: say(language, 'core.badCharacters') }];
    expect(await send(call, text, 'zh')).toEqual({ status: 400, fields: said('zh') });
    expect(await send(call, text, 'en')).toEqual({ status: 400, fields: said('en') });
  });

  it.each([
    ['POST', '/api/push/wms/a%00b'],
    ['POST', '/api/push/other?x=%00'],
    ['GET', '/api/push/other/stock?after=%00'],
    ['GET', '/api/callback/shopify?state=a%00b&shop=%00'],
    ['GET', '/api/arrive/shopify?shop=a%00.myshopify.com&hmac=%00'],
    ['GET', '/api/callback/alipay?out_trade_no=%00'],
  ])('are no error of ours in what anybody can send: %s %s', async (method, path) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-tradewind-key': 'a' };
    const { status } = await fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' });
    expect(status).toBeLessThan(500);
    expect(status).not.toBe(400);
  });

  it('are not what whole emojis consist of', async () => {
    const text = `{"msgType":"notice","receivers":["${main.userLoginId}"],"thesis":"\\ud83d\\ude00 😀"}`;
    expect((await send(sendNewMessage, text)).status).toBe(200);
  });

  it.each([70, 200_000])('lists within lists: %i levels are refused at their field', async (levels) => {
    const deep = `{"key":"k","value":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(await send(savePreference, deep)).toEqual({
      status: 400,
      fields: [{ path: 'value', message: say('zh', 'core.tooDeep') }],
    });
  });
});

describe('values out of range', () => {
  it.each([
    ['a day long ago', getOmniChannelProductBestSellerRanking, 'startDate=0001-01-01', 'startDate'],
    ['a day far ahead', getOmniChannelProductBestSellerRanking, 'endDate=9999-12-31', 'endDate'],
  ])('are refused at the field: %s', async (_what, call, text, path) => {
    const said = (language: 'zh' | 'en') => [{ path, message: say(language, 'core.farAway') }];
    expect(await send(call, text, 'zh')).toEqual({ status: 400, fields: said('zh') });
    expect(await send(call, text, 'en')).toEqual({ status: 400, fields: said('en') });
  });

  it('are refused at the field: a version that no column holds', async () => {
    const { status, fields } = await send(saveRule, '{"id":1,"version":2147483648}');
    expect(status).toBe(400);
    expect(fields.map(({ path }) => path)).toContain('version');
  });
});

describe('what the database refuses', () => {
  it('names the field of a row that is not there', async () => {
    const input = { warehouseId: 987_654, name: 'Van', lines: 'any', enabled: true };
    const answer = await server.call(saveWaveRule, input as never, main);
    expect([answer.status, answer.data]).toMatchObject([
      400,
      { error: 'core.badInput', fields: [{ path: 'warehouseId', message: say('zh', 'core.missingRow') }] },
    ]);
  });

  const failing = (query: ReturnType<typeof sql>) =>
    server.app.database.asOwner(query).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each([
    ['22003', sql`select ${'99999999999'}::int`],
    ['22007', sql`select ${'tomorrowish'}::date`],
    ['22008', sql`select ${'2026-02-31'}::date`],
    ['22021', sql`select ${'a\0b'}::text`],
    ['22023', sql`select now() at time zone ${'Nowhere/Land'}`],
    ['22P02', sql`select ${'{'}::jsonb`],
    ['22P05', sql`select ${'"\\u0000"'}::jsonb`],
  ])('%s is bad input, and in the log', async (code, query) => {
    const error = await failing(query);
    expect((error as { code?: string }).code).toBe(code);
    expect(readFailure(error)).toMatchObject({ fail: { code: 'core.badValue', status: 400 }, unexpected: true });
  });

  it('a key that no field of the input stands for is a conflict, and in the log', () => {
    const error = { code: '23503', table: 'wave_rule', constraint: 'wave_rule_company_id_warehouse_id_warehouse_fk' };
    const conflict = { fail: { code: 'core.goneRow', status: 409 }, unexpected: true };
    expect(readFailure(error, [{ name: 'Van' }])).toMatchObject(conflict);
    // Which of the two it was, the database does not say.
    expect(readFailure(error, [{ lines: [{ warehouseId: 1 }, { warehouseId: 2 }] }])).toMatchObject(conflict);
    expect(readFailure({ cause: error }, [{}, { rule: { warehouseIds: ['7'] } }])).toMatchObject({
      fail: { status: 400, fields: [{ path: 'rule.warehouseIds.0', code: 'core.missingRow' }] },
    });
  });

  it('a division by zero is our mistake', async () => {
    expect(readFailure(await failing(sql`select 1 / ${0}::int`))).toBeUndefined();
  });
});

describe('a database that is away', () => {
  it.each([
    [{ code: '57P01', message: 'terminating connection' }],
    [{ code: '08006', message: 'connection to the remote node tradewind_app@node:5432 failed' }],
    [{ code: 'XX000', message: 'SSL SYSCALL error: EOF detected' }],
    [{ code: 'XX000', message: 'server closed the connection unexpectedly' }],
  ])('is told as that: %j', (error) => {
    expect(readFailure(error)?.fail).toMatchObject({ code: 'core.databaseAway', status: 503 });
  });

  it('is no excuse for mistakes of ours', () => {
    expect(readFailure({ code: '42703', message: 'column "x" does not exist' })).toBeUndefined();
  });
});

describe('an outside service that an area does not answer for', () => {
  it.each([
    ['rejected', 422, 'core.outsideRefused'],
    ['unauthorized', 422, 'core.outsideUnauthorized'],
    ['unavailable', 502, 'core.outsideAway'],
    ['throttled', 502, 'core.outsideAway'],
    ['malformed', 502, 'core.outsideAway'],
    ['uncertain', 502, 'core.outsideUncertain'],
  ] as [FailureKind, number, string][])('%s is %i', (kind, status, code) => {
    const read = readFailure(new ConnectorError('ups', kind, 'no label of this number', { retryAfterMs: 4500 }));
    expect(read).toMatchObject({ fail: { status, code }, unexpected: false });
    expect(say('en', code, read?.fail.params)).toMatch(/^ups.* no label of this number$/);
    expect(read?.fail.params.retryAfterSeconds).toBe(code === 'core.outsideAway' ? 5 : undefined);
  });
});
