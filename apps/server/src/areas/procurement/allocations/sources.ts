import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { AllocationSource, allocationSources as sourcesCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { lockBalances } from '../../stock/public.ts';
import { purchases } from '../orders/purchases.list.ts';

/** Units of a line of a purchase order (l of o) that may be split: what is ordered, or more that came. */
const SPLITTABLE = sql`case when o.state = 'closed' then l.received else greatest(l.quantity, l.received) end`;

/** Units of a line of a purchase order that allocation orders split, but for one of them. */
export const splitOf = (
  purchaseLineId: Sql,
  except = 0,
): Sql => sql`(select coalesce(sum(a.quantity - a.closed), 0)::int
  from allocation_line a join allocation_order b on b.company_id = ${sql.company} and b.id = a.order_id
  where a.company_id = ${sql.company} and a.purchase_line_id = ${purchaseLineId} and b.state <> 'cancelled' and b.id <> ${except})`;

/** Units in a warehouse that shares wait to move out, and no document has yet; but for one order. */
const promisedOf = (warehouseId: number, productId: Sql, except: number): Sql => sql`(
  select coalesce(sum(case when a.purchase_line_id is null and c.state in ('draft', 'reviewing') then s.quantity
      else s.arrived - s.on_documents end), 0)::int
  from allocation_line a join allocation_order c on c.company_id = ${sql.company} and c.id = a.order_id
  join allocation_share s on s.company_id = ${sql.company} and s.line_id = a.id and s.kind <> 'stay'
  where a.company_id = ${sql.company} and a.product_id = ${productId} and c.warehouse_id = ${warehouseId}
    and c.state not in ('done', 'cancelled') and c.id <> ${except})`;

export interface SourceOf {
  productId: number;
  purchaseLineId: number | null;
}
export interface Room {
  /** Units that are still free to be split. */
  of(source: SourceOf): number;
  take(source: SourceOf, units: number): void;
}
const keyOf = ({ productId, purchaseLineId }: SourceOf) =>
  purchaseLineId === null ? `p${productId}` : `l${purchaseLineId}`;

/** Locks the balances of stock that is to be split; before purchase orders. */
export const lockStock = (tx: Tx, warehouseId: number, productIds: readonly number[]) =>
  productIds.length === 0
    ? Promise.resolve([])
    : lockBalances(
        tx,
        productIds.map((productId) => ({ warehouseId, productId })),
      );

/** What is free of these sources. Lines of another warehouse, of drafts or of cancelled orders have nothing. */
export async function roomOf(
  tx: Tx,
  where: { warehouseId: number; lines: readonly SourceOf[]; except?: number },
): Promise<Room> {
  const { warehouseId, lines, except = 0 } = where;
  const left = new Map<string, number>();
  const ids = lines.flatMap((line) => line.purchaseLineId ?? []);
  const ordered = await tx.rows<{ id: number; productId: number; free: number }>(sql`
    select l.id, l.product_id, greatest(${SPLITTABLE} - ${splitOf(sql`l.id`, except)}, 0) as free
    from purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    where l.company_id = ${sql.company} and l.id = any(${arrayOf(ids)}::bigint[]) and o.warehouse_id = ${warehouseId}
      and o.state in ('ordered', 'received', 'closed')`);
  for (const row of ordered) left.set(`l${row.id}/${row.productId}`, row.free);
  const products = lines.flatMap((line) => (line.purchaseLineId === null ? line.productId : []));
  const stock = await tx.rows<{ productId: number; free: number }>(sql`
    select b.product_id, greatest(b.on_hand - b.reserved - ${promisedOf(warehouseId, sql`b.product_id`, except)}, 0) as free
    from stock_balance b where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId}
      and b.product_id = any(${arrayOf(products)}::bigint[])`);
  for (const row of stock) left.set(`p${row.productId}/${row.productId}`, row.free);
  const key = (source: SourceOf) => `${keyOf(source)}/${source.productId}`;
  return {
    of: (source) => left.get(key(source)) ?? 0,
    take: (source, units) => {
      left.set(key(source), (left.get(key(source)) ?? 0) - units);
    },
  };
}

const linesOf = (
  except: number,
) => sql`p.id as product_id, p.sku, p.name_zh, p.name_en, l.id as purchase_line_id, o.id as purchase_id,
  o.number as purchase_no, coalesce(l.promised_on, o.expected_on)::text as expected_on,
  greatest(${SPLITTABLE} - ${splitOf(sql`l.id`, except)}, 0) as free`;
const FROM = sql`purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
  join product p on p.company_id = ${sql.company} and p.id = l.product_id`;

/** What may be split: the lines of a purchase order, or of all of a warehouse and its stock, by product. */
export async function sourcesFor(tx: Tx, input: ParsedOf<typeof sourcesCall>): Promise<ResultOf<typeof sourcesCall>> {
  const except = input.except ?? 0;
  if (input.purchaseId !== undefined) {
    const { warehouseId } = await purchases.one(tx, input.purchaseId);
    const rows = await tx.rows<AllocationSource>(sql`select ${linesOf(except)} from ${FROM}
      where l.company_id = ${sql.company} and l.order_id = ${input.purchaseId} and o.state in ('ordered', 'received', 'closed')
      order by l.position, l.id`);
    return { warehouseId, rows };
  }
  const warehouseId = input.warehouseId ?? 0;
  const productIds = input.productIds ?? [];
  if (productIds.length === 0) return { warehouseId: input.warehouseId ?? null, rows: [] };
  const stock = await tx.rows<AllocationSource>(sql`
    select p.id as product_id, p.sku, p.name_zh, p.name_en, null::bigint as purchase_line_id, null::bigint as purchase_id,
      null::text as purchase_no, null::text as expected_on,
      greatest(b.on_hand - b.reserved - ${promisedOf(warehouseId, sql`b.product_id`, except)}, 0) as free
    from stock_balance b join product p on p.company_id = ${sql.company} and p.id = b.product_id
    where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId} and ${inWarehouses(tx, sql`b.warehouse_id`)}
      and b.product_id = any(${arrayOf(productIds)}::bigint[]) order by p.sku`);
  const ordered =
    await tx.rows<AllocationSource>(sql`select x.* from (select ${linesOf(except)}, l.order_id from ${FROM}
      where l.company_id = ${sql.company} and l.product_id = any(${arrayOf(productIds)}::bigint[])
        and o.warehouse_id = ${warehouseId} and ${inWarehouses(tx, sql`o.warehouse_id`)}
        and o.state in ('ordered', 'received', 'closed') order by l.order_id desc limit 500) x
    where x.free > 0 order by x.order_id desc, x.purchase_line_id limit 200`);
  return { warehouseId, rows: [...stock, ...ordered] };
}
