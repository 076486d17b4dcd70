import * as calls from '@tradewind/contract/procurement.ts';
import * as warehouse from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { followDue } from './due.ts';
import { place } from './place.ts';

const MUG = '682710045501';
const BOX = '682710045502';

let sandbox: Sandbox;
let server: TestServer;
let buying: Buying;
let main: Person;
let specs: { specId: string; price: string | null }[];

const control = async <T = Record<string, unknown>>(path: string, body: object = {}): Promise<T> => {
  const answer = await fetch(`${sandbox.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
};
const faults = (more: object) => control('faults', { platform: '1688', ...more });
/** By the stand-in's clock. */
const ctx = (): Ctx => ({
  ...systemContext(main.companyId, 'test'),
  now: () => new Date(sandbox.world.clock.now()),
});
const advance = (seconds: number) => control('clock/advance', { seconds });

/** As a browser does that agrees. @returns where it ends */
async function connect(as: Person, how: { cookie?: string } = {}): Promise<string> {
  const begun = await server.call(calls.connectSourcing, {}, as);
  const cookie = how.cookie ?? begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const agreed = await fetch(`${begun.data.consentUrl}&auto=1`, { redirect: 'manual' });
  const back = await fetch(agreed.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
  return back.headers.get('location') ?? '';
}

/** What the jobs of these orders do, once. */
async function work(): Promise<void> {
  await followDue(server.app, ctx());
}
const trades = async () =>
  (await fetch(`${sandbox.url}/control/1688/trades`)).json() as Promise<{ id: string; outOrderId: string }[]>;
const state = (id: number) => server.ok(calls.sourcingOfPurchase, { id }, main);

/** An approved order of mugs at these prices. */
async function approved(lines: [product: number, packs: number, price: string][] = [[0, 10, '9.8']]): Promise<number> {
  const id = await buying.purchase(lines);
  await server.ok(calls.submitPurchase, { id }, main);
  return id;
}
async function confirm(id: number, more: Partial<{ total: string; asn: boolean }> = {}) {
  const preview = await server.ok(calls.previewSourcing, { id }, main);
  const { addressId, sums } = preview;
  return server.ok(calls.placeSourcing, { id, addressId, total: sums?.total ?? '0', ...more }, main);
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0, dataFile: '/nowhere' });
  server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

beforeEach(async () => {
  sandbox.world.reset();
  await control('faults', { clear: true });
  buying = await openBuying(server);
  main = buying.main;
  await connect(main);
  const { supplierId, productIds } = buying;
  const { id, version, ...supplier } = await server.ok(calls.getSupplier, { id: supplierId }, main);
  const { nameEn, currency } = supplier;
  await server.ok(calls.saveSupplier, { id, version, nameEn, currency, shop1688: '义乌小山家居' }, main);
  specs = (await server.ok(calls.sourcingOffer, { offerId: MUG }, main)).specs;
  const box = await server.ok(calls.sourcingOffer, { offerId: BOX }, main);
  const validFrom = '2026-02-01';
  for (const [at, offerId, specId, offerUnits] of [
    [0, MUG, specs[0]?.specId, 1],
    // Three of ours in one set there.
    [1, BOX, box.specs[0]?.specId, 3],
  ] as const)
    await server.ok(
      calls.saveSupplierPrice,
      {
        supplierId,
        productId: productIds[at] ?? 0,
        validFrom,
        offerId,
        specId,
        offerUnits,
        breaks: [{ fromQuantity: 1, unitPrice: '9.8' }],
      },
      main,
    );
});

describe('the account', () => {
  it('is authorized in the browser that began, and only there', async () => {
    expect(await connect(main)).toContain('/#/purchase/supplier?connected1688=ok');
    expect(await connect(main, { cookie: 'tradewind_consent=other' })).toContain('connected1688=browser');
    expect(await server.ok(calls.sourcingAccount, {}, main)).toMatchObject({
      offered: true,
      standIn: true,
      account: { name: 'tradewind采购', state: 'authorized' },
    });
    const stranger = await server.company();
    expect((await server.ok(calls.sourcingAccount, {}, stranger)).account).toBeNull();
    const sealed = await server.app.database.owner.query('select tokens from sourcing_account where company_id = $1', [
      main.companyId,
    ]);
    expect(sealed.rows[0].tokens.toString('utf8')).not.toContain('accessToken');
    await server.ok(calls.disconnectSourcing, {}, main);
    expect((await server.ok(calls.sourcingAccount, {}, main)).account).toBeNull();
    const id = await approved();
    const refused = await server.call(calls.previewSourcing, { id }, main);
    expect([refused.status, refused.data]).toMatchObject([422, { error: 'procurement.1688.none' }]);
  });

  it('renews its token, and waits for a person when 1688 renews it no more', async () => {
    await advance(36_500);
    const id = await approved();
    await confirm(id);
    await advance(200 * 86_400);
    await work();
    const { account } = await server.ok(calls.sourcingAccount, {}, main);
    expect(account?.state).toBe('expired');
    expect((await state(id)).rows[0]?.state).toBe('refused');
    const other = await approved();
    expect((await server.call(calls.previewSourcing, { id: other }, main)).data).toMatchObject({
      error: 'procurement.1688.expired',
    });
  });
});

describe('the preview', () => {
  it('shows prices, freight and differences, in our units', async () => {
    const id = await approved([
      [0, 10, '9.5'],
      [1, 30, '1.5'],
    ]);
    const preview = await server.ok(calls.previewSourcing, { id }, main);
    expect(preview.lines).toMatchObject([
      { quantity: 10, offerQuantity: 10, agreed: '9.5', charged: '9.8', problem: null },
      { quantity: 30, offerQuantity: 10, agreed: '1.5', charged: '1.333333', problem: null },
    ]);
    expect(preview).toMatchObject({
      sums: { goods: '138.00', freight: '20.00', total: '158.00' },
      ordered: '140',
      higher: true,
      differs: true,
      addressId: '560954849',
    });
    expect(preview.addresses).toHaveLength(2);
  });

  it('names what stands against it: no offer, odd units, too little stock, a supplier elsewhere', async () => {
    const noOffer = await approved([[2, 5, '2']]);
    expect(await server.ok(calls.previewSourcing, { id: noOffer }, main)).toMatchObject({
      sums: null,
      problem: expect.stringContaining('P-3'),
    });
    const odd = await approved([[1, 31, '2']]);
    expect((await server.ok(calls.previewSourcing, { id: odd }, main)).lines[0]?.problem).toContain('3');
    await control('1688/offer', { offerId: MUG, stock: 4 });
    const short = await server.ok(calls.previewSourcing, { id: await approved() }, main);
    expect(short).toMatchObject({ sums: null, lines: [{ stock: 4 }], problem: expect.stringContaining('500_004') });
    const { id, version, nameEn, currency } = await server.ok(calls.getSupplier, { id: buying.supplierId }, main);
    await server.ok(calls.saveSupplier, { id, version, nameEn, currency }, main);
    const elsewhere = await server.call(calls.previewSourcing, { id: odd }, main);
    expect(elsewhere.data).toMatchObject({ error: 'procurement.1688.noShop' });
  });

  it('is for users who may see costs and submit orders', async () => {
    const id = await approved();
    const clerk = await server.member(main.companyId, ['303:submit']);
    expect((await server.call(calls.previewSourcing, { id }, clerk)).status).toBe(403);
    const viewer = await server.member(main.companyId, ['303']);
    expect((await server.call(calls.previewSourcing, { id }, viewer)).status).toBe(403);
  });
});

describe('placing', () => {
  it('places it here once 1688 has it, with its number, its freight and an ASN', async () => {
    const id = await approved();
    await confirm(id);
    await work();
    const order = await buying.detail(id);
    const [trade] = await trades();
    expect(order).toMatchObject({ state: 'ordered', reference: trade?.id, asns: [{ units: 10 }] });
    expect(await state(id)).toMatchObject({
      open: false,
      rows: [{ state: 'placed', confirmed: '106.00', trades: [{ orderNo: trade?.id, state: 'unpaid' }] }],
    });
    await work();
    expect((await state(id)).rows[0]).toMatchObject({
      difference: '8.00',
      trades: [{ total: '106.00', freight: '8.00' }],
    });
    expect((await server.ok(calls.paySourcing, { id }, main)).url).toContain(trade?.id);
    const again = await server.call(calls.placeSourcing, { id, addressId: '560954849', total: '106.00' }, main);
    expect(again.data).toMatchObject({ error: 'procurement.1688.notOpen' });
  });

  it('refuses a higher price until the order took it over and was approved again', async () => {
    const id = await approved([[0, 10, '9']]);
    const preview = await server.ok(calls.previewSourcing, { id }, main);
    expect(preview.higher).toBe(true);
    await confirm(id);
    await work();
    expect((await state(id)).rows[0]).toMatchObject({ state: 'refused', error: expect.stringContaining('9.8') });
    expect(await trades()).toEqual([]);
    expect(await buying.detail(id)).toMatchObject({ state: 'approved', revision: 1 });
    await server.ok(calls.takeSourcingPrices, { id }, main);
    const taken = await buying.detail(id);
    expect(taken).toMatchObject({ lines: [{ unitPrice: '9.8' }], revision: 2 });
    await confirm(id);
    await work();
    expect(await buying.detail(id)).toMatchObject({ state: 'ordered' });
  });

  it('refuses what costs more than was confirmed', async () => {
    const id = await approved();
    await confirm(id);
    await control('1688/offer', { offerId: MUG, freight: 900 });
    await work();
    expect((await state(id)).rows[0]).toMatchObject({ state: 'refused', error: expect.stringContaining('107.00') });
    expect(await trades()).toEqual([]);
    await confirm(id);
    await work();
    expect(await trades()).toHaveLength(1);
  });

  it('orders once, whatever gets lost between sending and answer', async () => {
    const id = await approved();
    const { id: placing } = await confirm(id);
    await faults({ failHalfway: 1, match: 'createCrossOrder' });
    await work();
    expect(await trades()).toHaveLength(1);
    expect((await state(id)).rows[0]).toMatchObject({ state: 'placing' });
    // Nobody changes it meanwhile.
    const edited = await server.call(calls.cancelPurchase, { id, reason: 'x' }, main);
    expect(edited.data).toMatchObject({ error: 'procurement.1688.placing' });
    // A list that learns of it later.
    await control('1688/lag', { lists: 1 });
    for (let n = 0; n < 3; n++) await place(server.app, ctx(), placing);
    expect(await buying.detail(id)).toMatchObject({ state: 'ordered', reference: (await trades())[0]?.id });
    expect(await trades()).toHaveLength(1);
  });

  it('orders once when the process dies before or after the call', async () => {
    const id = await approved();
    const { id: placing } = await confirm(id);
    // Died after it wrote down that it sends, and before it sent.
    await server.app.database.owner.query('update sourcing_order set sent_at = now() where id = $1', [placing]);
    for (let n = 0; n < 5; n++) await place(server.app, ctx(), placing);
    expect(await trades()).toEqual([]);
    expect((await state(id)).rows[0]).toMatchObject({ state: 'unclear' });
    const bell = (await buying.detail(id)).history.map((event) => event.event);
    expect(bell).toContain('sourcingUnclear');
    expect(await server.ok(calls.releaseSourcing, { id: placing }, main)).toEqual({ found: false });
    const { id: second } = await confirm(id);
    // Two workers at once.
    await Promise.all([place(server.app, ctx(), second), place(server.app, ctx(), second)]);
    await place(server.app, ctx(), second);
    expect(await trades()).toHaveLength(1);
    expect(await buying.detail(id)).toMatchObject({ state: 'ordered' });
  });

  it('finds an unclear order when a person releases it', async () => {
    const id = await approved();
    const { id: placing } = await confirm(id);
    await faults({ failHalfway: 1, match: 'createCrossOrder' });
    await control('1688/lag', { lists: 6 });
    for (let n = 0; n < 6; n++) await place(server.app, ctx(), placing);
    expect((await state(id)).rows[0]).toMatchObject({ state: 'unclear' });
    await control('1688/lag', { lists: 0 });
    expect(await server.ok(calls.releaseSourcing, { id: placing }, main)).toEqual({ found: true });
    expect(await buying.detail(id)).toMatchObject({ state: 'ordered' });
  });

  it('sends again what never left, and gives up what 1688 refuses', async () => {
    const id = await approved();
    const { id: placing } = await confirm(id);
    await faults({ throttle: 1, match: 'createCrossOrder' });
    await place(server.app, ctx(), placing);
    expect((await state(id)).rows[0]).toMatchObject({ state: 'placing' });
    await place(server.app, ctx(), placing);
    expect(await buying.detail(id)).toMatchObject({ state: 'ordered' });
    const other = await approved();
    const { id: next } = await confirm(other);
    await control('1688/offer', { offerId: MUG, stock: 1 });
    await place(server.app, ctx(), next);
    expect((await state(other)).rows[0]).toMatchObject({
      state: 'refused',
      error: expect.stringContaining('库存不足'),
    });
  });

  it('is one order here that 1688 split into two', async () => {
    const id = await approved([
      [0, 10, '9.8'],
      [1, 30, '9.8'],
    ]);
    await confirm(id);
    await control('1688/split', { parts: 2 });
    await work();
    await work();
    const [row] = (await state(id)).rows;
    expect(row?.trades).toHaveLength(2);
    expect((await buying.detail(id)).reference).toBe(row?.trades.map((one) => one.orderNo).join(' '));
  });
});

describe('following', () => {
  async function placed() {
    const id = await approved();
    await confirm(id);
    await work();
    const [row] = (await state(id)).rows;
    const orderId = row?.trades[0]?.orderNo ?? '';
    const read = async () => {
      await server.app.database.owner.query(
        "update sourcing_trade set next_at = now() - interval '1 day' where order_no = $1",
        [orderId],
      );
      await work();
      return (await state(id)).rows[0]?.trades[0];
    };
    return { id, orderId, read, tradeId: row?.trades[0]?.id ?? 0 };
  }

  it('follows payment, parcels and traces, and gives the tracking number to the ASN', async () => {
    const { id, orderId, read } = await placed();
    await control('1688/pay', { orderId });
    expect(await read()).toMatchObject({ state: 'paid', paidAt: expect.any(String) });
    await advance(3600);
    await control('1688/send', { orderId, billNo: 'yt900' });
    expect(await read()).toMatchObject({
      state: 'dispatched',
      parcels: [{ trackingNumber: 'yt900', carrier: '圆通速递', steps: [expect.anything()] }],
    });
    const { asns } = await buying.detail(id);
    const asn = await server.ok(warehouse.getInbound, { id: asns[0]?.id ?? 0 }, main);
    expect(asn).toMatchObject({ trackingNumber: 'YT900', carrier: '圆通速递', reference: orderId });
    await advance(3600);
    await control('1688/step', { orderId, text: '派件中' });
    await control('1688/confirm', { orderId });
    const last = await read();
    expect(last?.state).toBe('done');
    expect(last?.parcels[0]?.steps.at(-1)?.text).toBe('派件中');
    const next = await server.app.database.owner.query('select next_at from sourcing_trade where order_no = $1', [
      orderId,
    ]);
    expect(next.rows).toEqual([{ next_at: null }]);
  });

  it('gives each parcel of an order to its ASN, where a scan and the list find it with its trace', async () => {
    const id = await approved([
      [0, 10, '9.8'],
      [1, 30, '9.8'],
    ]);
    await confirm(id);
    await work();
    const orderId = (await trades())[0]?.id ?? '';
    await control('1688/pay', { orderId });
    const send = async (billNo: string, more: object = {}) => {
      await advance(3600);
      await control('1688/send', { orderId, billNo, company: `${billNo} Express`, ...more });
      await server.app.database.owner.query("update sourcing_trade set next_at = now() - interval '1 day'");
      await work();
    };
    await send('yt901', { items: 1 });
    const inboundId = (await buying.detail(id)).asns[0]?.id ?? 0;
    // The first has come when the second is sent.
    await buying.receive(inboundId, [[0, 10]]);
    await send('yt902');
    const asn = await server.ok(warehouse.getInbound, { id: inboundId }, main);
    expect(asn).toMatchObject({ trackingNumber: 'YT901', state: 'receiving' });
    expect(asn.parcels).toMatchObject([
      { trackingNumber: 'YT901', carrier: 'yt901 Express', steps: [{ text: expect.any(String) }] },
      { trackingNumber: 'YT902', carrier: 'yt902 Express', steps: [{ text: expect.any(String) }] },
    ]);
    for (const code of ['YT901', 'yt902']) {
      expect(await server.ok(warehouse.findInbound, { code }, main)).toMatchObject({ id: inboundId });
      const { rows } = await server.ok(warehouse.listInbounds, { text: code.slice(0, 5) }, main);
      expect(rows.map((row) => row.id)).toEqual([inboundId]);
    }
    const stranger = await server.company();
    expect((await server.call(warehouse.findInbound, { code: 'YT902' }, stranger)).status).toBe(404);
  });

  it('lets no older answer go back, and takes one that comes twice once', async () => {
    const { id, orderId, read } = await placed();
    await control('1688/pay', { orderId });
    await read();
    await advance(60);
    await control('1688/send', { orderId, billNo: 'YT100' });
    await read();
    const events = async () => (await buying.detail(id)).history.filter((one) => one.event === 'sourcingState').length;
    const known = await events();
    await control('1688/lag', { answers: 2 });
    expect(await read()).toMatchObject({ state: 'dispatched', parcels: [{ trackingNumber: 'YT100' }] });
    expect(await read()).toMatchObject({ state: 'dispatched' });
    expect(await events()).toBe(known);
  });

  it('opens the order again when the seller cancels, and cancels what is unpaid', async () => {
    const { id, orderId, read, tradeId } = await placed();
    expect((await server.call(calls.cancelSourcing, { tradeId }, main)).data).toMatchObject({
      error: 'procurement.1688.tooFast',
    });
    expect((await server.call(calls.cancelPurchase, { id, reason: 'x' }, main)).data).toMatchObject({
      error: 'procurement.1688.live',
    });
    await advance(30);
    await server.ok(calls.cancelSourcing, { tradeId, reason: 'wrong' }, main);
    expect(await state(id)).toMatchObject({ open: true, rows: [{ state: 'ended', trades: [{ state: 'cancelled' }] }] });
    expect(orderId).not.toBe('');
    await confirm(id, { asn: false });
    await work();
    const second = (await state(id)).rows[0]?.trades[0]?.orderNo ?? '';
    expect((await buying.detail(id)).reference).toBe(second);
    await control('1688/terminate', { orderId: second });
    await read();
    await server.app.database.owner.query(
      "update sourcing_trade set next_at = now() - interval '1 day' where order_no = $1",
      [second],
    );
    await work();
    expect(await state(id)).toMatchObject({ open: true, rows: [{ state: 'ended' }, { state: 'ended' }] });
    await server.ok(calls.cancelPurchase, { id, reason: 'no goods' }, main);
  });

  it('waits when 1688 counts its calls, and forgets nothing', async () => {
    const { orderId, read } = await placed();
    await control('1688/pay', { orderId });
    await faults({ throttle: 1, match: 'buyerView' });
    expect(await read()).toMatchObject({ state: 'unpaid' });
    await faults({ status500: 1, match: 'buyerView' });
    await advance(60);
    expect(await read()).toMatchObject({ state: 'unpaid', error: expect.stringContaining('ServiceUnavailable') });
    await advance(60);
    expect(await read()).toMatchObject({ state: 'paid', error: null });
  });

  it('shows no costs to users who may not see them, and nothing to other companies', async () => {
    const { id, tradeId } = await placed();
    const viewer = await server.member(main.companyId, ['303']);
    await server.app.database.inCompany(ctx(), (tx) =>
      tx.rows(sql`insert into user_scope (company_id, user_id, kind, target_id)
        select ${sql.company}, ${viewer.userId}, 'warehouse', ${buying.warehouseId} on conflict do nothing`),
    );
    const observed = await server.call(calls.sourcingOfPurchase, { id }, viewer);
    if (observed.code === 200)
      expect(observed.data.rows[0]).toMatchObject({ confirmed: null, trades: [{ total: null }] });
    const stranger = await server.company();
    expect((await server.call(calls.sourcingOfPurchase, { id }, stranger)).status).toBe(404);
    expect((await server.call(calls.cancelSourcing, { tradeId }, stranger)).status).toBe(404);
  });
});
