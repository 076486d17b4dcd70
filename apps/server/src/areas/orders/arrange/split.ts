import { mayAct } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { count, moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations, requestReservation } from '../reserve/reserve.ts';
import type { Status } from '../status.ts';
import { addTerms, normalTerm } from '../terms.ts';
import { boxesOf, lockBoxes } from './box.ts';
import { type Line, platformLinesOf, type Whole, wholeOrders, writeLines, writeSummaries } from './rows.ts';
import { shareAmounts, shareLine } from './split.money.ts';

export interface PartInput {
  lines: readonly { lineId: number; quantity: number }[];
}

export interface Split {
  ids: number[];
  /** What undo needs. */
  before: { from: Status; arranged: boolean };
}

/** The most digits of a part's number. The platform's own number stands before the last #. */
const PART = /^(.*)#(\d{1,4})$/;

/**
 * Splits an order that is not in picking: each part becomes an order with the same buyer and takes its lines and their
 * amounts. Allocated stock is released first. The platform knows only the whole order: it gets each tracking number
 * under that number, and its updates reach every part.
 * @throws conflict orders.state, orders.inBox; badField when a part takes more than the order has
 */
export async function splitOrder(tx: Tx, id: number, desired: readonly PartInput[]): Promise<Split> {
  const order = await lockForArranging(tx, id, 'split');
  if (order.platformShipping) throw ruleBroken('orders.splitPlatformShipping', { number: order.displayNo });
  if (order.origin === 'wholesale') throw ruleBroken('orders.splitWholesale', { number: order.displayNo });
  const pieces = cut(order, desired);
  const from = order.status;
  await giveBack(tx, [id], 'split');
  const [staying, ...leaving] = shareAmounts(order, pieces);
  const platformLines = platformLinesOf(order);
  const parts = await insertParts(tx, order, leaving, platformLines);
  const [kept = [], ...taken] = pieces;
  // Move whole lines first: the order deletes the lines that it does not keep.
  for (const [at, part] of parts.entries()) await writeLines(tx, part.id, taken[at] ?? []);
  await writeLines(tx, id, kept);
  await writeAmounts(tx, [{ id, ...(staying ?? order), platformLines }]);
  await writeSummaries(tx, [id, ...parts.map((part) => part.id)]);
  count(
    tx,
    parts.map(() => ({ ...order, status: statusAfter(from), delta: 1 })),
  );
  const numbers = parts.map((part) => part.displayNo);
  writeHistory(tx, [
    { docKind: 'sales_order', docId: id, event: 'split', detail: { orders: numbers } },
    ...parts.map((part) => ({
      docKind: 'sales_order',
      docId: part.id,
      event: 'splitOff',
      toState: statusAfter(from),
      detail: { orders: [order.displayNo] },
    })),
  ]);
  if (statusAfter(from) === 'allocate') await requestReservation(tx);
  return { ids: parts.map((part) => part.id), before: { from, arranged: order.platformLines !== null } };
}

const statusAfter = (from: Status): Status => (from === 'ready' ? 'allocate' : from);

/** Locks an order, its parts and their outbound orders. @throws conflict in the wrong status or in a shared box */
export async function lockForArranging(tx: Tx, id: number, action: 'split' | 'arrange'): Promise<Whole> {
  const root = (await wholeOrders(tx, [id])).get(id)?.splitFrom;
  await lockBoxes(tx, root === null || root === undefined ? [id] : [id, root]);
  const order = (await wholeOrders(tx, [id])).get(id) as Whole;
  if (!mayAct(action, order) || order.fulfilledBy !== 'seller')
    throw conflict('orders.cannotArrange', { number: order.displayNo });
  if ((await boxesOf(tx, [id])).size > 1) throw conflict('orders.inBox', { number: order.displayNo });
  return order;
}

/** Moves orders from ready to pick back to waiting for stock. @returns those that moved */
export async function giveBack(tx: Tx, ids: readonly number[], event: string): Promise<number[]> {
  const back = (await moveOrders(tx, ids, { from: ['ready'], to: 'allocate', event })).map((moved) => moved.id);
  await endOutbounds(tx, back);
  await releaseReservations(tx, back);
  return back;
}

type Piece = Omit<Line, 'id' | 'orderId'> & { id?: number; cutFrom?: number };

/**
 * The lines that stay, then those of each part. A whole line keeps its row; a divided line leaves its row in the order.
 */
