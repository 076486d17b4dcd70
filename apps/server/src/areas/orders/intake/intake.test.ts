import type { PlatformOrder, PlatformOrderStatus } from '@tradewind/connectors/capabilities/orders.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { saveMappings } from '@tradewind/contract/catalog.ts';
import { getOrder, listOrders } from '@tradewind/contract/orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { after, makeLine, makeOrder, type OrderWorld, openWorld, wrongs } from '../orders.testing.ts';
import { intakeOrders } from './intake.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
});
afterAll(() => server.close());

interface Stored {
  status: string;
  total: string;
  name: string | null;
  units: number;
  lines: { id: string; quantity: number }[];
}

const stored = (no: string) =>
  world.one<Stored>(sql`select o.status, o.total_amount as total, o.ship_to ->> 'line1' as name, o.units,
      (select jsonb_agg(jsonb_build_object('id', l.platform_line_id, 'quantity', l.quantity) order by l.platform_line_id)
       from order_line l where l.company_id = o.company_id and l.order_id = o.id) as lines
    from sales_order o where o.company_id = ${world.main.companyId} and o.platform_order_no = ${no}`);

const ENDS: PlatformOrderStatus[][] = [[], ['cancelled'], ['shipped'], ['shipped', 'refunded'], ['refunded']];
const OURS: Partial<Record<PlatformOrderStatus, string>> = { toShip: 'allocate' };

/** The versions of an order on its platform: the status only advances, the content changes, each version is newer. */
const versions = fc
  .record({
    unpaid: fc.integer({ min: 0, max: 2 }),
    toShip: fc.integer({ min: 0, max: 3 }),
    end: fc.constantFrom(...ENDS),
    contents: fc.array(
      fc.record({
        quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
        street: fc.constantFrom('1 Elm St', '2 Oak Ave'),
        total: fc.integer({ min: 1, max: 99 }),
      }),
      { minLength: 7, maxLength: 7 },
    ),
  })
  .map(({ unpaid, toShip, end, contents }) => {
    const states: PlatformOrderStatus[] = [
      ...Array<PlatformOrderStatus>(unpaid).fill('unpaid'),
      ...Array<PlatformOrderStatus>(toShip).fill('toShip'),
      ...end,
    ];
    return (states.length > 0 ? states : (['toShip'] as const)).map((status, i) => ({ status, i, ...contents[i]! }));
  });

function asOrder(no: string, version: { status: PlatformOrderStatus; i: number } & Record<string, unknown>) {
  const { quantities, street, total } = version as unknown as { quantities: number[]; street: string; total: number };
  const order = makeOrder(no);
  return makeOrder(no, {
    status: version.status,
    // Half seconds, and an offset in every third: the code must compare times, not texts.
    updatedAt:
      version.i % 3 === 2
        ? after(version.i / 2)
            .replace('.000Z', '+00:00')
            .replace('.500Z', '.5Z')
        : after(version.i / 2),
    totalAmount: `${total}.00`,
    ...(order.shipTo ? { shipTo: { ...order.shipTo, line1: street } } : {}),
    lines: quantities.map((quantity, line) => makeLine(`${line + 1}`, `SKU-${line + 1}`, quantity)),
  });
}

let made = 0;
const scenario = fc.record({
  lives: fc.array(versions, { minLength: 1, maxLength: 3 }),
  /** The versions of each page, as indexes into all versions; repeats are allowed. */
  pages: fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
  newestIn: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
});

function pagesOf({ lives, pages, newestIn }: typeof scenario extends fc.Arbitrary<infer T> ? T : never) {
  const run = ++made;
  const numbered = lives.map((life, n) => life.map((version) => asOrder(`R${run}-${n}`, version)));
  const all = numbered.flat();
  const filled: PlatformOrder[][] = pages.map((page) => page.map((at) => all[at % all.length]!));
  if (filled.length === 0) filled.push([]);
  // The newest version arrives at least once, at any position.
  numbered.forEach((life, n) => {
    filled[(newestIn[n] ?? 0) % filled.length]?.push(life.at(-1)!);
  });
  return { filled, newest: numbered.map((life) => life.at(-1)!) };
}

