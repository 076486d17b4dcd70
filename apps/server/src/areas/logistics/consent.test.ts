import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteUpsAuth,
  findUpsDetail,
  getAuthUrl,
  getUpsAuth,
  listCarriers,
  saveOrUpdateUpsAuth,
  testCarrierAccount,
} from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/main.ts';
import type { Ctx } from '../../core/context.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { checkOwnKeys, withCarrier } from './carrier/connect.ts';

/** Carrier accounts that are connected in the browser, on the page of UPS's stand-in. */
let sandbox: Sandbox;
let server: TestServer;
let main: Person & { ctx: Ctx };

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0, dataFile: '/nowhere' });
  server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
  main = await server.company('Sellers');
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});
afterEach(() => sandbox.faults.clear());

let accounts = 0;
/** A UPS account without keys. */
async function added(as: Person = main, more: object = {}): Promise<number> {
  const number = `A1B${String(++accounts).padStart(3, '0')}`;
  const account = { carrier: 'ups' as const, name: `UPS ${number}`, accountNumber: number, keys: {}, sandbox: true };
  return (await server.ok(saveOrUpdateUpsAuth, { account: { ...account, ...more } }, as)).id;
}

interface Begun {
  /** The callback, as UPS sends the browser there. */
  callback: string;
  cookie: string;
}
/** The user asks for UPS's page and agrees there. */
async function agreed(id: number, as: Person = main): Promise<Begun> {
  const begun = await server.call(getAuthUrl, { id }, as);
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const signIn = await fetch(begun.data.url, { redirect: 'manual' });
  const page = new URL(signIn.headers.get('location') ?? '', begun.data.url);
  page.searchParams.set('auto', '1');
  const back = await fetch(page, { redirect: 'manual' });
  const callback = new URL(back.headers.get('location') ?? '');
  return { callback: `${server.url}${callback.pathname}${callback.search}`, cookie };
}
async function back(callback: string, cookie: string): Promise<string> {
  const answer = await fetch(callback, { redirect: 'manual', headers: { cookie } });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '', server.url).hash;
}
async function connected(as: Person = main): Promise<number> {
  const id = await added(as);
  const { callback, cookie } = await agreed(id, as);
  expect(await back(callback, cookie)).toBe('#/logisticsAuthResult?carrier=ups&code=200');
  return id;
}
const stateOf = async (id: number, as: Person = main) => (await server.ok(findUpsDetail, { id }, as)).state;
const failed = (reason: string) => `#/logisticsAuthResult?carrier=ups&code=400&reason=${reason}`;
const withQuery = (callback: string, change: Record<string, string>) => {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  return url.toString();
};

