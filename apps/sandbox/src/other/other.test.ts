import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, startForTest } from '../testing.ts';

interface Received {
  method: string;
  target: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

let box: Sandbox;
let tradewind: http.Server;
let received: Received[] = [];
let shipments: object[] = [];
let cancellations: object[] = [];
const keys = { key: 'shop_1', secret: 'hush' };
const url = () => `http://127.0.0.1:${(tradewind.address() as AddressInfo).port}`;
const act = (path: string, body: object = {}) => call(`${box.url}/other/${path}`, { body });

beforeAll(async () => {
  box = await startForTest();
  tradewind = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? '', target: request.url ?? '', headers: request.headers, body });
    const answer = request.url?.match(/shipments|cancellations/)
      ? { shipments, cancellations, nextCursor: null, until: '2026-11-22T10:00:00Z' }
      : { refused: [] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => tradewind.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await box.close();
  tradewind.closeAllConnections();
  await new Promise((done) => tradewind.close(done));
});
beforeEach(async () => {
  received = [];
  shipments = [];
  cancellations = [];
  await call(`${box.url}/control/reset`, { body: { orders: 60 } });
});

it('tells every order in calls that it signs over time, method, address and body', async () => {
  expect((await act('connect', { url: url(), ...keys })).status).toBe(200);
  expect(received.map((one) => [one.method, one.target])).toEqual([
    ['POST', '/api/push/other'],
    ['POST', '/api/push/other'],
  ]);
  const orders = received.flatMap((one) => digList(JSON.parse(one.body), 'orders'));
  expect(orders).toHaveLength(60);
  for (const { method, target, headers, body } of received) {
    const text = `${headers['x-shop-timestamp']}\n${method}\n${target}\n${body}`;
    expect(headers['x-shop-signature']).toBe(createHmac('sha256', 'hush').update(text).digest('hex'));
    expect(headers['x-shop-key']).toBe('shop_1');
  }
});

it('books a shipment once, however often it is told, and asks from where it stopped', async () => {
  await act('connect', { url: url(), ...keys });
  const order = [...box.world.shop('other').byId.values()].find((one) => one.status === 'unshipped');
  const lines = order?.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  shipments = [
    { orderNo: order?.id, carrierName: 'UPS', trackingNumber: '1Z1', shippedAt: '2026-11-22T09:00:00Z', lines },
  ];
  expect(dig((await act('shipments')).body, 'booked')).toBe(1);
  expect(dig((await act('shipments')).body, 'booked')).toBe(0);
  expect(order?.status).toBe('shipped');
  expect(order?.told.filter((one) => one.kind === 'shipment')).toHaveLength(1);
  const requested = received.filter((one) => one.method === 'GET').map((one) => one.target);
  expect(requested).toEqual(['/api/push/other/shipments', '/api/push/other/shipments?since=2026-11-22T10%3A00%3A00Z']);
});

it('cancels what was cancelled in Tradewind, and nothing that has gone', async () => {
  await act('connect', { url: url(), ...keys });
  const all = [...box.world.shop('other').byId.values()];
  const open = all.find((one) => one.status === 'unshipped');
  cancellations = [{ orderNo: open?.id, reason: 'outOfStock' }, { orderNo: 'never' }];
  expect(dig((await act('cancellations')).body, 'cancelled')).toBe(1);
  expect(dig((await act('cancellations')).body, 'cancelled')).toBe(0);
  expect([open?.status, open?.cancelReason]).toEqual(['cancelled', 'outOfStock']);
});

it('speaks to this machine only, and to nobody before it has keys', async () => {
  expect((await act('push')).status).toBe(400);
  expect((await act('connect', { url: 'https://erp.example.com', ...keys })).status).toBe(400);
  expect(received).toEqual([]);
  expect((await call(`${box.url}/other`)).status).toBe(200);
});