async function expectNewest(newest: PlatformOrder[]): Promise<void> {
  for (const order of newest) {
    const found = await stored(order.platformOrderNo);
    expect(found.status).toBe(OURS[order.status] ?? order.status);
    if (order.status === 'unpaid' || order.status === 'toShip') {
      expect(found.name).toBe(order.shipTo?.line1);
      expect(found.lines).toEqual(order.lines.map((line) => ({ id: line.platformLineId, quantity: line.quantity })));
      expect(found.units).toBe(order.lines.reduce((sum, line) => sum + line.quantity, 0));
      expect(Number(found.total)).toBe(Number(order.totalAmount));
    }
  }
}

describe('orders come in', () => {
  it('whatever the order of pages, however often: each once, in its newest state', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (input) => {
        const { filled, newest } = pagesOf(input);
        for (const page of filled) await world.take(page);
        await expectNewest(newest);
      }),
      { numRuns: runs(10, 480) },
    );
    expect(await wrongs(world)).toEqual([]);
  });

  it('the same when pages come at the same time over several connections', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (input) => {
        const { filled, newest } = pagesOf(input);
        await Promise.all(filled.map((page) => world.take(page)));
        await expectNewest(newest);
      }),
      { numRuns: runs(9, 200) },
    );
    expect(await wrongs(world)).toEqual([]);
    const twice = await server.app.database.owner.query(
      `select platform_order_no from sales_order where company_id = $1 group by shop_id, platform_order_no having count(*) > 1`,
      [world.main.companyId],
    );
    expect(twice.rows).toEqual([]);
  });

  it('tells what it did: new, changed, nothing new', async () => {
    const page = Array.from({ length: 50 }, (_, n) => makeOrder(`T-${n}`));
    expect(await world.take(page)).toEqual({ inserted: 50, updated: 0, unchanged: 0 });
    expect(await world.take(page)).toEqual({ inserted: 0, updated: 0, unchanged: 50 });
    const newer = page.slice(0, 3).map((order) => ({ ...order, updatedAt: after(60) }));
    expect(await world.take([...newer, ...page.slice(3)])).toEqual({ inserted: 0, updated: 3, unchanged: 47 });
  });

  it('one number in two shops is two orders', async () => {
    const { addShop } = await import('../orders.testing.ts');
    const other = await addShop(server, world.main.companyId, {
      platform: 'amazon',
      moduleId: rights.amazonNorthAmericaOrder.id,
    });
    await world.take([makeOrder('SHARED')]);
    expect(await world.take([makeOrder('SHARED')], other)).toMatchObject({ inserted: 1 });
  });

  it('a payment within the same second as the order is not lost', async () => {
    await world.take([makeOrder('SAME-SECOND', { status: 'unpaid' })]);
    await world.take([makeOrder('SAME-SECOND')]);
    expect(await world.statusOf('SAME-SECOND')).toBe('allocate');
    await world.take([makeOrder('SAME-SECOND', { status: 'unpaid' })]);
    expect(await world.statusOf('SAME-SECOND')).toBe('allocate');
  });
});