describe('an account without keys', () => {
  it('is connected on the page of UPS, and its tokens are kept encrypted', async () => {
    const { list } = await server.ok(listCarriers, {}, main);
    expect(list.filter((one) => one.consent).map((one) => one.carrier)).toContain('ups');
    const id = await added();
    expect(await server.ok(findUpsDetail, { id }, main)).toMatchObject({ byConsent: true, state: 'new' });
    const { callback, cookie } = await agreed(id);
    expect(new URL(callback).pathname).toBe('/api/callback/ups');
    expect(await back(callback, cookie)).toBe('#/logisticsAuthResult?carrier=ups&code=200');
    expect(await stateOf(id)).toBe('authorized');
    const sealed = await server.app.database.owner.query('select tokens from carrier_account where id = $1', [id]);
    expect(sealed.rows[0].tokens.toString('latin1')).not.toContain('refreshToken');
    const stranger = await server.company();
    expect((await server.ok(getUpsAuth, {}, stranger)).list).toEqual([]);
  });

  it('needs no key where the carrier has consent, and all of them elsewhere', async () => {
    const account = { carrier: 'ups' as const, name: 'Real', accountNumber: 'B2B001', keys: {}, sandbox: false };
    const { config } = server.app;
    config.sandbox = false;
    // Without keys of the program's own for the real UPS.
    const real = await server.call(saveOrUpdateUpsAuth, { account }, main);
    config.sandbox = true;
    expect(real).toMatchObject({ status: 400, data: { fields: [{ path: 'account.keys.clientId' }] } });
    const half = { ...account, keys: { clientId: 'mine' }, sandbox: true };
    const refused = await server.call(saveOrUpdateUpsAuth, { account: half }, main);
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'account.keys.clientSecret' }] } });
    expect(() => checkOwnKeys({ UPS_CLIENT_ID: 'x' })).toThrow('UPS_CLIENT_SECRET is not set');
    expect(() => checkOwnKeys({ UPS_CLIENT_ID: 'x', UPS_CLIENT_SECRET: 'y' })).not.toThrow();
  });

  it('keeps its tokens when it is renamed, and loses them with another number', async () => {
    const id = await connected();
    const { name, accountNumber, keys } = await server.ok(findUpsDetail, { id }, main);
    const account = { id, name: `${name} 2`, accountNumber, keys, sandbox: true };
    await server.ok(saveOrUpdateUpsAuth, { account }, main);
    expect(await server.ok(testCarrierAccount, { id }, main)).toEqual({ authorized: true, error: null });
    await server.ok(saveOrUpdateUpsAuth, { account: { ...account, accountNumber: 'C3C001' } }, main);
    expect(await stateOf(id)).toBe('new');
    expect(await server.ok(testCarrierAccount, { id }, main)).toMatchObject({ authorized: false });
  });

  it('is authorized by those only who may, and only where it has no keys', async () => {
    const id = await added();
    const member = await server.member(main.companyId, [rights.carrier.view, rights.carrier.edit]);
    expect(await server.call(getAuthUrl, { id }, member)).toMatchObject({ status: 403 });
    const stranger = await server.company();
    expect(await server.call(getAuthUrl, { id }, stranger)).toMatchObject({ status: 404 });
    const typed = await added(main, { keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' } });
    expect(await server.call(getAuthUrl, { id: typed }, main)).toMatchObject({
      status: 422,
      data: { error: 'logistics.accountByKeys' },
    });
  });
});

