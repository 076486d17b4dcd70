import type { PromisedRow } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';

import { placeConditions, warehousesFor } from './explain.ts';
import { promisedRows } from './holders.ts';

interface Requested {
  productId: number;
  warehouseId?: number | undefined;
  warehouseIds?: number[] | undefined;
  locationId?: number | undefined;
  batchId?: number | undefined;
  before?: number | undefined;
  limit: number;
}

/** The outbound orders that bin stock is allocated to, newest first. */
export async function explainPromised(tx: Tx, requested: Requested) {
  const warehouses = await warehousesFor(tx, requested);
  const [value, found] = await Promise.all([
    allocatedOf(tx, requested, warehouses),
    outboundsOf(tx, requested, warehouses),
  ]);
  const outbounds = found.slice(0, requested.limit);
  return { value, outbounds, next: found.length > requested.limit ? (outbounds.at(-1)?.id ?? null) : null };
}

function conditions(requested: Requested, warehouses: number[], alias: Sql): Sql {
  return sql`${alias}.company_id = ${sql.company} and ${alias}.product_id = ${requested.productId}
    and ${alias}.warehouse_id = any(${warehouses}::bigint[]) and ${placeConditions(requested, alias)}`;
}

async function allocatedOf(tx: Tx, requested: Requested, warehouses: number[]): Promise<number> {
  const where = conditions(requested, warehouses, sql`b`);
  const sum = sql`select coalesce(sum(b.allocated), 0)::int as value from bin_stock b where ${where}`;
  return (await tx.rows<{ value: number }>(sum))[0]?.value ?? 0;
}

function outboundsOf(tx: Tx, requested: Requested, warehouses: number[]) {
  const where = conditions(requested, warehouses, sql`h`);
  const before = requested.before ? sql`and h.outbound_id < ${requested.before}` : sql.empty;
  return tx.rows<PromisedRow & Record<string, unknown>>(
    sql`select o.id, o.number, o.order_id, o.order_no, o.state, w.name as "warehouseName", x.locations, x.quantity
     from (select h.outbound_id, string_agg(distinct l.code, ', ') as locations, sum(h.quantity)::int as quantity
       from (${promisedRows()}) h join location l on l.company_id = ${sql.company} and l.id = h.location_id where ${where} ${before}
       group by h.outbound_id order by h.outbound_id desc limit ${requested.limit + 1}) x
     join outbound o on o.company_id = ${sql.company} and o.id = x.outbound_id join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
     order by o.id desc`,
  );
}
