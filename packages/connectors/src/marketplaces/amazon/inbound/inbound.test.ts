import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PackedBox, PlatformInbound } from '../../../capabilities/inbound.ts';
import { Evaluator } from '../../../published/evaluator.testing.ts';
import { agree, failure, type RunningSandbox, scripted, startSandbox } from '../../../testing.ts';
import type { ShopAccess } from '../../../types.ts';
import { APP } from '../fixtures.ts';
import { createAmazonConnector } from '../index.ts';
import { OPERATIONS } from './model.testing.ts';
import { createValidator } from './published.testing.ts';

const redirectUri = 'http://127.0.0.1:9/oauth/amazon/callback';
const US = 'ATVPDKIKX0DER';
const FROM = {
  name: 'Tradewind',
  line1: '1 Dock Road',
  city: 'Ningbo',
  state: 'ZJ',
  postalCode: '315800',
  country: 'CN',
  phone: '+86 574 5555 0000',
};
const NO_PREP = { labelOwner: 'SELLER', prepOwner: 'NONE' } as const;

const evaluate = createValidator();
const evaluator = new Evaluator({
  descriptions: new URL('./published/', import.meta.url),
  at: '/amazon/spapi',
  through: evaluate.fetch,
  outside: [[/^\/amazon\/(?!spapi\/(fba\/inbound|inbound\/fba))/, 'not of the inbound models']],
});
let sandbox: RunningSandbox;
let inbound: PlatformInbound;
let access: ShopAccess;
let skus: string[];