describe('what comes back with the browser', () => {
  it('is taken once, by its state alone', async () => {
    const id = await added();
    const { callback, cookie } = await agreed(id);
    const forged = withQuery(callback, { state: 'x'.repeat(43) });
    expect(await back(forged, cookie)).toBe(failed('state'));
    expect(await back(callback.replace(/state=[^&]*/, ''), cookie)).toBe(failed('state'));
    expect(await stateOf(id)).toBe('new');
    expect(await back(callback, cookie)).toBe('#/logisticsAuthResult?carrier=ups&code=200');
    expect(await back(callback, cookie)).toBe(failed('state'));
    expect(await stateOf(id)).toBe('authorized');
  });

  it('ends after a quarter of an hour', async () => {
    const id = await added();
    const { callback, cookie } = await agreed(id);
    await server.app.database.owner.query(
      `update one_time_key set expires_at = now() - interval '1 second' where purpose = 'logistics.consent' and company_id = $1`,
      [main.companyId],
    );
    expect(await back(callback, cookie)).toBe(failed('state'));
    expect(await stateOf(id)).toBe('new');
  });

  it('does nothing in another browser, or for another company or user', async () => {
    const id = await added();
    const elsewhere = await agreed(id);
    expect(await back(elsewhere.callback, 'tradewind_consent=other')).toBe(failed('browser'));
    expect(await back(elsewhere.callback, elsewhere.cookie)).toBe(failed('state'));
    const stranger = await server.company();
    const colleague = await server.member(main.companyId, [rights.carrier.authorize]);
    for (const other of [stranger, colleague]) {
      const { callback, cookie } = await agreed(id);
      expect(await back(callback, `${cookie}; token1=${other.token}`)).toBe(failed('user'));
    }
    expect(await stateOf(id)).toBe('new');
    const { callback, cookie } = await agreed(id);
    expect(await back(callback, `${cookie}; token1=${main.token}`)).toContain('code=200');
  });

  it('says why when the user or the carrier refuses, and leaves a connected account as it is', async () => {
    const id = await connected();
    const denied = await agreed(id);
    expect(await back(withQuery(denied.callback, { error: 'access_denied' }), denied.cookie)).toBe(failed('denied'));
    const wrong = await agreed(id);
    expect(await back(withQuery(wrong.callback, { code: 'guessed' }), wrong.cookie)).toBe(failed('exchange'));
    const away = await agreed(id);
    sandbox.faults.set('ups', { status500: 9, match: '/oauth/token' });
    expect(await back(away.callback, away.cookie)).toBe(failed('unavailable'));
    sandbox.faults.clear();
    expect(await stateOf(id)).toBe('authorized');
    expect(await server.ok(testCarrierAccount, { id }, main)).toEqual({ authorized: true, error: null });
    const gone = await added();
    const late = await agreed(gone);
    await server.ok(deleteUpsAuth, { id: gone }, main);
    expect(await back(late.callback, late.cookie)).toBe(failed('account'));
    const typed = await added();
    const { name, accountNumber } = await server.ok(findUpsDetail, { id: typed }, main);
    const overtaken = await agreed(typed);
    const keys = { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' };
    await server.ok(saveOrUpdateUpsAuth, { account: { id: typed, name, accountNumber, keys, sandbox: true } }, main);
    expect(await back(overtaken.callback, overtaken.cookie)).toBe(failed('account'));
  });
});

describe('its tokens', () => {
  const used = (id: number, ctx = main.ctx) =>
    withCarrier(server.app, ctx, id, (connector, access) => connector.track(access, '1Z999AA10123456784'));
  const tokens = async (id: number) =>
    (await server.app.database.owner.query('select tokens from carrier_account where id = $1', [id])).rows[0].tokens;

  it('are renewed once they have run out, by several at once as by one', async () => {
    sandbox.faults.set('ups', { tokenTtlSeconds: 60 });
    const id = await connected();
    sandbox.faults.clear();
    const before = await tokens(id);
    expect(await Promise.all([used(id), used(id), used(id)])).toEqual([[], [], []]);
    const after = await tokens(id);
    expect(after.equals(before)).toBe(false);
    expect(await used(id)).toEqual([]);
    expect((await tokens(id)).equals(after)).toBe(true);
  });

  it('are taken over from another process that was faster', async () => {
    sandbox.faults.set('ups', { tokenTtlSeconds: 60 });
    const id = await connected();
    sandbox.faults.clear();
    const save = (sealed: Buffer) =>
      server.app.database.owner.query('update carrier_account set tokens = $2 where id = $1', [id, sealed]);
    const spent = await tokens(id);
    await used(id);
    const renewed = await tokens(id);
    await save(spent);
    // The other process saves what it received while UPS refuses us the spent refresh token.
    const carriers: string[] = [];
    const ups = createServer((request, response) => {
      const isRefresh = request.url?.endsWith('/oauth/refresh') ?? false;
      if (!isRefresh) carriers.push(String(request.headers.authorization));
      const [status, code] = isRefresh ? [401, '10403'] : [404, 'TW0001'];
      void (isRefresh ? save(renewed) : Promise.resolve()).then(() => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ response: { errors: [{ code, message: 'no' }] } }));
      });
    });
    await new Promise<void>((resolve) => ups.listen(0, '127.0.0.1', resolve));
    const { sandboxUrl } = server.app.config;
    server.app.config.sandboxUrl = `http://127.0.0.1:${(ups.address() as AddressInfo).port}`;
    try {
      expect(await used(id)).toEqual([]);
    } finally {
      server.app.config.sandboxUrl = sandboxUrl;
      ups.close();
    }
    expect(carriers).toEqual([`Bearer ${server.app.vault.open<{ accessToken: string }>(renewed).accessToken}`]);
    expect(await stateOf(id)).toBe('authorized');
  });

  it('end the connection when UPS renews them no more', async () => {
    sandbox.faults.set('ups', { tokenTtlSeconds: 60 });
    const id = await connected();
    sandbox.faults.clear();
    const spent = await tokens(id);
    await used(id);
    await server.app.database.owner.query('update carrier_account set tokens = $2 where id = $1', [id, spent]);
    await expect(used(id)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(await stateOf(id)).toBe('failed');
    const { callback, cookie } = await agreed(id);
    expect(await back(callback, cookie)).toContain('code=200');
    expect(await used(id)).toEqual([]);
  });
});