describe('an order whose amounts the platform does not show', () => {
  it('comes in, says so, and takes no zero for an amount', async () => {
    const hidden = { goodsAmount: '0', taxAmount: '0', discountAmount: '0', shippingAmount: '0', totalAmount: '0' };
    const amountsOf = (no: string) =>
      world.one<{ total: string; profit: string | null; said: boolean | null }>(sql`
        select o.total_amount::numeric(18, 2)::text as total, o.profit_estimate::text as profit,
          (h.detail -> 'amountsUnknown')::boolean as said
        from sales_order o join document_event h on h.company_id = o.company_id and h.doc_kind = 'sales_order' and h.doc_id = o.id and h.event = 'arrived'
        where o.company_id = ${world.main.companyId} and o.platform_order_no = ${no}`);
    await world.take([makeOrder('HIDDEN', { ...hidden, amountsUnknown: true })]);
    expect(await amountsOf('HIDDEN')).toEqual({ total: '0.00', profit: null, said: true });
    const shown = async (no: string) => world.server.ok(getOrder, { id: await world.idOf(no) }, world.main);
    expect(await shown('HIDDEN')).toMatchObject({ amountsUnknown: true });
    await world.take([makeOrder('SHOWN', { totalAmount: '25.00' })]);
    await world.take([makeOrder('SHOWN', { ...hidden, amountsUnknown: true, updatedAt: after(60) })]);
    expect(await amountsOf('SHOWN')).toMatchObject({ total: '25.00', said: null });
    expect(await shown('SHOWN')).toMatchObject({ amountsUnknown: false });
  });

  const HIDDEN = { goodsAmount: '0', taxAmount: '0', discountAmount: '0', shippingAmount: '0', totalAmount: '0' };
  const listed = async (no: string) =>
    (await world.server.ok(listOrders, { text: no, page: 1, pageSize: 20 }, world.main)).rows[0];

  it('has none in the list, in the order and in its lines, until they come', async () => {
    const lines = [{ ...makeLine('1', 'A-1'), unitPrice: '0' }];
    await world.take([makeOrder('LATER', { ...HIDDEN, amountsUnknown: true, lines })]);
    expect(await listed('LATER')).toMatchObject({ totalAmount: null });
    const empty = await world.server.ok(getOrder, { id: await world.idOf('LATER') }, world.main);
    expect(empty).toMatchObject({ totalAmount: null, goodsAmount: null, lines: [{ unitPrice: null, tax: null }] });
    const known = { totalAmount: '21.00', goodsAmount: '20.00', taxAmount: '1.00' };
    const priced = [{ ...makeLine('1', 'A-1'), unitPrice: '20.00' }];
    await world.take([makeOrder('LATER', { ...HIDDEN, ...known, lines: priced, updatedAt: after(60) })]);
    expect(await listed('LATER')).toMatchObject({ totalAmount: '21.0000' });
    const full = await world.server.ok(getOrder, { id: await world.idOf('LATER') }, world.main);
    expect(full).toMatchObject({ amountsUnknown: false, goodsAmount: '20.0000' });
    expect(Number(full.lines[0]?.unitPrice)).toBe(20);
  });

  it('keeps the prices of its lines when it is read again without amounts, with another quantity', async () => {
    await world.take([makeOrder('AGAIN', { lines: [{ ...makeLine('1', 'A-1'), quantity: 1, unitPrice: '7.00' }] })]);
    const again = { ...HIDDEN, amountsUnknown: true as const, updatedAt: after(60) };
    await world.take([
      makeOrder('AGAIN', { ...again, lines: [{ ...makeLine('1', 'A-1'), quantity: 3, unitPrice: '0' }] }),
    ]);
    const { lines } = await world.server.ok(getOrder, { id: await world.idOf('AGAIN') }, world.main);
    expect(lines.map((line) => [line.quantity, Number(line.unitPrice)])).toEqual([[3, 7]]);
  });
});

describe('a mapping that is saved while the orders that need it come in', () => {
  it('finds them, whichever of the two is done first', async () => {
    const { shop, main, productIds } = world;
    const written = Promise.withResolvers<void>();
    const coming = world.tx(async (tx) => {
      await intakeOrders(tx, shop, [makeOrder('AT-ONCE', { lines: [makeLine('1', 'NEW-SKU')] })]);
      written.resolve();
      await server.blocked();
    });
    await written.promise;
    const rows = [{ shopId: shop.id, sellerSku: 'NEW-SKU', productId: productIds[0] ?? 0 }];
    await Promise.all([coming, server.ok(saveMappings, { rows }, main)]);
    const { exception, mapped } = await world.one<{ exception: string | null; mapped: boolean }>(sql`
      select o.exception, l.product_id is not null as mapped from sales_order o
      join order_line l on l.company_id = o.company_id and l.order_id = o.id
      where o.company_id = ${main.companyId} and o.platform_order_no = 'AT-ONCE'`);
    expect({ exception, mapped }).toEqual({ exception: null, mapped: true });
  });
});