beforeAll(async () => {
  sandbox = await startSandbox();
  const base = `${sandbox.url}/amazon`;
  const baseUrls = { token: `${base}/lwa`, api: `${base}/spapi`, consent: `${base}/sellercentral` };
  const amazon = createAmazonConnector({
    app: APP,
    http: { baseUrls, rateFactor: 1000, fetch: evaluator.fetch },
    openEnd: true,
  });
  if (!amazon.inbound) throw new Error('no inbound');
  inbound = amazon.inbound;
  await sandbox.control('reset', { orders: 0 });
  const query = await agree(amazon.consentUrl({ state: 's-1', redirectUri }));
  const { tokens, account } = await amazon.exchange({ query, redirectUri });
  access = { tokens, account, marketplaceIds: [US] };
  const { listings } = await amazon.listListings(access, {});
  skus = listings.map((one) => one.sellerSku);
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('faults', { clear: true }));
afterEach(() => expect(evaluate.wrongs.splice(0)).toEqual([]));

/** Waits for an operation; what it came to. */
async function ended(operationId: string) {
  for (;;) {
    const answered = await inbound.operation(access, operationId);
    if (answered.state !== 'working') return answered;
    await new Promise((done) => setTimeout(done, 60));
  }
}
const done = async (ordered: Promise<string>) => expect(await ended(await ordered)).toMatchObject({ state: 'done' });

/** SKUs that Amazon wants no prep of. */
async function plainSkus(count: number): Promise<string[]> {
  const details = await inbound.prepDetails(access, US, skus.slice(0, 20));
  const plain = details.filter((one) => one.category === 'NONE').map((one) => one.sku);
  expect(plain.length).toBeGreaterThanOrEqual(count);
  return plain.slice(0, count);
}
const box = (items: PackedBox['items'], more: Partial<PackedBox> = {}): PackedBox => ({
  ...{ lengthCm: '40', widthCm: '30', heightCm: '25.5', weightKg: '12.4', items },
  ...more,
});

async function planned(name: string, quantities: Record<string, number>) {
  const items = Object.entries(quantities).map(([sku, quantity]) => ({ sku, quantity, ...NO_PREP }));
  const { planId, operationId } = await inbound.createPlan(access, { name, marketplaceId: US, from: FROM, items });
  expect((await ended(operationId)).problems).toEqual([]);
  await done(inbound.generatePacking(access, planId));
  const [option] = await inbound.packingOptions(access, planId);
  await done(inbound.confirmPacking(access, planId, option?.id ?? ''));
  return { planId, groupId: option?.groupIds[0] ?? '', items };
}

describe('a shipment to FBA', () => {
  it('goes from the plan to what the warehouse counted', async () => {
    const [a = '', b = ''] = await plainSkus(2);
    const { planId, groupId } = await planned('FBA-1', { [a]: 24, [b]: 6 });
    expect((await inbound.planItems(access, planId)).map((one) => one.quantity)).toEqual([24, 6]);
    const group = await inbound.packingGroupItems(access, planId, groupId);
    expect(group.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      [a, 24],
      [b, 6],
    ]);
    expect(group[0]?.fnsku).toMatch(/^X00/);
    const boxes = [
      box([{ sku: a, quantity: 12, ...NO_PREP }]),
      box([
        { sku: a, quantity: 12, ...NO_PREP },
        { sku: b, quantity: 6, ...NO_PREP },
      ]),
    ];
    await done(inbound.setPacking(access, planId, [{ packingGroupId: groupId, boxes }]));
    await done(inbound.generatePlacement(access, planId));
    const [together, apart] = await inbound.placementOptions(access, planId);
    expect(together?.fees).toEqual([expect.objectContaining({ kind: 'FEE', amount: '9', currency: 'USD' })]);
    expect([together?.shipmentIds.length, apart?.shipmentIds.length, apart?.fees]).toEqual([1, 2, []]);
    const placementOptionId = apart?.id ?? '';
    const shipmentIds = apart?.shipmentIds ?? [];
    await done(inbound.confirmPlacement(access, planId, placementOptionId));
    const contact = { name: 'Ship Desk', phone: '+86 574 5555 0000' };
    const readyAt = new Date(Date.now() + 86_400_000).toISOString();
    await done(inbound.generateTransport(access, planId, { placementOptionId, shipmentIds, readyAt, contact }));
    const options = await inbound.transportOptions(access, planId, placementOptionId);
    expect(options.find((one) => one.solution === 'AMAZON_PARTNERED_CARRIER')).toMatchObject({
      cost: '12.4',
      currency: 'USD',
    });
    const chosen = options.filter((one) => one.solution === 'USE_YOUR_OWN_CARRIER');
    expect(chosen.every((one) => one.needsWindow)).toBe(true);
    const choices = chosen.map((one) => ({ shipmentId: one.shipmentId, optionId: one.id }));
    const early = await failure(inbound.confirmTransport(access, planId, choices));
    expect([early.kind, early.message]).toEqual(['rejected', expect.stringContaining('CONFIRMED_DELIVERY_WINDOW')]);
    for (const id of shipmentIds) {
      await done(inbound.generateWindows(access, planId, id));
      const [window] = await inbound.windows(access, planId, id);
      await done(inbound.confirmWindow(access, planId, id, window?.id ?? ''));
    }
    await done(inbound.confirmTransport(access, planId, choices));
    const id = shipmentIds[0] ?? '';
    const shipment = await inbound.shipment(access, planId, id);
    expect(shipment).toMatchObject({
      status: 'READY_TO_SHIP',
      warehouse: 'ONT8',
      confirmationId: expect.stringMatching(/^FBA/),
    });
    const confirmation = shipment.confirmationId ?? '';
    const there = await inbound.shipmentBoxes(access, planId, id);
    expect(there).toEqual([
      expect.objectContaining({
        boxId: `${confirmation}U000001`,
        weightKg: 12.4,
        heightCm: 25.5,
        items: [{ sku: a, quantity: 12 }],
      }),
    ]);
    expect((await inbound.boxLabels(access, confirmation, { boxes: 1 })).subarray(0, 5).toString()).toBe('%PDF-');
    const wrongly = await failure(inbound.boxLabels(access, confirmation, { boxes: 1, partneredCarrier: 'UPS' }));
    expect(wrongly.message).toContain('PageType');
    await done(
      inbound.updateTracking(access, planId, id, [{ boxId: there[0]?.boxId ?? '', trackingNumber: 'OCEAN-1' }]),
    );
    expect((await inbound.shipment(access, planId, id)).status).toBe('SHIPPED');
    await sandbox.control('inbound/receive', { confirmationId: confirmation, counts: { [a]: 11 }, close: true });
    expect(await inbound.received(access, confirmation)).toEqual([{ sku: a, shipped: 12, received: 11 }]);
    expect((await inbound.shipment(access, planId, id)).status).toBe('CLOSED');
  });

  it('is found by its name when the answer was lost, and not twice', async () => {
    const [a = ''] = await plainSkus(1);
    await sandbox.control('faults', { platform: 'amazon', failHalfway: 1, match: 'POST' });
    const items = [{ sku: a, quantity: 2, ...NO_PREP }];
    const lost = await failure(inbound.createPlan(access, { name: 'FBA-LOST', marketplaceId: US, from: FROM, items }));
    expect(lost.kind).toBe('uncertain');
    expect(await inbound.findPlan(access, 'FBA-LOST')).toMatch(/^wf/);
    expect(await inbound.findPlan(access, 'FBA-NEVER')).toBeNull();
  });

  it('says in the words of Amazon what is wrong with boxes: too heavy, too long, not what the plan holds', async () => {
    const [a = ''] = await plainSkus(1);
    const { planId, groupId } = await planned('FBA-BOXES', { [a]: 4 });
    const boxes = [box([{ sku: a, quantity: 3, ...NO_PREP }], { weightKg: '30', lengthCm: '70' })];
    const answered = await ended(await inbound.setPacking(access, planId, [{ packingGroupId: groupId, boxes }]));
    expect(answered.state).toBe('failed');
    expect(answered.problems.map((one) => one.message).join(' ')).toMatch(/50 lb.*25 in.*hold 3/);
    await done(inbound.cancelPlan(access, planId));
    expect(await inbound.findPlan(access, 'FBA-BOXES')).toBeNull();
  });

  it('wants to know who prepares goods before it takes them', async () => {
    const details = await inbound.prepDetails(access, US, skus.slice(0, 20));
    const bagged = details.find((one) => one.types.includes('ITEM_POLYBAGGING'))?.sku ?? '';
    const plan = { name: 'FBA-PREP', marketplaceId: US, from: FROM };
    const wrong = await failure(
      inbound.createPlan(access, { ...plan, items: [{ sku: bagged, quantity: 1, ...NO_PREP }] }),
    );
    expect(wrong.message).toContain('requires prepOwner but NONE was assigned');
    const untold = details.find((one) => one.category === 'UNKNOWN')?.sku ?? '';
    const items = [{ sku: untold, quantity: 1, ...NO_PREP }];
    const first = await inbound.createPlan(access, { ...plan, items });
    expect((await ended(first.operationId)).problems[0]?.message).toContain('prep classification');
    await done(inbound.setPrep(access, US, [{ sku: untold, category: 'NONE', types: ['ITEM_NO_PREP'] }]));
    expect((await ended((await inbound.createPlan(access, { ...plan, items })).operationId)).state).toBe('done');
  });

  it('carries dates of expiry, lots, and all that an address holds', async () => {
    const [a = ''] = await plainSkus(1);
    const dated = { sku: a, quantity: 3, ...NO_PREP, expiration: '2031-05-31', lot: 'L-7' };
    const from = { ...FROM, company: 'Tradewind Ltd.', line2: 'Gate 4', email: 'dock@example.com' };
    const plan = { name: 'FBA-DATED', marketplaceId: US, from, items: [dated] };
    const { planId, operationId } = await inbound.createPlan(access, plan);
    expect((await ended(operationId)).problems).toEqual([]);
    expect(await inbound.planItems(access, planId)).toMatchObject([{ sku: a, expiration: '2031-05-31' }]);
    await done(inbound.generatePacking(access, planId));
    const [option] = await inbound.packingOptions(access, planId);
    await done(inbound.confirmPacking(access, planId, option?.id ?? ''));
    const boxes = [box([dated])];
    await done(inbound.setPacking(access, planId, [{ packingGroupId: option?.groupIds[0] ?? '', boxes }]));
  });

  it('asks for the prep of more SKUs than one call takes, whatever stands in their names', async () => {
    const odd = ['50% wool', 'red+blue', 'cup,large', 'a&b=c', '茶杯 1'];
    const many = [...odd, ...Array.from({ length: 120 }, (_, n) => `ODD-${n}`)];
    const details = await inbound.prepDetails(access, US, many);
    expect(details.map((one) => one.sku)).toEqual(many);
    const preps = many.map((sku) => ({ sku, category: 'FRAGILE', types: ['ITEM_BUBBLEWRAP'] }));
    await done(inbound.setPrep(access, US, preps));
    const answered = await inbound.prepDetails(access, US, many);
    expect(answered.every((one) => one.category === 'FRAGILE')).toBe(true);
  });

  it('reads what was counted page by page, and stops where the pages turn in a circle', async () => {
    const page = (from: number, count: number) => ({
      payload: {
        ItemData: Array.from({ length: count }, (_, n) => ({
          ...{ SellerSKU: `S-${from + n}`, QuantityShipped: 2, QuantityReceived: 1 },
        })),
        NextToken: `after ${from + count}`,
      },
    });
    const read = async (...pages: object[]) => {
      const answers = scripted(...pages.map((json) => ({ json })));
      const amazon = createAmazonConnector({ app: APP, http: { fetch: answers.fetch, rateFactor: 1000 } });
      const items = await amazon.inbound?.received(access, 'FBA15DJ8K2XY');
      return { count: items?.length, asked: answers.sent.map((one) => one.url.searchParams.get('NextToken')) };
    };
    expect(await read(page(0, 200), page(200, 40))).toEqual({ count: 240, asked: [null, 'after 200'] });
    expect(await read(page(0, 200), page(0, 200))).toEqual({ count: 200, asked: [null, 'after 200'] });
    expect(await read(page(0, 12))).toEqual({ count: 12, asked: [null] });
  });
});

