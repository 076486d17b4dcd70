import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { Decimal, money } from '../../core/money.ts';

export interface Desired {
  orderLineId: number;
  quantity: number;
}

export interface Taken extends Desired {
  productId: number | null;
  factor: number;
}

interface Left extends Record<string, unknown> {
  orderLineId: number;
  left: number;
  productId: number | null;
  factor: number;
}

/** Locks the returnable units of a shipped order's lines, in the order of their ids. */
async function lockLines(tx: Tx, orderId: number): Promise<Map<number, Left>> {
  await tx.rows(sql`insert into returned_line (company_id, order_line_id, shipped)
    select l.company_id, l.id, l.quantity from order_line l
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.id on conflict do nothing`);
  const rows = await tx.rows<Left>(sql`select r.order_line_id as "orderLineId", r.shipped - r.returned as left,
      l.product_id, l.factor
    from order_line l join returned_line r on r.company_id = l.company_id and r.order_line_id = l.id
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.id for update of r`);
  return new Map(rows.map((row) => [row.orderLineId, row]));
}

function take(tx: Tx, lines: readonly Desired[]): Promise<unknown> {
  return tx.rows(sql`update returned_line r set returned = r.returned + w.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w("orderLineId" bigint, quantity int)
    where r.company_id = ${sql.company} and r.order_line_id = w."orderLineId"`);
}

/**
 * Reserves units of order lines for a return. @throws badField with the first line that has too few left: shipped less
 * units of other returns
 */
export async function takeLines(tx: Tx, orderId: number, desired: readonly Desired[]): Promise<Taken[]> {
  const left = await lockLines(tx, orderId);
  const taken = desired.map((line, i) => {
    const known = left.get(line.orderLineId);
    if (!known) throw badField(`lines.${i}.orderLineId`, 'returns.noLine');
    if (line.quantity > known.left) throw badField(`lines.${i}.quantity`, 'returns.tooMany', { left: known.left });
    known.left -= line.quantity;
    return { ...line, productId: known.productId, factor: known.factor };
  });
  await take(tx, desired);
  return taken;
}

/** Up to as many units as are left: caps what a platform reports. */
export async function takeWhatIsLeft(tx: Tx, orderId: number, desired: readonly Desired[]): Promise<Taken[]> {
  const left = await lockLines(tx, orderId);
  const taken = desired.flatMap(({ orderLineId, quantity }) => {
    const known = left.get(orderLineId);
    const fits = Math.min(quantity, known?.left ?? 0);
    if (!known || fits <= 0) return [];
    known.left -= fits;
    return [{ orderLineId, quantity: fits, productId: known.productId, factor: known.factor }];
  });
  await take(tx, taken);
  return taken;
}

/** Frees the units of a return for another return. */
export async function giveBackLines(tx: Tx, returnId: number): Promise<void> {
  await tx.rows(sql`update returned_line r set returned = r.returned - l.quantity from sales_return_line l
    where l.company_id = ${sql.company} and l.return_id = ${returnId} and r.company_id = l.company_id
      and r.order_line_id = l.order_line_id`);
}

/** Locks what an order's refunds may still add up to. */
async function lockMoney(tx: Tx, orderId: number): Promise<{ left: Decimal; refunded: boolean }> {
  await tx.rows(sql`insert into order_refunded (company_id, order_id, paid, refunded)
    select company_id, id, total_amount, 0 from sales_order where company_id = ${sql.company} and id = ${orderId}
    on conflict do nothing`);
  const row = await tx.row<{
    left: string;
    refunded: boolean;
  }>(sql`select g.paid - g.refunded as left, o.status = 'refunded' as refunded
    from order_refunded g join sales_order o on o.company_id = g.company_id and o.id = g.order_id
    where g.company_id = ${sql.company} and g.order_id = ${orderId} for update of g`);
  return { left: Decimal.max(row?.left ?? 0, 0), refunded: row?.refunded ?? false };
}

/**
 * For a refund of ours. @throws badField amount returns.tooMuch above the paid amount less refunds; an order that the
 * platform refunded has nothing left
 */
export async function takeMoney(tx: Tx, orderId: number, amount: string, currency: string): Promise<void> {
  const found = await lockMoney(tx, orderId);
  const left = found.refunded ? new Decimal(0) : found.left;
  if (left.lt(amount)) throw badField('amount', 'returns.tooMuch', { left: left.toFixed(2), currency });
  await addMoney(tx, orderId, amount);
}

/** For a refund that the platform reports, before or after the order itself arrives as refunded: up to what is left. */
export async function takeMoneyLeft(tx: Tx, orderId: number, amount: string): Promise<string> {
  const fits = Decimal.min(amount, (await lockMoney(tx, orderId)).left);
  if (fits.gt(0)) await addMoney(tx, orderId, money(fits));
  return money(fits);
}

/** Frees the amount of a failed refund. */
export const giveBackMoney = (tx: Tx, orderId: number, amount: string) =>
  addMoney(tx, orderId, money(new Decimal(amount).neg()));

async function addMoney(tx: Tx, orderId: number, amount: string): Promise<void> {
  await tx.rows(sql`update order_refunded set refunded = refunded + ${amount}
    where company_id = ${sql.company} and order_id = ${orderId}`);
}
