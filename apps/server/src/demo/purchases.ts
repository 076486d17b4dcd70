import { rights } from '@tradewind/contract/access/modules.ts';
import { ApprovalPurReq, editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import {
  closeInbounds,
  getInbound,
  putAwayCall,
  receiveInboundCall,
  suggestPlaces,
} from '@tradewind/contract/warehouse.ts';
import type { Actor } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { Decimal } from '../core/money.ts';
import { approve } from './approvals.ts';
import { type Caller, callerAt } from './calls.ts';
import { at, type DemoContext, inPast, staff, warehouseIds } from './context.ts';
import { MAIN, WEST } from './places.ts';

interface Priced {
  code: string;
  supplierId: number;
  productId: number;
}

/** What each supplier sells, and where it goes; undefined once purchases are there. */
async function findGoods(demo: DemoContext) {
  return inPast(demo, 'demo', new Date(), async (tx) => {
    const there = await tx.row(sql`select 1 as n from purchase_order where company_id = ${sql.company} limit 1`);
    const goods = await tx.rows<{ code: string; supplierId: number; productId: number }>(sql`
      select distinct s.code, s.id as supplier_id, l.product_id from supplier s
      join supplier_price l on l.company_id = ${sql.company} and l.supplier_id = s.id
      where s.company_id = ${sql.company} and s.state = 'active' order by s.code, l.product_id`);
    const places = await warehouseIds(tx);
    return there ? undefined : { goods, main: places.get(MAIN) ?? 0, west: places.get(WEST) ?? 0 };
  });
}

interface Plan {
  code: string;
  /** Goods of the supplier by their place, with their units. */
  lines: [at: number, units: number][];
  orderedAgo: number;
  /** Days before today; below zero: after it. */
  expectedAgo: number;
  reference: string;
  /** When it came, and which part of each line. */
  received?: { daysAgo: number; share: number; close?: string };
}

/** Ninety days of purchases: on time, late and short, half received, overdue, on their way. */
const PLANS: readonly Plan[] = [
  {
    ...{ code: 'YW-001', orderedAgo: 72, expectedAgo: 56, reference: 'SO-88213' },
    lines: [
      [0, 240],
      [1, 180],
      [2, 120],
    ],
    received: { daysAgo: 57, share: 1, close: '' },
  },
  {
    ...{ code: 'CZ-002', orderedAgo: 64, expectedAgo: 38, reference: 'CZ2609-17' },
    lines: [
      [0, 150],
      [1, 150],
    ],
    received: { daysAgo: 33, share: 0.9, close: '窑口返修，尾数不再补' },
  },
  {
    ...{ code: 'YW-001', orderedAgo: 40, expectedAgo: 25, reference: 'SO-90127' },
    lines: [
      [3, 160],
      [4, 90],
      [5, 60],
    ],
    received: { daysAgo: 26, share: 1, close: '' },
  },
  {
    ...{ code: 'NB-003', orderedAgo: 24, expectedAgo: -4, reference: 'YH-5521' },
    lines: [
      [0, 300],
      [1, 120],
      [2, 120],
    ],
    received: { daysAgo: 2, share: 0.4 },
  },
  {
    code: 'CZ-002',
    orderedAgo: 31,
    expectedAgo: 5,
    reference: 'CZ2610-02',
    lines: [
      [2, 100],
      [3, 80],
    ],
  },
  {
    code: 'YW-001',
    orderedAgo: 6,
    expectedAgo: -9,
    reference: 'SO-93340',
    lines: [
      [0, 200],
      [6, 100],
    ],
  },
];

/** Suppliers deliver what was ordered; finance approves each order first. */
export async function buyGoods(demo: DemoContext): Promise<void> {
  const found = await findGoods(demo);
  const finance = (await staff(demo)).get('finance');
  if (!found || !finance || found.goods.length < 20) return;
  await callerAt(
    demo,
    'demo',
    88,
    1,
  )(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: finance.userId });
  const of = (code: string): readonly Priced[] => found.goods.filter((one) => one.code === code);
  const draft = async (plan: Plan, buyer: Caller) => {
    const goods = of(plan.code);
    const lines = plan.lines.flatMap(([n, packs]) => (goods[n] ? [{ productId: goods[n].productId, packs }] : []));
    return buyer(calls.savePurchase, {
      ...{ supplierId: goods[0]?.supplierId ?? 0, warehouseId: found.main, lines },
      ...{ expectedOn: dayAt(demo, plan.expectedAgo), reference: plan.reference },
    });
  };
  const approve = (orderId: number, daysAgo: number) =>
    callerAt(
      demo,
      finance,
      daysAgo,
      3,
    )(ApprovalPurReq, { modelId: rights.purchaseOrder.id, orderId, aud: 'approved', remark: '' });

  for (const plan of PLANS) {
    const buyer = callerAt(demo, 'buyer', plan.orderedAgo, 2);
    const { id } = await draft(plan, buyer);
    await buyer(calls.submitPurchase, { id });
    await approve(id, plan.orderedAgo);
    const { inboundId } = await callerAt(demo, 'buyer', plan.orderedAgo, 4)(calls.placePurchase, { id });
    if (plan.received && inboundId) await receive(demo, inboundId, plan.received);
    await payFor(demo, finance, id, plan);
    if (plan.received?.close !== undefined)
      await callerAt(
        demo,
        'buyer',
        plan.received.daysAgo - 1,
        2,
      )(calls.closePurchase, { id, reason: plan.received.close });
  }
  await stillToBuy(demo, of, found, draft);
  demo.log(`${PLANS.length} purchases`);
}