function cut(order: Whole, desired: readonly PartInput[]): Piece[][] {
  const takenOf = new Map(order.lines.map((line) => [line.id, desired.map(() => 0)]));
  for (const [at, part] of desired.entries())
    for (const [n, { lineId, quantity }] of part.lines.entries()) {
      const taken = takenOf.get(lineId);
      const line = order.lines.find((one) => one.id === lineId);
      if (!taken || !line) throw badField(`parts.${at}.lines.${n}.lineId`, 'orders.splitNoLine');
      taken[at] = (taken[at] ?? 0) + quantity;
      if (taken.reduce((sum, units) => sum + units, 0) > line.quantity)
        throw badField(`parts.${at}.lines.${n}.quantity`, 'orders.splitTooMuch', {
          sku: line.sellerSku,
          most: line.quantity,
        });
    }
  const pieces: Piece[][] = [[], ...desired.map(() => [] as Piece[])];
  for (const { orderId: _, ...line } of order.lines) {
    const taken = takenOf.get(line.id) ?? [];
    const units = [line.quantity - taken.reduce((sum, n) => sum + n, 0), ...taken];
    const discounts = shareLine(line.discount, units);
    const taxes = shareLine(line.tax, units);
    const rowGoesTo = units.findIndex((n) => n > 0);
    for (const [at, quantity] of units.entries()) {
      if (quantity === 0) continue;
      const piece = { ...line, quantity, discount: discounts[at] ?? '0', tax: taxes[at] ?? '0' };
      const { id: cutFrom, ...copy } = piece;
      pieces[at]?.push(at === rowGoesTo ? piece : { ...copy, cutFrom });
    }
  }
  if (pieces[0]?.length === 0) throw badField('parts', 'orders.splitAll');
  return pieces;
}

interface Part {
  id: number;
  displayNo: string;
}

/** The new orders copy everything but lines, amounts and number. */
async function insertParts(
  tx: Tx,
  order: Whole,
  amounts: readonly ReturnType<typeof shareAmounts>[number][],
  platformLines: Record<string, number>,
): Promise<Part[]> {
  const root = order.splitFrom ?? order.id;
  const family = await tx.rows<{ id: number; no: string; displayNo: string }>(
    sql`select id, platform_order_no as no, display_no as "displayNo" from sales_order
     where company_id = ${sql.company} and (id = ${root} or split_from = ${root}) order by id for update`,
  );
  const whole = family.find((one) => one.id === root) ?? { no: order.platformOrderNo, displayNo: order.displayNo };
  const last = Math.max(
    1,
    ...family.filter((one) => one.id !== root).map((one) => Number(PART.exec(one.no)?.[2] ?? 1)),
  );
  const rows = amounts.map((amount, at) => ({
    ...amount,
    no: `${whole.no}#${last + 1 + at}`,
    displayNo: `${whole.displayNo}-${last + 1 + at}`,
  }));
  const made = await tx.rows<Part & { orderedAt: Date }>(
    sql`insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, exception, resume_status,
       fulfilled_by, origin, source_order_id, split_from, priority, paid_at, tag_ids, platform_lines, ordered_at, platform_updated_at, ship_by, currency, goods_amount,
       shipping_amount, tax_amount, discount_amount, total_amount, amounts_unknown, buyer_name, buyer_email, buyer_note, buyer_ref, erase_requested_at,
       buyer_erased_at, ship_to, country, summary, line_count, units, warehouse_id, channel_id, marketplace_id, fulfilment_refs, cancel_requested,
       platform_hold, service_level, service_asked, signature, remark, created_at)
     select ${sql.company}, o.shop_id, o.module_id, o.platform, r.no, r."displayNo", o.status, o.exception, o.resume_status, o.fulfilled_by, o.origin,
       o.source_order_id, ${root}, o.priority, o.paid_at, o.tag_ids, ${JSON.stringify(platformLines)}::jsonb, o.ordered_at, o.platform_updated_at, o.ship_by, o.currency, r.goods, r.shipping, r.tax, r.discount, r.total, o.amounts_unknown,
       o.buyer_name, o.buyer_email, o.buyer_note, o.buyer_ref, o.erase_requested_at, o.buyer_erased_at, o.ship_to, o.country, '[]', 0, 0,
       o.warehouse_id, o.channel_id, o.marketplace_id, o.fulfilment_refs, o.cancel_requested, o.platform_hold, o.service_level, o.service_asked, o.signature, o.remark, ${tx.now}
     from sales_order o cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(no text, "displayNo" text, goods numeric, shipping numeric, tax numeric,
       discount numeric, total numeric) where o.company_id = ${sql.company} and o.id = ${order.id} order by r.no
     returning id, display_no as "displayNo", ordered_at`,
  );
  const byNo = new Map(made.map((part) => [part.displayNo, part]));
  const parts = rows.flatMap((row) => byNo.get(row.displayNo) ?? []);
  await copyMarks(
    tx,
    order.id,
    parts.map((part) => part.id),
  );
  await addTerms(
    tx,
    parts.map((part) => ({
      orderId: part.id,
      orderedAt: part.orderedAt.toISOString(),
      terms: [{ term: normalTerm(part.displayNo), buyer: false }],
    })),
  );
  return parts;
}

