import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digText, loadClient, startForTest } from '../testing.ts';

/** Somebody else's client of Lazada, run against the stand-in: it reads and signs; its POST leaves out the call's path. */
interface Sdk {
  LazadaClient: new (
    url: string,
    key: string,
    secret: string,
  ) => { execute(request: object, token?: string): Promise<{ data: unknown }> };
  LazadaRequest: new (path: string, method: string) => { addApiParam(name: string, value: unknown): void };
}
const KEY = '412001';
let box: Sandbox;
let sdk: Sdk;

beforeAll(async () => {
  // It prints every address it calls.
  vi.spyOn(console, 'log').mockImplementation(() => {});
  box = await startForTest();
  sdk = await loadClient<Sdk>('lazada-sdk-client');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await box.close();
});

async function get(path: string, params: Record<string, unknown>, token?: string, secret = 'lazada-demo-secret') {
  const request = new sdk.LazadaRequest(path, 'GET');
  for (const [name, value] of Object.entries(params)) request.addApiParam(name, value);
  return (await new sdk.LazadaClient(`${box.url}/lazada/rest`, KEY, secret).execute(request, token)).data;
}

async function accessToken(): Promise<string> {
  const requested = { response_type: 'code', client_id: KEY, redirect_uri: 'http://127.0.0.1:9/cb', auto: '1' };
  const consent = await call(`${box.url}/lazada/oauth/authorize?${new URLSearchParams(requested)}`);
  const back = new URL(consent.headers.get('location') ?? '').searchParams;
  return digText(await get('/auth/token/create', { code: back.get('code') ?? '' }), 'access_token');
}

describe("another's client of Lazada", () => {
  it('connects, lists, reads units and finds listings', async () => {
    const token = await accessToken();
    expect(digText(await get('/seller/get', {}, token), 'data', 'name')).toBe('Tradewind Home');
    const window = { update_after: '2020-01-01T00:00:00+08:00', sort_by: 'updated_at', limit: 10, offset: 0 };
    const list = await get('/orders/get', window, token);
    expect(dig(list, 'data', 'count')).toBe(10);
    const order_id = dig(list, 'data', 'orders', 0, 'order_id');
    const units = await get('/orders/items/get', { order_ids: `[${String(order_id)}]` }, token);
    expect(dig(units, 'data', 0, 'order_items', 0, 'currency')).toBe('SGD');
    expect(dig(await get('/products/get', { filter: 'live', limit: 5 }, token), 'data', 'products', 4)).toBeTruthy();
  });

  it('is refused with a wrong secret', async () => {
    expect(digText(await get('/seller/get', {}, 'x.y', 'another'), 'code')).toBe('IncompleteSignature');
  });
});
