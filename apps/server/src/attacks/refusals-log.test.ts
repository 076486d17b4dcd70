import { login } from '@tradewind/contract/identity.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownServer, type TestServer } from '../testing/harness.ts';

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  server = await ownServer();
  server.app.log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => server.close());

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('a call without the right to it leaves a line: who, from where, which call', async () => {
  const { companyId } = await server.company();
  const member = await server.member(companyId, []);
  expect((await server.call(listOrders, { text: 'secret words' }, member)).status).toBe(403);
  expect(logged()).toMatchObject([
    {
      msg: 'request refused',
      ...{ status: 403, companyId, userId: member.userId, url: `/api${listOrders.path}` },
      ...{ address: expect.stringMatching(/127\.0\.0\.1$/), requestId: expect.stringMatching(/^[0-9a-f]{16}$/) },
    },
  ]);
  expect(lines.join()).not.toContain('secret');
  expect(lines.join()).not.toContain(member.token);
});

test('too many tries leave a line without what was tried', async () => {
  const { userLoginId } = await server.company();
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++)
    statuses.push((await server.call(login, { userLoginId, password: `Wrong-password-${i}` })).status);
  expect(statuses).toContain(429);
  const refused = logged().filter(({ msg }) => msg === 'request refused');
  expect(refused.length).toBeGreaterThan(0);
  for (const line of refused) expect(line).toMatchObject({ status: 429, refused: 'identity.tooManyTries' });
  expect(lines.join()).not.toContain('Wrong-password');
});

test('a push without its signature leaves a line', async () => {
  const answer = await fetch(`${server.url}/api/push/shopify`, { method: 'POST', body: '{"id":1}' });
  expect(answer.status).toBe(401);
  expect(logged()).toMatchObject([{ msg: 'unsigned push', platform: 'shopify' }]);
});

test('an address cannot write a line of its own', async () => {
  const { companyId } = await server.company();
  const member = await server.member(companyId, []);
  const forged = encodeURIComponent('\n{"level":30,"msg":"forged"}');
  const answer = await fetch(`${server.url}/api${listOrders.path}?text=${forged}`, {
    headers: { token: member.token, 'user-agent': 'x {"msg":"forged"}' },
  });
  expect(answer.status).toBe(403);
  expect(logged()).toHaveLength(1);
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true);
  expect(lines.join()).not.toContain('forged');
});
