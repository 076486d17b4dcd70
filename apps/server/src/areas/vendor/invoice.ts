import type { PlatformBill } from '@tradewind/connectors/capabilities/purchase-orders.ts';
import { isAccepted, isConfirmed, isUnsent, type VendorSettings, vendorMay } from '@tradewind/contract/vendor.ts';
import type { App } from '../../core/app.ts';
import { settingOf } from '../../core/company-settings.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../core/documents.ts';
import { badField, conflict } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { companyOf, localDay } from '../company/public.ts';
import { type BulkResult, overOrders, type Selection, updatePlatform } from '../orders/public.ts';
import { DOC, type Goods, goodsOf, type VendorOrder, vendorOrder, vendorOrders } from './orders.ts';
import { VENDOR_SETTINGS } from './settings.ts';

const INVOICE = { kind: 'vendor_invoice', prefix: 'VI' };

function whyNot(order: VendorOrder): string | undefined {
  if (!order.bulk) return 'vendor.notBulk';
  if (!vendorMay('invoice', order)) return 'vendor.notShipped';
  if (!isConfirmed(order)) return 'vendor.notAnnounced';
  return isUnsent({ state: order.billState }) ? undefined : 'vendor.invoiced';
}

/** Invoices Amazon for shipped orders. A rejected invoice keeps its number and is calculated again. */
export function invoiceOrders(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return overOrders(app, ctx, selection, (ids) =>
    app.database.inCompany(ctx, async (tx) => {
      const found = await vendorOrders(tx, ids, true);
      const reasons = new Map(found.map((order) => [order.id, whyNot(order)]));
      const open = found.filter((order) => reasons.get(order.id) === undefined);
      await invoiceThese(tx, open);
      return {
        done: open.map((order) => order.id),
        otherwise: (id) => (reasons.has(id) ? (reasons.get(id) ?? 'orders.state') : 'vendor.notBulk'),
      };
    }),
  );
}

async function invoiceThese(tx: Tx, orders: readonly VendorOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  const settings = await settingOf(tx, VENDOR_SETTINGS);
  const { timeZone } = await companyOf(tx);
  const day = localDay(tx.now, timeZone);
  const known = await tx.rows<{
    orderId: number;
    number: string;
  }>(sql`select order_id as "orderId", number from vendor_invoice
    where company_id = ${sql.company} and order_id = any(${arrayOf(ids)}::bigint[])`);
  const numbers = new Map(known.map((invoice) => [invoice.orderId, invoice.number]));
  const unnamed = ids.filter((id) => !numbers.has(id));
  const input = unnamed.length > 0 ? await nextNumbers(tx, INVOICE, unnamed.length) : [];
  unnamed.forEach((id, at) => {
    numbers.set(id, input[at] ?? '');
  });
  const goods = Map.groupBy(await goodsOf(tx, ids), (line) => line.orderId);
  const bills = orders.map((order) => ({
    order,
    bill: billOf(order, goods.get(order.id) ?? [], settings, { number: numbers.get(order.id) ?? '', day }),
  }));
  await tx.rows(sql`insert into vendor_invoice as v (company_id, order_id, number, on_day, currency, lines, goods_amount, tax_percent,
      tax_amount, total_amount)
    select ${sql.company}, r."orderId", r.number, r.day, r.currency, r.lines, r."goodsAmount", r."taxPercent", r."taxAmount", r."totalAmount"
    from jsonb_to_recordset(${JSON.stringify(bills.map(({ order, bill }) => ({ orderId: order.id, ...bill })))}::jsonb)
      as r("orderId" bigint, number text, day date, currency text, lines jsonb, "goodsAmount" numeric, "taxPercent" numeric,
        "taxAmount" numeric, "totalAmount" numeric)
    on conflict (company_id, order_id) do update set on_day = excluded.on_day, lines = excluded.lines, goods_amount = excluded.goods_amount,
      tax_percent = excluded.tax_percent, tax_amount = excluded.tax_amount, total_amount = excluded.total_amount`);
  await updatePlatform(
    tx,
    'bill',
    bills.map(({ order, bill }) => ({ id: order.id, shopId: order.shopId, told: bill })),
  );
  writeHistory(
    tx,
    bills.map(({ order, bill }) => ({
      docKind: DOC,
      docId: order.id,
      event: 'vendorInvoiced',
      detail: { invoice: bill.number, amount: bill.totalAmount, currency: bill.currency },
    })),
  );
}

/** Uses the prices of the order; calculates tax on the sum. */
function billOf(
  order: VendorOrder,
  goods: readonly Goods[],
  settings: VendorSettings,
  head: { number: string; day: string },
): PlatformBill {
  const lines = goods.map(({ platformLineId, quantity, unitPrice }) => {
    const price = new Decimal(unitPrice);
    return { platformLineId, quantity, unitPrice: price.toFixed(Math.max(2, price.decimalPlaces())) };
  });
  const sum = lines.reduce((all, line) => all.plus(new Decimal(line.unitPrice).times(line.quantity)), new Decimal(0));
  const goodsAmount = sum.toDecimalPlaces(2);
  const taxAmount = goodsAmount.times(settings.taxPercent).div(100).toDecimalPlaces(2);
  return {
    ...head,
    platformOrderNo: order.platformOrderNo,
    currency: order.currency,
    lines,
    goodsAmount: goodsAmount.toFixed(2),
    taxPercent: settings.taxPercent,
    taxAmount: taxAmount.toFixed(2),
    totalAmount: goodsAmount.plus(taxAmount).toFixed(2),
    netDueDays: settings.netDueDays,
    remitTo: settings.remitTo,
    billTo: settings.billTo,
  };
}

/** @throws conflict vendor.notInvoiced until Amazon accepts the invoice; badField day */
export async function notePayment(tx: Tx, { id, day }: { id: number; day: string | null }): Promise<void> {
  const order = await vendorOrder(tx, id, true);
  if (!isAccepted({ state: order.billState })) throw conflict('vendor.notInvoiced', { number: order.displayNo });
  const { timeZone } = await companyOf(tx);
  if (day && day > localDay(tx.now, timeZone)) throw badField('day', 'vendor.dayToCome');
  await tx.rows(
    sql`update vendor_invoice set paid_day = ${day} where company_id = ${sql.company} and order_id = ${id}`,
  );
  writeHistory(tx, [
    { docKind: DOC, docId: id, event: day ? 'vendorPaid' : 'vendorUnpaid', detail: day ? { day } : {} },
  ]);
}