/** The deposit at the order, and the bill with its payment once goods came. */
async function payFor(demo: DemoContext, finance: Actor, orderId: number, plan: Plan): Promise<void> {
  const request = async (daysAgo: number, amount: string, billId?: number) => {
    const asks = callerAt(demo, 'buyer', daysAgo, 5);
    const made = await asks(calls.requestSupplierPayment, { orderId, amount, ...(billId ? { billId } : {}) });
    const books = callerAt(demo, finance, daysAgo, 6);
    await approve(books, made.number);
    await books(calls.paySupplier, { id: made.id, paidOn: dayAt(demo, daysAgo), reference: `TT${1000 + made.id}` });
  };
  const money = () => callerAt(demo, finance, plan.orderedAgo, 5)(calls.purchaseMoney, { id: orderId });
  const [first] = (await money()).instalments;
  if (first?.when === 'order') await request(plan.orderedAgo - 1, first.amount);
  if (plan.received?.close === undefined) return;
  const { match, currency } = await money();
  const lines = match.map((row) => ({ lineId: row.lineId, quantity: row.received, unitPrice: row.unitPrice }));
  const { daysAgo } = plan.received;
  const bill = await callerAt(
    demo,
    finance,
    daysAgo - 2,
    4,
  )(calls.saveSupplierBill, {
    ...{ orderId, reference: `${plan.reference}-INV`, billedOn: dayAt(demo, daysAgo - 2), currency, lines },
    ...{ charges: '180.00', chargeBasis: 'weight' as const },
  });
  const { bills } = await money();
  const own = bills.find((one) => one.id === bill.id);
  if (own) await request(daysAgo - 4, new Decimal(own.amount).minus(own.depositApplied).toFixed(2), bill.id);
}

const dayAt = (demo: DemoContext, daysAgo: number) => at(demo, daysAgo, 0).toISOString().slice(0, 10);

async function receive(
  demo: DemoContext,
  id: number,
  { daysAgo, share, close }: NonNullable<Plan['received']>,
): Promise<void> {
  const dock = callerAt(demo, 'picker', daysAgo, 5);
  const { lines, warehouseId } = await dock(getInbound, { id });
  const goods = lines.map((line) => ({ lineId: line.id, quantity: Math.floor(line.expected * share) }));
  const { receiptIds } = await dock(receiveInboundCall, { id, goods });
  for (const [n, line] of lines.entries()) {
    const quantity = goods[n]?.quantity ?? 0;
    const [place] = await dock(suggestPlaces, { warehouseId, productId: line.productId, quantity });
    if (place) await dock(putAwayCall, { receiptIds: [receiptIds[n] ?? 0], locationCode: place.code });
  }
  if (close !== undefined) await dock(closeInbounds, { ids: [id] });
}

/** An order in review, a draft, and requests that wait to be ordered, one of them without a supplier. */
async function stillToBuy(
  demo: DemoContext,
  of: (code: string) => readonly Priced[],
  { main, west }: { main: number; west: number },
  draft: (plan: Plan, buyer: Caller) => Promise<{ id: number }>,
): Promise<void> {
  const buyer = callerAt(demo, 'buyer', 1, 3);
  const reviewed = await draft({ ...NEXT, code: 'YW-001', reference: '' }, buyer);
  await buyer(calls.submitPurchase, { id: reviewed.id });
  await draft({ ...NEXT, code: 'CZ-002', reference: '', lines: [[4, 120]] }, buyer);
  const wish = (code: string, n: number, quantity: number, warehouseId: number, supplied = true) => {
    const good = of(code)[n];
    return {
      ...{ productId: good?.productId ?? 0, quantity, warehouseId },
      needBy: at(demo, -18, 0).toISOString().slice(0, 10),
      supplierId: supplied ? (good?.supplierId ?? null) : null,
    };
  };
  const evening = callerAt(demo, 'buyer', 1, 5);
  for (const lines of [
    [wish('YW-001', 7, 120, main), wish('CZ-002', 5, 60, main)],
    [wish('YW-001', 8, 80, west), wish('NB-003', 4, 200, main, false)],
  ]) {
    const { id } = await evening(calls.saveRequisition, { lines, remark: '旺季备货' });
    await evening(calls.submitRequisition, { id });
  }
  await evening(calls.saveRequisition, { lines: [wish('NB-003', 5, 150, main)] });
}

const NEXT: Omit<Plan, 'code' | 'reference'> = {
  lines: [
    [1, 150],
    [9, 60],
  ],
  orderedAgo: 1,
  expectedAgo: -14,
};
