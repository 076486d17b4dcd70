import { setTimeout as sleep } from 'node:timers/promises';
import { rights } from '@tradewind/contract/access/modules.ts';
import { ApprovalPurReq } from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { placeOn1688 } from '../areas/procurement/public.ts';
import type { App } from '../core/app.ts';
import { sql } from '../core/database/sql.ts';
import { type Caller, caller, cookieHeader } from './calls.ts';
import { actingAs, type DemoContext, inPast, staff, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

/** A shop of the stand-in's 1688, and the mugs that it sells. */
const SHOP = '义乌小山家居';
const SUPPLIER = {
  ...{ code: 'XS-005', nameZh: '义乌市小山家居用品商行', nameEn: 'Yiwu Xiaoshan Home', contact: '小山' },
  ...{ currency: 'CNY', leadDays: 6, shop1688: SHOP },
};
const MUGS = '682710045501';
const UNITS = 120;
const DAY_MS = 86_400_000;
const PLACING_TRIES = 100;
const PLACING_WAIT_MS = 200;

/**
 * One purchase order that was placed on the stand-in of 1688, paid there and sent. Nothing where no stand-in runs, and
 * nothing a second time.
 */
export async function orderOn1688(demo: DemoContext): Promise<void> {
  if (!demo.app.config.sandbox) return;
  const cookies: Record<string, string> = {};
  const buyer = caller(demo.app, actingAs(demo, 'buyer'), cookies);
  const { standIn, account } = await buyer(calls.sourcingAccount, {});
  const finance = (await staff(demo)).get('finance');
  const goods = await findMugs(demo);
  if (!standIn || !finance || !goods || goods.productIds.length === 0) return;
  if (!account) await authorize(demo.app, buyer, cookies);
  const supplierId = await meetShop(buyer, goods.productIds);
  const { id } = await buyer(calls.savePurchase, {
    ...{ supplierId, warehouseId: goods.warehouseId },
    expectedOn: new Date(demo.today.getTime() + 6 * DAY_MS).toISOString().slice(0, 10),
    lines: goods.productIds.map((productId) => ({ productId, packs: UNITS })),
  });
  await buyer(calls.submitPurchase, { id });
  const approve = caller(demo.app, { ...actingAs(demo, finance.name), actor: finance });
  if ((await buyer(calls.getPurchase, { id })).state === 'reviewing')
    await approve(ApprovalPurReq, { modelId: rights.purchaseOrder.id, orderId: id, aud: 'approved', remark: '' });
  await place(demo, buyer, id);
  demo.log('a purchase on 1688');
}

/** Two mugs of the archive; undefined once the shop is a supplier. */
function findMugs(demo: DemoContext): Promise<{ productIds: number[]; warehouseId: number } | undefined> {
  return inPast(demo, 'demo', new Date(), async (tx) => {
    const there = await tx.row(sql`select 1 as one from purchase_order o
      join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
      where o.company_id = ${sql.company} and s.code = ${SUPPLIER.code} limit 1`);
    const warehouseId = (await warehouseIds(tx)).get(MAIN);
    if (there || !warehouseId) return undefined;
    const mugs = await tx.rows<{ id: number }>(sql`select p.id from product p where p.company_id = ${sql.company}
      and p.kind = 'single' and p.name_zh like '%马克杯%' order by p.id limit 2`);
    return { productIds: mugs.map((mug) => mug.id), warehouseId };
  });
}

/** What the buyer's browser does on the consent page of 1688. */
async function authorize(app: App, buyer: Caller, cookies: Record<string, string>): Promise<void> {
  const { consentUrl } = await buyer(calls.connectSourcing, {});
  const allowed = await fetch(`${consentUrl}&auto=1`, { redirect: 'manual' });
  const back = await fetch(allowed.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie: cookieHeader(app, cookies) },
  });
  const page = back.headers.get('location') ?? '';
  if (!page.includes('connected1688=ok')) throw new Error(`1688 was not authorized (${back.status} ${page})`);
}

/** The shop as a supplier, with the offers of its mugs. */
async function meetShop(buyer: Caller, productIds: readonly number[]): Promise<number> {
  const known = (await buyer(calls.listSuppliers, { text: SUPPLIER.code })).rows[0]?.id;
  const supplierId = known ?? (await buyer(calls.saveSupplier, SUPPLIER)).id;
  const { specs } = await buyer(calls.sourcingOffer, { offerId: MUGS });
  const priced = new Set((await buyer(calls.listSupplierPrices, { supplierId })).rows.map((row) => row.productId));
  for (const [at, productId] of productIds.entries()) {
    const spec = specs[at % specs.length];
    if (priced.has(productId) || !spec) continue;
    await buyer(calls.saveSupplierPrice, {
      ...{ supplierId, productId, offerId: MUGS, specId: spec.specId, validFrom: '2026-01-01' },
      breaks: [{ fromQuantity: 1, unitPrice: spec.price ?? '0' }],
    });
  }
  return supplierId;
}

/** Places it, pays at the cashier, and lets the seller send it. */
async function place(demo: DemoContext, buyer: Caller, id: number): Promise<void> {
  const { addressId, sums } = await buyer(calls.previewSourcing, { id });
  if (!sums) return;
  const placing = await buyer(calls.placeSourcing, { id, addressId, total: sums.total });
  await placeOn1688(demo.app, actingAs(demo, 'buyer'), placing.id);
  const trades = await placedTrades(buyer, id);
  for (const { orderNo: orderId } of trades) {
    await press(demo, 'pay', { orderId });
    await press(demo, 'send', { orderId, billNo: `YT88${orderId.slice(-11)}` });
    await press(demo, 'step', { orderId, text: '【义乌转运中心】已发出，下一站【宁波转运中心】' });
  }
  await buyer(calls.followSourcing, { id });
}

/** Where a worker runs, it may be the one that places the order: its trades are there soon. */
async function placedTrades(buyer: Caller, id: number) {
  for (let tries = 0; tries < PLACING_TRIES; tries++) {
    const trades = (await buyer(calls.sourcingOfPurchase, { id })).rows.flatMap((row) => row.trades);
    if (trades.length > 0) return trades;
    await sleep(PLACING_WAIT_MS);
  }
  return [];
}

async function press(demo: DemoContext, button: string, body: object): Promise<void> {
  const url = `${demo.app.config.sandboxUrl}/control/1688/${button}`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`1688 ${button}: ${await answer.text()}`);
}
