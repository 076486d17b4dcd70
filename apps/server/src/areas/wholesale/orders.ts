import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveWholesale } from '@tradewind/contract/wholesale.ts';
import { mayPress, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../core/documents.ts';
import { badField, conflict, forbidden, ruleBroken } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { productFacts } from '../catalog/public.ts';
import { AUDITED, audited } from './audited.ts';
import { wholesaleCustomers } from './customers.list.ts';
import { assertMay, DOC, hold, wholesaleDocument } from './documents.ts';
import { listedPrices } from './prices.ts';
import { depositOf, totals } from './totals.ts';

type Input = ParsedOf<typeof saveWholesale>;

/** @throws badField customerId, lines...; conflict when it is no longer a quotation or someone else changed it */
export async function saveOrder(tx: Tx, input: Input): Promise<{ id: number; number: string }> {
  const customer = await wholesaleCustomers.one(tx, input.customerId);
  const currency = input.currency ?? customer.currency;
  const lines = await priced(tx, input, { priceListId: customer.priceListId, currency });
  const sums = totals(lines, input);
  if (new Decimal(input.discountAmount).gt(sums.goodsAmount))
    throw badField('discountAmount', 'wholesale.discountTooMuch');
  const order = {
    customerId: input.customerId,
    customerRef: input.customerRef,
    currency,
    shipTo: input.shipTo ?? customer.address,
    incoterm: input.incoterm,
    incotermPlace: input.incotermPlace,
    termsDays: customer.termsDays,
    depositPercent: customer.depositPercent,
    balanceBeforeShipment: customer.balanceBeforeShipment,
    validUntil: input.validUntil,
    goods: sums.goodsAmount,
    discount: input.discountAmount,
    shipping: input.shippingAmount,
    taxPercent: input.taxPercent,
    tax: sums.taxAmount,
    total: sums.totalAmount,
    deposit: depositOf(sums.totalAmount, customer.depositPercent),
    remark: input.remark,
  };
  const written = input.id ? await rewrite(tx, input.id, input.version, order) : await write(tx, order);
  await tx.rows(sql`
    insert into wholesale_line (company_id, order_id, position, product_id, quantity, unit_price, listed_price, listed_from,
      price_list_name, amount, discount, tax)
    select ${sql.company}, ${written.id}, r.position, r."productId", r.quantity, r."unitPrice", r."listedPrice", r."listedFrom",
      r."priceListName", r.amount, r.discount, r.tax
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, i) => ({ ...line, ...sums.lines[i], position: i + 1 })))}::jsonb)
      as r(position int, "productId" bigint, quantity int, "unitPrice" numeric, "listedPrice" numeric, "listedFrom" int,
        "priceListName" text, amount numeric, discount numeric, tax numeric) returning 1`);
  const own = lines.filter((line) => line.listedPrice !== null && !new Decimal(line.unitPrice).eq(line.listedPrice));
  writeHistory(tx, [
    {
      docKind: DOC,
      docId: written.id,
      event: input.id ? 'edited' : 'created',
      ...(input.id ? {} : { toState: 'quotation' }),
      detail: {
        total: sums.totalAmount,
        currency,
        ...(own.length > 0 ? { ownPrices: own.map((line) => line.sku) } : {}),
      },
    },
  ]);
  return written;
}

/** The entered prices, else those of the customer's list; a manual price requires the edit permission. */
async function priced(tx: Tx, input: Input, of: { priceListId: number | null; currency: string }) {
  const known = await productFacts(tx, [...new Set(input.lines.map((line) => line.productId))]);
  const listed = await listedPrices(tx, of, input.lines);
  const mayOverride = mayPress(tx.rights, rights.wholesaleOrder.edit);
  return input.lines.map((line, at) => {
    const facts = known.get(line.productId);
    if (!facts) throw badField(`lines.${at}.productId`, 'wholesale.productUnknown');
    const list = listed[at];
    const unitPrice = line.unitPrice ?? list?.unitPrice;
    if (!unitPrice) throw badField(`lines.${at}.unitPrice`, 'wholesale.noPrice', { sku: facts.sku });
    const beside = list?.unitPrice !== unitPrice && !(list?.unitPrice && new Decimal(list.unitPrice).eq(unitPrice));
    if (beside && !mayOverride) throw badField(`lines.${at}.unitPrice`, 'wholesale.priceRight', { sku: facts.sku });
    return {
      sku: facts.sku,
      productId: line.productId,
      quantity: line.quantity,
      unitPrice,
      listedPrice: list?.unitPrice ?? null,
      listedFrom: list?.fromQuantity ?? null,
      priceListName: list?.priceListName ?? null,
    };
  });
}

interface Head {
  customerId: number;
  customerRef: string;
  currency: string;
  shipTo: object | null;
  incoterm: string;
  incotermPlace: string;
  termsDays: number;
  depositPercent: string;
  balanceBeforeShipment: boolean;
  validUntil: string | null;
  goods: string;
  discount: string;
  shipping: string;
  taxPercent: string;
  tax: string;
  total: string;
  deposit: string;
  remark: string;
}

async function write(tx: Tx, it: Head): Promise<{ id: number; number: string }> {
  if (!mayPress(tx.rights, rights.wholesaleOrder.add)) throw forbidden();
  const [number] = await nextNumbers(tx, wholesaleDocument);
  const row = await tx.row<{ id: number; number: string }>(sql`
    insert into wholesale_order (company_id, number, customer_id, customer_ref, currency, ship_to, incoterm, incoterm_place,
      terms_days, deposit_percent, balance_before_shipment, valid_until, goods_amount, discount_amount, shipping_amount,
      tax_percent, tax_amount, total_amount, deposit_due, remark, created_at)
    values (${sql.company}, ${number ?? ''}, ${it.customerId}, ${it.customerRef}, ${it.currency},
      ${it.shipTo && JSON.stringify(it.shipTo)}::jsonb, ${it.incoterm}, ${it.incotermPlace}, ${it.termsDays},
      ${it.depositPercent}, ${it.balanceBeforeShipment}, ${it.validUntil}, ${it.goods}, ${it.discount}, ${it.shipping},
      ${it.taxPercent}, ${it.tax}, ${it.total}, ${it.deposit}, ${it.remark}, ${tx.now}) returning id, number`);
  if (!row) throw new Error('no 2B order was written');
  return row;
}

async function rewrite(
  tx: Tx,
  id: number,
  version: number | undefined,
  it: Head,
): Promise<{ id: number; number: string }> {
  if (!mayPress(tx.rights, rights.wholesaleOrder.edit)) throw forbidden();
  const order = await hold(tx, id);
  assertMay('edit', order);
  if (order.version !== version) throw conflict('wholesale.stale');
  await tx.rows(sql`delete from wholesale_line where company_id = ${sql.company} and order_id = ${id}`);
  // Keeps an address that the user may not see, unless the customer changes.
  const stays = !maySee(tx.rights, 'seeBuyer') && order.customerId === it.customerId;
  await tx.rows(sql`
    update wholesale_order set customer_id = ${it.customerId}, customer_ref = ${it.customerRef}, currency = ${it.currency},
      ship_to = case when ${stays} then ship_to else ${it.shipTo && JSON.stringify(it.shipTo)}::jsonb end, incoterm = ${it.incoterm}, incoterm_place = ${it.incotermPlace},
      terms_days = ${it.termsDays}, deposit_percent = ${it.depositPercent}, balance_before_shipment = ${it.balanceBeforeShipment},
      valid_until = ${it.validUntil}, goods_amount = ${it.goods}, discount_amount = ${it.discount},
      shipping_amount = ${it.shipping}, tax_percent = ${it.taxPercent}, tax_amount = ${it.tax}, total_amount = ${it.total},
      deposit_due = ${it.deposit}, remark = ${it.remark}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  return { id, number: order.number };
}

/** Deletes quotations only. @returns the deleted ids */
export async function deleteOrders(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const gone = await tx.rows<{
    id: number;
    number: string;
  }>(sql`delete from wholesale_order where company_id = ${sql.company}
    and id = any(${arrayOf(ids)}::bigint[]) and state = 'quotation' returning id, number`);
  for (const { id, number } of gone) audited(tx, AUDITED.quotationDeleted, 'wholesale_order', id, number);
  return gone.map((row) => row.id);
}

/**
 * Confirms a quotation. The balance due of all confirmed orders stays within the credit limit; users with the submit
 * permission can override it with a reason. @throws ruleBroken wholesale.creditExceeded; badField wholesale.noAddress
 */
export async function submitOrder(tx: Tx, id: number, override: string): Promise<void> {
  const order = await hold(tx, id);
  assertMay('submit', order);
  if (!order.shipTo) throw ruleBroken('wholesale.noAddress', { number: order.number });
  await tx.rows(
    sql`select 1 from wholesale_customer where company_id = ${sql.company} and id = ${order.customerId} for update`,
  );
  const customer = await wholesaleCustomers.one(tx, order.customerId);
  const open = new Decimal(customer.openAmount).plus(order.totalAmount);
  const over = customer.creditLimit !== null && order.currency === customer.currency && open.gt(customer.creditLimit);
  if (over && override === '')
    throw ruleBroken('wholesale.creditExceeded', {
      name: customer.name,
      limit: new Decimal(customer.creditLimit ?? 0).toFixed(2),
      open: open.toFixed(2),
      currency: order.currency,
    });
  await moveOrder(tx, id, 'confirmed', 'submitted', {
    deposit: order.depositDue,
    currency: order.currency,
    ...(over ? { override } : {}),
  });
}

export async function cancelOrder(tx: Tx, id: number, reason: string): Promise<void> {
  const order = await hold(tx, id);
  assertMay('cancel', order);
  const begun = await tx.row(sql`select 1 as one from wholesale_line
    where company_id = ${sql.company} and order_id = ${id} and planned + shipped > 0 limit 1`);
  if (begun) throw conflict('wholesale.begun', { number: order.number });
  await moveOrder(tx, id, 'cancelled', 'cancelled', { remark: reason });
}

/** The only writer of a wholesale order's status. The order is locked. */
export async function moveOrder(
  tx: Tx,
  id: number,
  to: 'confirmed' | 'done' | 'cancelled',
  event: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  const moved = await tx.row<{ from: string }>(sql`
    with old as (select id, state from wholesale_order where company_id = ${sql.company} and id = ${id})
    update wholesale_order o set state = ${to}, version = o.version + 1,
      confirmed_at = case when ${to} = 'confirmed' then ${tx.now}::timestamptz else o.confirmed_at end
    from old where o.company_id = ${sql.company} and o.id = old.id returning old.state as from`);
  writeHistory(tx, [
    { docKind: DOC, docId: id, event, fromState: moved?.from ?? null, toState: to, ...(detail ? { detail } : {}) },
  ]);
}
