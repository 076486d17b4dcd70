import { createHmac } from 'node:crypto';
import { findMarketplace, MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { afterAll, expect } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { type CallCase, describeCalls, OK, type World } from '../../testing/calls.ts';

const sandbox = await startSandbox({ port: 0, seed: 7, dataFile: '/nowhere' });
afterAll(() => sandbox.close());

const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const ID = expect.any(Number);
const TEXT = expect.any(String);
const DOMAIN = 'tradewind-demo.myshopify.com';
const RIGHT = (button: Exclude<keyof typeof rights.salesChannel, 'id'>) => [rights.salesChannel[button]];

/** Shops that calls are made about; the last one is there to be deleted. */
let shop = 0;
let spare = 0;
let deadLetters: number[] = [];
/** What a seller came with from Shopify, and the cookie of their browser. */
let state = '';
let cookie = '';

async function prepare({ server, main, owner }: World): Promise<void> {
  const insert = `insert into shop (company_id, platform, name, account, module_id, state, authorized_at, consent_ends_at, tokens)
    values ($1, 'ebay', $2, $2, 406, 'authorized', now(), now() + interval '1 year', $3) returning id`;
  const tokens = server.app.vault.seal({ accessToken: 'x' });
  const made = async (statement: string, values: unknown[]) => Number((await owner(statement, values))[0]?.id);
  shop = await made(insert, [main.companyId, 'Harbour', tokens]);
  spare = await made(insert, [main.companyId, 'Spare', tokens]);
  const record = `insert into dead_letter (company_id, shop_id, platform_order_no, raw_hash, raw, reason)
    values ($1, $2, $3, $3, '{"n":1}', 'no amount') returning id`;
  deadLetters = [await made(record, [main.companyId, shop, '1']), await made(record, [main.companyId, shop, '2'])];
  const said = { host: 'YWRtaW4', shop: DOMAIN, timestamp: String(Math.floor(Date.now() / 1000)) };
  const hmac = createHmac('sha256', 'hush').update(new URLSearchParams(said).toString()).digest('hex');
  const query = new URLSearchParams({ ...said, hmac });
  const arrived = await fetch(`${server.url}/api/arrive/shopify?${query}`, { redirect: 'manual' });
  cookie = arrived.headers.get('set-cookie')?.split(';')[0] ?? '';
  state = new URLSearchParams(arrived.headers.get('location')?.split('?')[1]).get('state') ?? '';
}

const option = (id: () => number, name: string) => ({
  id: id(),
  name,
  platform: 'ebay',
  account: name,
  region: '',
  currency: 'USD',
  moduleId: rights.ebayOrder.id,
  state: 'authorized',
  departmentId: null,
});
const row = (id: () => number, name: string) => ({
  ...option(id, name),
  operatorId: null,
  operatorName: null,
  platformName: 'eBay',
  marketplaceIds: [],
  fulfilment: 'automatic',
  authorizedAt: WHEN,
  consentEndsAt: WHEN,
  lastSyncAt: null,
  syncedUntil: null,
  lagSeconds: null,
  syncing: false,
  nextSyncAt: null,
  failures: 0,
  lastErrorKind: null,
  lastErrorText: null,
  lastErrorDetail: null,
  parked: name === 'Harbour' ? 2 : 0,
  ordersSynced: 0,
  createdAt: WHEN,
  updatedAt: WHEN,
});
const both = () => [row(() => shop, 'Harbour'), row(() => spare, 'Spare')];
const aboutShop = () => ({ id: shop });
const UNKNOWN_STATE = { isOk: false, reason: 'state', shopId: null, consentUrl: null };
const NOT_THERE = 'channels.notConfigured';
const ifThere = (platform: string, gives: unknown) => (findMarketplace(platform) ? { gives } : { fails: NOT_THERE });

const answered: Record<string, CallCase> = {
  'GET /seller/shop/getUserShop?deptId': {
    access: 'user',
    gives: () => ({ list: [option(() => shop, 'Harbour'), option(() => spare, 'Spare')] }),
    refuses: { deptId: { deptId: 'x' } },
  },
  'GET /seller/shopPlan/getPlatForm?isAuth': {
    access: 'user',
    input: { isAuth: 'N' },
    gives: {
      list: MARKETPLACES.filter(({ platform }) => platform !== 'ebay').map(
        ({ platform, name, connect, regions, fields, closedSince = null }) => ({
          platform,
          name: name[0],
          isAuth: 'N',
          shops: 0,
          connect,
          regions: regions.map((region) => ({ code: region.code, name: region.name[0] })),
          fields: fields.map(({ label, hint, secret = false, optional = false, regions: only = null, ...field }) => ({
            name: field.name,
            label: label[0],
            hint: hint?.[0] ?? null,
            secret,
            optional,
            regions: only,
          })),
          closedSince,
          ownShop: platform === 'other',
        }),
      ),
    },
    refuses: { isAuth: { isAuth: 'maybe' } },
  },
  'GET /seller/shop/getCustomerShopStatistics': {
    access: 'user',
    gives: {
      total: 2,
      pending: 0,
      authorized: 2,
      expired: 0,
      disabled: 0,
      platforms: [{ platform: 'ebay', name: 'eBay', shops: 2, authorized: 2 }],
    },
  },
  'GET /seller/user/getCustomerPlatfrom': {
    access: 'user',
    gives: { list: [{ platform: 'ebay', name: 'eBay' }] },
  },
};

const shops: Record<string, CallCase> = {
  'GET /seller/channel/list?state,platform,search,page,pageSize': {
    access: [rights.salesChannel.view],
    input: { state: 'authorized', platform: 'ebay', search: 'ar', page: 1, pageSize: 30 },
    gives: () => ({ rows: both(), total: 2, totalExact: true }),
    refuses: { state: { state: 'lost' }, pageSize: { pageSize: 1000 } },
  },
  'GET /seller/channel/find?id': {
    access: [rights.salesChannel.view],
    input: aboutShop,
    gives: () => ({ ...row(() => shop, 'Harbour'), log: [] }),
    refuses: { id: {} },
  },
  'GET /seller/channel/streams?id': {
    access: [rights.salesChannel.view],
    input: aboutShop,
    gives: {
      list: ['orders', 'stock', 'prices', 'listings', 'settlements', 'returns'].map((kind) =>
        expect.objectContaining({ kind, paused: false, failures: 0, errors: [] }),
      ),
      pushes: { supported: true, lastAt: null },
    },
    refuses: { id: { id: 0 } },
  },
  'POST /seller/channel/pauseStream {id,stream,paused}': {
    access: RIGHT('edit'),
    input: () => ({ id: shop, stream: 'returns', paused: true }),
    gives: OK,
    refuses: { stream: { id: 1, stream: 'x', paused: true }, paused: { id: 1, stream: 'orders' } },
  },
  'POST /seller/channel/runStream {id,stream,from,idempotencyKey}': {
    access: RIGHT('sync'),
    input: () => ({ id: shop, stream: 'orders', idempotencyKey: 'run-once-1' }),
    gives: OK,
    refuses: { from: { id: 1, stream: 'orders', from: 'yesterday' } },
  },
  'GET /seller/channel/hours?id': {
    access: [rights.salesChannel.view],
    input: aboutShop,
    gives: { hours: [], gaps: [] },
    refuses: { id: {} },
  },
  'GET /seller/channel/parked?shopId,resolved,page,pageSize': {
    access: [rights.salesChannel.view],
    input: () => ({ shopId: shop, resolved: 'open' }),
    gives: () => ({
      rows: [...deadLetters].reverse().map((id, at) => ({
        id,
        platformOrderNo: String(2 - at),
        reason: 'no amount',
        raw: { n: 1 },
        seen: 1,
        firstAt: WHEN,
        lastAt: WHEN,
        resolved: false,
      })),
      total: 2,
      totalExact: true,
    }),
    refuses: { shopId: {} },
  },
  'POST /seller/channel/retryParked {ids,idempotencyKey}': {
    access: RIGHT('sync'),
    input: () => ({ ids: deadLetters.slice(0, 1) }),
    gives: { done: 1, failed: [] },
    refuses: { ids: {} },
  },
  'POST /seller/channel/resolveParked {ids,idempotencyKey}': {
    access: RIGHT('edit'),
    input: () => ({ ids: deadLetters.slice(1) }),
    gives: { done: 1, failed: [] },
    refuses: { ids: {} },
  },
  'POST /seller/channel/sync {ids,filter,idempotencyKey}': {
    access: RIGHT('sync'),
    input: () => ({ ids: [shop], idempotencyKey: 'sync-once-1' }),
    gives: { done: 1, failed: [] },
    refuses: { 'ids.0': { ids: 'x' } },
  },
  'POST /seller/channel/disable {id}': {
    access: RIGHT('disable'),
    input: () => ({ id: shop }),
    gives: OK,
    refuses: { id: {} },
  },
  'POST /seller/channel/enable {id}': {
    access: RIGHT('disable'),
    input: () => ({ id: shop }),
    gives: OK,
    refuses: { id: {} },
  },
  'POST /seller/channel/edit {id,updatedAt,name,fulfilment,departmentId}': {
    access: RIGHT('edit'),
    input: async ({ owner }) => {
      const [found] = await owner('select updated_at as at from shop where id = $1', [shop]);
      return { id: shop, updatedAt: found?.at, name: 'Pier' };
    },
    gives: () => ({ id: shop, updatedAt: WHEN }),
    refuses: { updatedAt: { id: 1, updatedAt: 'now' }, name: { id: 1, updatedAt: '2026-01-01T00:00:00Z', name: ' ' } },
  },
  'POST /seller/channel/remove {id}': {
    access: RIGHT('delete'),
    input: () => ({ id: spare }),
    gives: OK,
    refuses: { id: {} },
  },
};

const authorizations: Record<string, CallCase> = {
  'POST /seller/channel/authorize {platform,shopId,region,name,fields,importDays,origin}': {
    access: RIGHT('authorize'),
    input: { platform: 'amazon', region: 'US', name: 'Lighthouse', importDays: 7 },
    gives: {
      shopId: ID,
      consentUrl: expect.stringContaining(`${sandbox.url}/amazon/sellercentral/apps/authorize`),
      issued: null,
    },
    refuses: {
      platform: { platform: 'nowhere' },
      region: { platform: 'amazon' },
      importDays: { platform: 'amazon', importDays: 61 },
    },
  },
  'GET /seller/channel/arrival?state': {
    access: RIGHT('authorize'),
    input: () => ({ state }),
    cookie: () => cookie,
    gives: { platform: 'shopify', name: 'Shopify', account: DOMAIN, region: null, regions: [], consented: false },
    refuses: { state: {} },
  },
  'POST /seller/channel/bind {state,region,name,importDays,origin}': {
    access: RIGHT('authorize'),
    input: () => ({ state }),
    cookie: () => cookie,
    gives: {
      isOk: true,
      reason: null,
      shopId: ID,
      consentUrl: expect.stringContaining(`/shopify/${DOMAIN}/admin/oauth`),
    },
    refuses: { state: { state: '' }, importDays: { state: 'x', importDays: -1 } },
  },
  'POST /seller/platformToken/TikTokUserAccessToken {code,state}': {
    access: 'user',
    input: { code: 'TTP_x', state: 'unknown' },
    gives: UNKNOWN_STATE,
    refuses: { code: { state: 'x' }, state: { code: 'x' } },
  },
  'POST /seller/platformToken/TikTokUSUserAccessToken {code,state}': {
    access: 'user',
    input: { code: 'TTP_x', state: 'unknown' },
    gives: UNKNOWN_STATE,
    refuses: { code: { state: 'x' }, state: { code: 'x' } },
  },
  'POST /seller/platformToken/sheinAccessToken {tempToken,state}': {
    access: 'user',
    input: { tempToken: 't', state: 'unknown' },
    refuses: { tempToken: { state: 'x' }, state: { tempToken: 'x' } },
    ...ifThere('shein', UNKNOWN_STATE),
  },
  'GET /seller/platformToken/sheinAuthPage?shopId': {
    access: 'user',
    refuses: { shopId: { shopId: 'x' } },
    ...ifThere('shein', { shopId: ID, consentUrl: TEXT }),
  },
  'POST /seller/platformToken/temuWarehouseAuthorized {accessToken,warehouse,customerCode}': {
    access: 'user',
    input: { accessToken: 'cw-1', warehouse: 'WINIT' },
    refuses: {
      accessToken: { warehouse: 'WINIT' },
      warehouse: { accessToken: 'x' },
      customerCode: { accessToken: 'x', warehouse: 'y', customerCode: 5 },
    },
    // warehouse.test.ts allows one for a shop that is there.
    fails: 'channels.noWarehouseShop',
  },
};

describeCalls(
  ['channels'],
  { ...answered, ...shops, ...authorizations },
  { prepare, env: { SANDBOX_PORT: String(sandbox.port) } },
);
