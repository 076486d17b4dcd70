import { addProduct, mergeProducts } from '@tradewind/contract/catalog.ts';
import {
  confirmBankMatch,
  listExpenseTypes,
  recordAdvance,
  saveExpense,
  submitExpense,
} from '@tradewind/contract/finance.ts';
import { answerCarrierClaim, openCarrierClaim } from '@tradewind/contract/logistics.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import {
  getPurchase,
  getRequisition,
  orderPending,
  paySupplier,
  placePurchase,
  requestSupplierPayment,
  saveAllocation,
  saveRequisition,
  saveSupplier,
  saveSupplierReturn,
  submitPurchase,
  submitRequisition,
} from '@tradewind/contract/procurement.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { systemContext } from '../../core/context.ts';
import { Database, type Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import type { TestServer } from '../../testing/harness.ts';
import { takeSettlementLines } from '../channels/public.ts';
import { addAccount, csvOf, importFile, linesOf, openBank, payOut } from '../finance/banking/banking.testing.ts';
import { bookLeftovers, confirmStatement, refreshSettlements } from '../finance/public.ts';
import { COLUMNS, csvOf as settlementCsv, take as takeFile } from '../finance/settlements/files/files.testing.ts';
import { closeOldMonth } from '../finance/testing/months.ts';
import {
  addBundle,
  addShop,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  putBatch,
  takeStep,
  walk,
} from '../orders/orders.testing.ts';
import { markDelivered } from '../orders/public.ts';
import { addShelves, detailOf, requested } from '../returns/returns.testing.ts';
import { check } from './invariants/check.ts';
import { invariants } from './invariants/registry.ts';

/** Two products that turned out to be one. */
async function mergeTwo(server: TestServer, { main }: OrderWorld): Promise<void> {
  const card = (sku: string) => ({ sku, nameZh: sku, nameEn: sku });
  const [from, into] = [
    await server.ok(addProduct, card('OLD'), main),
    await server.ok(addProduct, card('KEPT'), main),
  ];
  await server.ok(mergeProducts, { fromId: from.id, intoId: into.id }, main);
}

/**
 * Orders in every status, brought there by the real verbs, and what came back of them. SKU-4 lies in batches that
 * expire, SKU-5 is sold in packs of three.
 */
export async function openBusyWorld(server: TestServer): Promise<OrderWorld> {
  const world = await openWorld(server, { products: 5, stock: 50 });
  await trackBatches(world);
  await sellPacks(world);
  await addBundle(world, 'BUNDLE', { 1: 1, 2: 2 });
  const lines = [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2', 3)];
  await world.take([
    makeOrder('SHIPPED', { lines }),
    makeOrder('PACKED', { lines }),
    makeOrder('PICKED', { lines: [makeLine('1', 'SKU-1', 5)] }),
    makeOrder('IN-WAVE', { lines: [makeLine('1', 'SKU-2', 4)] }),
    makeOrder('READY', { lines }),
    makeOrder('WAITING', { lines: [makeLine('1', 'SKU-3', 500)] }),
    makeOrder('BUNDLED', { lines: [makeLine('1', 'BUNDLE', 2)] }),
    makeOrder('UNMAPPED', { lines: [makeLine('1', 'NOBODY-KNOWS')] }),
    makeOrder('GONE', { lines, status: 'cancelled' }),
    makeOrder('FBA', { lines, status: 'shipped', fulfilledBy: 'platform' }),
    // The first batch has three units: one order takes of both.
    makeOrder('BATCHES', { lines: [makeLine('1', 'SKU-4', 4), makeLine('2', 'PACK-OF-3', 2)] }),
    makeOrder('BATCH-PICKED', { lines: [makeLine('1', 'SKU-4', 2), makeLine('2', 'SKU-4', 1)] }),
    makeOrder('DELIVERED', { lines: [makeLine('1', 'SKU-4', 1), makeLine('2', 'PACK-OF-3', 1)] }),
    makeOrder('RETURNED', { lines: [makeLine('1', 'SKU-4', 2), makeLine('2', 'SKU-1', 1)] }),
  ]);
  for (const no of ['SHIPPED', 'BATCHES', 'DELIVERED', 'RETURNED']) await ship(world, await world.idOf(no));
  const delivered = await world.idOf('DELIVERED');
  await world.tx((tx) => markDelivered(tx, [delivered]));
  await walk(world, await world.idOf('PACKED'), 'pack');
  await walk(world, await world.idOf('PICKED'), 'pick');
  await walk(world, await world.idOf('BATCH-PICKED'), 'pick');
  await walk(world, await world.idOf('IN-WAVE'), 'wave');
  await walk(world, await world.idOf('READY'), 'reserve');
  await walk(world, await world.idOf('WAITING'), 'reserve');
  await takeBack(world, await world.idOf('RETURNED'));
  await mergeTwo(server, world);
  await server.app.database.owner.query(
    `with w as (update warehouse set prepaid_balance = 100, order_fee = 0 where company_id = $1 returning company_id, id)
     insert into warehouse_prepayment (company_id, warehouse_id, amount, actor, at) select company_id, id, 100, 'test', now() from w`,
    [world.main.companyId],
  );
  await billShipped(world);
  await reconcile(world);
  await buy(world);
  await spend(world);
  await keepBank(world);
  await bookFile(world);
  await bookLeftovers(server.app, world.main.ctx, 1, true);
  await closeOldMonth(server.app, world.main.ctx);
  await settle(world);
  await bookLeftovers(server.app, world.main.ctx, 1, true);
  await world.tx((tx) => refreshSettlements(tx, world.shop.id, ['P-1']));
  await server.ok(listOrders, {}, world.main);
  return world;
}

/** A settlement with a sale and its payout. */
async function settle({ tx, shop }: OrderWorld): Promise<void> {
  const of = { settlementId: 'P-1', currency: 'USD', postedAt: '2026-11-20T10:00:00Z' };
  const sale = { reference: '1', kind: 'sale', type: 'charge', amount: '40', platformOrderNo: 'SHIPPED' } as const;
  const payout = { reference: '2', kind: 'payout', type: 'payout', amount: '-40' } as const;
  await tx((each) =>
    takeSettlementLines(each, shop.id, [
      { ...of, ...sale },
      { ...of, ...payout },
    ]),
  );
}

/**
 * A settled bill of a carrier that charges a parcel too much and gives back what a claim asked for, and another claim that
 * the carrier accepted in part.
 */
async function billShipped({ server, main }: OrderWorld): Promise<void> {
  const { rows } = await server.app.database.owner.query<{ id: number }>(
    `with i as (insert into bill_issuer (company_id, name, currency, tolerance_percent, tolerance_amount, claim_days)
        values ($1, 'UPS', 'USD', 0, 0, 30) returning id),
      b as (insert into carrier_bill (company_id, number, issuer_id, currency, billed_on, from_day, to_day, state, file_name, file_key,
          file_hash, tolerance_percent, tolerance_amount, line_count, wrong_count, amount, expected, created_by, created_at)
        select $1, 'UPS-1', id, 'USD', '2026-11-20', '2026-11-01', '2026-11-20', 'settled', 'bill.csv', '', '', 0, 0, 2, 1, 5, 5, 'test', now()
        from i returning id, issuer_id),
      p as (select id, tracking_number, order_id, shop_id from parcel where company_id = $1 and label_cost is not null order by id limit 1),
      l as (insert into carrier_bill_line (company_id, bill_id, line, tracking_number, reference, service, zone, claim_reference, amount,
          parts, reason, parcel_id, expected)
        select $1, b.id, 2, p.tracking_number, '', '', '', '', 7, '[]', 'price', p.id, 5 from b, p returning id, tracking_number),
      c as (insert into carrier_claim (company_id, number, issuer_id, line_id, state, reason, tracking_number, parcel_id, order_id, shop_id,
          currency, asked, accepted, paid, deadline, evidence, created_by, created_at)
        select $1, 'CC-1', b.issuer_id, l.id, 'paid', 'price', p.tracking_number, p.id, p.order_id, p.shop_id, 'USD', 2, 2, 2, '2026-12-20',
          '{"billed": {}, "parcel": null, "quotes": [], "events": []}', 'test', now() from b, l, p returning id),
      late as (insert into carrier_claim (company_id, number, issuer_id, line_id, state, reason, tracking_number, parcel_id, order_id, shop_id,
          currency, asked, deadline, evidence, created_by, created_at)
        select $1, 'CC-2', b.issuer_id, l.id, 'suspected', 'late', p.tracking_number, p.id, p.order_id, p.shop_id, 'USD', 5, '2026-12-20',
          '{"billed": {}, "parcel": null, "quotes": [], "events": []}', 'test', now() from b, l, p returning id),
      k as (insert into carrier_bill_line (company_id, bill_id, line, tracking_number, reference, service, zone, claim_reference, amount, parts, reason, claim_id)
        select $1, b.id, 3, '', '', '', '', 'CC-1', -2, '[]', 'credit', c.id from b, c)
    select id from late`,
    [main.companyId],
  );
  const id = Number(rows[0]?.id);
  await server.ok(openCarrierClaim, { id, version: 1 }, main);
  await server.ok(answerCarrierClaim, { id, version: 2, accepted: '3' }, main);
}

/** A confirmed statement of a warehouse provider: it took 3 of which we knew nothing. */
async function reconcile({ main, warehouseId, tx }: OrderWorld): Promise<void> {
  const made = await tx((one) =>
    one.row<{ id: number }>(sql`
      with i as (insert into bill_issuer (company_id, name, warehouse_id, currency, tolerance_percent, tolerance_amount, claim_days)
          values (${main.companyId}, '3PL', ${warehouseId}, 'CNY', 0, 0, 30) returning id),
        s as (insert into provider_statement (company_id, number, issuer_id, warehouse_id, currency, billed_on, from_day, to_day,
            tolerance_percent, tolerance_amount, file_name, file_key, file_hash, line_count, amount, wrong_count, created_by, created_at)
          select ${main.companyId}, 'S-1', id, ${warehouseId}, 'CNY', '2026-11-20', '2026-11-01', '2026-11-20', 0, 0, 's.csv', '', 's', 1, 3, 1,
            'test', now() from i returning id)
      insert into provider_statement_line (company_id, statement_id, line, tracking_number, reference, fee_type, day, amount, takes)
      select ${main.companyId}, id, 2, '', '', 'STORAGE', '2026-11-20', 3, true from s returning statement_id as id`),
  );
  await tx((one) => confirmStatement(one, made?.id ?? 0));
}

/** A settlement file that is booked. */
async function bookFile({ server, main }: OrderWorld): Promise<void> {
  const shop = await addShop(server, main.companyId, { platform: 'temu' });
  const data = settlementCsv([
    ['T-1', 'PO-1', 'Fee', '-3.00'],
    ['T-1', 'PO-2', 'Fee', '-4.00'],
  ]);
  const { status } = await takeFile(server, main, shop.id, data, COLUMNS);
  if (status !== 200) throw new Error('the settlement file was refused');
}

/** A request of two lines, of which one is ordered, its deposit paid, and a unit of it allocated; and a draft of a return. */
async function buy({ server, main, warehouseId, productIds }: OrderWorld): Promise<void> {
  const terms = [{ percent: '100', when: 'order' as const }];
  const supplier = { code: 'POTTER', nameEn: 'Potter', currency: 'CNY', terms };
  const { id: supplierId } = await server.ok(saveSupplier, supplier, main);
  const line = { warehouseId, supplierId, quantity: 20 };
  const lines = productIds.slice(3, 5).map((productId) => ({ ...line, productId }));
  const { id } = await server.ok(saveRequisition, { lines }, main);
  await server.ok(submitRequisition, { id }, main);
  const lineId = (await server.ok(getRequisition, { id }, main)).lines[0]?.id ?? 0;
  const pending = { ids: [lineId], prices: [{ lineId, unitPrice: '4' }] };
  const orderId = (await server.ok(orderPending, pending, main)).orders[0]?.id ?? 0;
  await server.ok(submitPurchase, { id: orderId }, main);
  await server.ok(placePurchase, { id: orderId, asn: false }, main);
  const [ordered] = (await server.ok(getPurchase, { id: orderId }, main)).lines;
  const source = { productId: ordered?.productId ?? 0, purchaseLineId: ordered?.id ?? 0, quantity: 1 };
  const shares = [{ kind: 'stay' as const, quantity: 1 }];
  await server.ok(saveAllocation, { warehouseId, lines: [{ ...source, shares }] }, main);
  const payment = await server.ok(requestSupplierPayment, { orderId, amount: '24' }, main);
  await server.ok(paySupplier, { id: payment.id, paidOn: '2026-11-01' }, main);
  const back = { productId: productIds[3] ?? 0, condition: 'good' as const, quantity: 1, reason: 'defective' as const };
  const more = { remedy: 'refund' as const, lines: [{ ...back, unitCredit: '4' }] };
  await server.ok(saveSupplierReturn, { supplierId, warehouseId, ...more }, main);
}

/** An advance, and an expense that is booked and not paid. */
async function spend({ server, main, shop }: OrderWorld): Promise<void> {
  const money = { amount: '30', currency: 'CNY', day: '2026-11-02' };
  await server.ok(recordAdvance, { kind: 'advance', memberId: main.userId, ...money }, main);
  const { list } = await server.ok(listExpenseTypes, {}, main);
  const lines = [{ shopId: shop.id, share: '1' }, { share: '2' }];
  const { id } = await server.ok(saveExpense, { typeId: list[0]?.id ?? 0, lines, ...money }, main);
  await server.ok(submitExpense, { id }, main);
}

/** Two batches of SKU-4, of which the earlier one does not last. */
async function trackBatches(world: OrderWorld): Promise<void> {
  const productId = world.productIds[3] ?? 0;
  await putBatch(world, productId, { code: 'EARLY', quantity: 3, expiresOn: '2098-01-01' });
  await putBatch(world, productId, { code: 'LATE', quantity: 9, expiresOn: '2099-01-01' });
}

async function sellPacks(world: OrderWorld): Promise<void> {
  await world.server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, factor, created_by) values ($1, $2, 'PACK-OF-3', $3, 3, 'test')`,
    [world.main.companyId, world.shop.id, world.productIds[4] ?? 0],
  );
}

/** All of the order comes back: one unit of the batch is sold again, the other is scrapped, the rest waits. */
async function takeBack(world: OrderWorld, orderId: number): Promise<void> {
  const { server, main, warehouseId } = world;
  const shelves = await addShelves(world);
  const { lines } = await server.ok(calls.returnableLines, { orderId }, main);
  const { id } = await server.ok(
    calls.addReturn,
    {
      ...requested(orderId, 0, 0),
      lines: lines.map((line) => ({ orderLineId: line.orderLineId, quantity: line.shipped })),
    },
    main,
  );
  const goods = [world.productIds[3], world.productIds[0]].map((productId = 0, i) => ({ productId, quantity: 2 - i }));
  await server.ok(calls.receiveReturn, { id, warehouseId, lines: goods }, main);
  const { items } = await detailOf(world, id);
  const itemId = items.find((item) => item.sku === 'SKU-4')?.id ?? 0;
  const one = { itemId, quantity: 1, condition: 'opened' as const };
  const decided = [
    { ...one, decision: 'restock' as const, locationId: shelves.shelf },
    { ...one, decision: 'scrap' as const },
  ];
  await server.ok(calls.inspectReturn, { id, items: decided }, main);
}

/** An account whose statement has a payout, matched with what was in transit. */
async function keepBank(world: OrderWorld): Promise<void> {
  const bank = openBank(world);
  const onDay = '2026-10-01';
  const account = await addAccount(bank, { openingAmount: '50', openingOn: onDay });
  const payout = await payOut(bank, { amount: '80', onDay });
  await importFile(bank, account, csvOf([{ day: onDay, amount: '79', text: 'PAYOUT' }]));
  const lineIds = (await linesOf(bank)).map(({ id }) => id);
  await world.server.ok(confirmBankMatch, { lineIds, ledgerLineIds: [payout] }, world.main);
}

/** Gives both boxes of the parcel a label as the carrier's answer would leave them. */
async function ship(world: OrderWorld, orderId: number): Promise<void> {
  await walk(world, orderId, 'pack');
  await world.server.app.database.owner.query(
    `update parcel set state = 'labelled', carrier = 'ups', tracking_number = '1Z' || id, label_cost = 5, label_currency = 'USD', bought_at = now()
     where company_id = $1 and order_id = $2`,
    [world.main.companyId, orderId],
  );
  await world.server.app.database.owner.query(
    `insert into parcel_piece (company_id, parcel_id, piece_no, weight_grams, tracking_number)
     select company_id, id, 2, 300, tracking_number || '-2' from parcel where company_id = $1 and order_id = $2`,
    [world.main.companyId, orderId],
  );
  if (!(await takeStep(world, orderId, 'ship'))) throw new Error(`order ${orderId} did not ship`);
}

/** Runs all checks after `damage`, done as the tables' owner, rolls back and returns the failed checks. */
export async function redAfter(
  server: TestServer,
  companyId: number,
  damage: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  const url = String(server.app.database.owner.options.connectionString);
  const asOwner = new Database(
    { owner: url, app: url },
    { appConnections: 1, namedStatements: process.env.TEST_POOLER_NAMED !== 'off', onError: () => {} },
  );
  const red: string[] = [];
  const undo = new Error('undone on purpose');
  try {
    await asOwner.inCompany(systemContext(companyId, 'test'), async (tx) => {
      await damage(tx);
      for (const invariant of invariants()) if (!(await check(tx, invariant)).green) red.push(invariant.key);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  } finally {
    await asOwner.close();
  }
  return red;
}