describe("Amazon's model", () => {
  it('has evaluatePublished every operation that is used', () => {
    // Only a shipment of more than 200 SKUs goes on to another page.
    const used = OPERATIONS.map((one) => one.name).filter((name) => name !== 'getShipmentItems');
    expect([...evaluate.seen].sort()).toEqual(used.sort());
  });

  it('as Amazon publishes it says the same', () => {
    expect(evaluator.verdict()).toMatchObject({ wrongs: [], unvisited: [], idle: [] });
  });

  it('finds what is wrong with a request and with an answer', async () => {
    const url = `${sandbox.url}/amazon/spapi/inbound/fba/2024-03-20/inboundPlans`;
    const headers = { 'x-amz-access-token': access.tokens.accessToken, 'content-type': 'application/json' };
    await evaluate.fetch(`${url}?pagesize=10`, { headers });
    await evaluate.fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'x'.repeat(41), items: [] }) });
    await evaluate.fetch(`${url}/plans`, { headers });
    expect(evaluate.wrongs.splice(0)).toEqual([
      expect.stringContaining('listInboundPlans, query: (whole): Unrecognized key: "pagesize"'),
      expect.stringContaining('createInboundPlan, body: name: Too big'),
      expect.stringContaining('no operation of the model: GET'),
    ]);
  });
});
