import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Terms } from '@tradewind/contract/procurement/advice.ts';
import type { deleteTransports, saveTransport, Transport } from '@tradewind/contract/procurement/advice-transport.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { insertRows } from '../../../core/database/write.ts';
import { defineList } from '../../../core/lists.ts';
import { Decimal, money } from '../../../core/money.ts';
import { inWarehouses } from '../../../core/scope.ts';
import type { adviceTransport } from '../advice.tables.ts';
import { assertWarehouses } from '../goods.ts';
import { freightOfUnit, type Travel } from './rules/transport.ts';

const changed = defineAction('procurement.adviceTransport', ['修改运输方式', 'Ways of transport changed']);

export const transports = defineList<object, Transport>({
  table: 'advice_transport',
  as: 'm',
  scope: (tx) => inWarehouses(tx, sql`m.warehouse_id`),
  filters: {},
  order: sql`m.warehouse_id, m.days desc, m.id`,
  columns: sql`m.id, m.warehouse_id, w.name as warehouse_name, m.mode, m.days, m.per_kg, m.per_cbm`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = m.warehouse_id`,
  missing: 'advice.transportNotFound',
});

export async function saveWay(tx: Tx, input: ParsedOf<typeof saveTransport>): Promise<{ id: number }> {
  const { warehouseId, mode, days, perKg, perCbm } = input;
  await assertWarehouses(tx, [{ path: 'warehouseId', id: warehouseId }]);
  const fields = { warehouseId, mode, days, perKg, perCbm };
  const row = await tx.row<{ id: number }>(sql`${insertRows<typeof adviceTransport>('advice_transport', [fields])}
    on conflict (company_id, warehouse_id, mode) do update set days = excluded.days, per_kg = excluded.per_kg,
      per_cbm = excluded.per_cbm returning id`);
  const id = row?.id ?? 0;
  writeAudit(tx, [
    { action: changed, targetKind: 'adviceTransport', targetId: id, targetName: mode, detail: { ...fields } },
  ]);
  return { id };
}

export async function deleteWays(tx: Tx, ids: readonly number[]): Promise<ResultOf<typeof deleteTransports>> {
  const gone = await tx.rows<{
    id: number;
    mode: string;
  }>(sql`delete from advice_transport m where m.company_id = ${sql.company}
    and m.id = any(${ids}::bigint[]) and ${inWarehouses(tx, sql`m.warehouse_id`)} returning m.id, m.mode`);
  writeAudit(
    tx,
    gone.map(({ id, mode }) => ({
      action: changed,
      targetKind: 'adviceTransport',
      targetId: id,
      targetName: mode,
      detail: { deleted: true },
    })),
  );
  return { done: gone.length, failed: [] };
}

export interface Way extends Travel {
  warehouseId: number;
}

/** How goods can travel to each warehouse. */
export async function waysOf(tx: Tx): Promise<ReadonlyMap<number, readonly Way[]>> {
  const rows = await tx.rows<Way>(
    sql`select warehouse_id, mode, days from advice_transport where company_id = ${sql.company}`,
  );
  return Map.groupBy(rows, (row) => row.warehouseId);
}

/** Shipments whose prices are averaged. */
const SHIPMENTS = 200;

/**
 * What units by the faster way cost and save, in the company's currency: the extra freight, and the margin that would be
 * lost without them at the prices of the last shipments. Null without the right to see costs; a part that nobody knows
 * is null.
 */
export async function fastOffer(
  tx: Tx,
  { productId, warehouseId }: { productId: number; warehouseId: number },
  { fast, unitKg, unitCbm }: Terms,
): Promise<{ margin: string | null; freight: string | null } | null> {
  if (!fast || !maySee(tx.rights, 'seeCost')) return null;
  const [rates, sold] = await Promise.all([
    tx.rows<{ mode: string; perKg: number | null; perCbm: number | null }>(sql`
      select mode, per_kg::float8 as per_kg, per_cbm::float8 as per_cbm from advice_transport
      where company_id = ${sql.company} and warehouse_id = ${warehouseId}`),
    tx.row<{ price: string | null; cost: string | null }>(sql`
      select (select sum((l.unit_price * l.quantity - l.discount) * r.rate) / nullif(sum(l.stock_quantity), 0)
          from (select doc_id from demand_entry where company_id = ${sql.company} and product_id = ${productId}
              and warehouse_id = ${warehouseId} and doc_kind = 'outbound' order by day desc limit ${sql.literal(SHIPMENTS)}) e
          join outbound b on b.company_id = ${sql.company} and b.id = e.doc_id
          join sales_order o on o.company_id = ${sql.company} and o.id = b.order_id
          join order_line l on l.company_id = ${sql.company} and l.order_id = o.id and l.product_id = ${productId}
          cross join lateral (select case when o.currency = c.base_currency then 1 else (
              select x.to_base from exchange_rate x where x.company_id = ${sql.company} and x.currency = o.currency
                and x.on_day <= ${dayOf(sql`${tx.now}`)} order by x.on_day desc limit 1) end as rate
            from company c where c.id = ${sql.company}) r
          where r.rate is not null)::text as price,
        (select sum(value) / nullif(sum(on_hand), 0) from stock_total where company_id = ${sql.company} and warehouse_id = 0
          and product_id = ${productId})::text as cost`),
  ]);
  const freight = (mode: string) => {
    const rate = rates.find((one) => one.mode === mode);
    return rate ? freightOfUnit(rate, { unitKg: unitKg ?? null, unitCbm: unitCbm ?? null }) : null;
  };
  const [byFast, bySlow] = [freight(fast.mode), freight(fast.slowMode)];
  return {
    freight: byFast === null || bySlow === null ? null : money(new Decimal(byFast - bySlow).times(fast.units)),
    margin:
      sold?.price == null || sold.cost == null
        ? null
        : money(new Decimal(sold.price).minus(sold.cost).times(fast.units)),
  };
}