/** The parts get the order's search terms and tags. */
async function copyMarks(tx: Tx, from: number, to: readonly number[]): Promise<void> {
  await tx.rows(
    sql`insert into order_term (company_id, term, ordered_at, order_id, buyer)
     select ${sql.company}, t.term, t.ordered_at, p.id, t.buyer from order_term t cross join unnest(${to}::bigint[]) as p(id)
     where t.company_id = ${sql.company} and t.order_id = ${from} on conflict do nothing`,
  );
  await tx.rows(
    sql`insert into order_tagged (company_id, tag_id, ordered_at, order_id)
     select ${sql.company}, t.tag_id, t.ordered_at, p.id from order_tagged t cross join unnest(${to}::bigint[]) as p(id)
     where t.company_id = ${sql.company} and t.order_id = ${from} on conflict do nothing`,
  );
}

async function writeAmounts(
  tx: Tx,
  rows: readonly {
    id: number;
    goods: string;
    shipping: string;
    tax: string;
    discount: string;
    total: string;
    platformLines: Record<string, number> | null;
  }[],
): Promise<void> {
  await tx.rows(
    sql`update sales_order o set goods_amount = r.goods, shipping_amount = r.shipping, tax_amount = r.tax, discount_amount = r.discount,
       total_amount = r.total, platform_lines = nullif(r."platformLines", 'null')
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, goods numeric, shipping numeric, tax numeric, discount numeric, total numeric,
       "platformLines" jsonb) where o.company_id = ${sql.company} and o.id = r.id`,
  );
}

const APART: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'];

/** The reason why these parts cannot rejoin the order: one is in picking, closed, merged or copied. Needs no locks. */
export async function whyNotRejoin(tx: Tx, id: number, partIds: readonly number[]): Promise<string | undefined> {
  const rows = await tx.rows<{ id: number; status: Status; exception: string | null; bound: boolean }>(
    sql`select o.id, o.status, o.exception, o.merged_into is not null or exists (select from sales_order m where m.company_id = ${sql.company}
       and (m.merged_into = o.id or (m.source_order_id = o.id and m.split_from is distinct from ${id}))) as bound
     from sales_order o where o.company_id = ${sql.company} and o.id = any(${[id, ...partIds]}::bigint[])`,
  );
  if (rows.length < partIds.length + 1) return 'orders.undoChanged';
  if (rows.some((row) => row.bound)) return 'orders.undoInBox';
  if (rows.some((row) => !APART.includes(row.status) || row.exception === 'label')) return 'orders.undoUnderway';
  return undefined;
}

/** Puts parts back into their order and deletes them. The caller has checked that this is possible. */
export async function rejoin(tx: Tx, id: number, partIds: readonly number[], arranged: boolean): Promise<void> {
  await giveBack(tx, [id, ...partIds], 'rejoined');
  const all = await wholeOrders(tx, [id, ...partIds]);
  const order = all.get(id) as Whole;
  const parts = partIds.map((part) => all.get(part) as Whole);
  const lines = new Map<string, Piece>();
  for (const { orderId: _, ...line } of [order, ...parts].flatMap((one) => one.lines)) {
    const known = lines.get(line.platformLineId);
    lines.set(
      line.platformLineId,
      known
        ? {
            ...known,
            quantity: known.quantity + line.quantity,
            discount: plus(known.discount, line.discount),
            tax: plus(known.tax, line.tax),
          }
        : line,
    );
  }
  await writeLines(tx, id, [...lines.values()]);
  const sum = (key: 'goods' | 'shipping' | 'tax' | 'discount' | 'total') =>
    parts.reduce((total, part) => plus(total, part[key]), order[key]);
  await writeAmounts(tx, [
    {
      id,
      goods: sum('goods'),
      shipping: sum('shipping'),
      tax: sum('tax'),
      discount: sum('discount'),
      total: sum('total'),
      platformLines: arranged ? order.platformLines : null,
    },
  ]);
  await dropParts(tx, parts);
  await writeSummaries(tx, [id]);
}

async function dropParts(tx: Tx, parts: readonly Whole[]): Promise<void> {
  const ids = parts.map((part) => part.id);
  const of = ['order_line', 'order_term', 'order_tagged', 'platform_update'] as const;
  for (const table of of)
    await tx.rows(
      sql`delete from ${sql.id(table, of)} where company_id = ${sql.company} and order_id = any(${ids}::bigint[])`,
    );
  await tx.rows(sql`delete from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[])`);
  const now = parts.map((part) => ({ ...part, delta: -1 }));
  count(tx, now);
}

const plus = (a: string, b: string) => new Decimal(a).plus(b).toFixed();
