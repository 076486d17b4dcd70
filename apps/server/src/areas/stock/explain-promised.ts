import type { PromisedRow } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { Params, statement } from '../../core/database/statement.ts';
import { housesOf, placeConditions } from './explain.ts';
import { promisedRows } from './holders.ts';

interface Asked {
  productId: number;
  warehouseId?: number | undefined;
  warehouseIds?: number[] | undefined;
  locationId?: number | undefined;
  batchId?: number | undefined;
  before?: number | undefined;
  limit: number;
}

/** The outbound orders that what lies in bins is promised to, newest first. */
export async function explainPromised(tx: Tx, asked: Asked) {
  const houses = await housesOf(tx, asked);
  const [value, found] = await Promise.all([allocatedOf(tx, asked, houses), outboundsOf(tx, asked, houses)]);
  const outbounds = found.slice(0, asked.limit);
  return { value, outbounds, next: found.length > asked.limit ? (outbounds.at(-1)?.id ?? null) : null };
}

function conditions(tx: Tx, asked: Asked, houses: number[], alias: string, params: Params): string {
  return `${alias}.company_id = ${params.add(tx.companyId)} and ${alias}.product_id = ${params.add(asked.productId)}
    and ${alias}.warehouse_id = any(${params.add(houses)}::bigint[]) and ${placeConditions(asked, alias, params)}`;
}

async function allocatedOf(tx: Tx, asked: Asked, houses: number[]): Promise<number> {
  const params = new Params();
  const where = conditions(tx, asked, houses, 'b', params);
  const sum = `select coalesce(sum(b.allocated), 0)::int as value from bin_stock b where ${where}`;
  return (await statement<{ value: number }>(tx, sum, params))[0]?.value ?? 0;
}

function outboundsOf(tx: Tx, asked: Asked, houses: number[]) {
  const params = new Params();
  const where = conditions(tx, asked, houses, 'h', params);
  const before = asked.before ? `and h.outbound_id < ${params.add(asked.before)}` : '';
  return statement<PromisedRow & Record<string, unknown>>(
    tx,
    `select o.id, o.number, o.order_id as "orderId", o.order_no as "orderNo", o.state, w.name as "warehouseName", x.locations, x.quantity
     from (select h.outbound_id, string_agg(distinct l.code, ', ') as locations, sum(h.quantity)::int as quantity
       from (${promisedRows()}) h join location l on l.company_id = $1 and l.id = h.location_id where ${where} ${before}
       group by h.outbound_id order by h.outbound_id desc limit ${params.add(asked.limit + 1)}) x
     join outbound o on o.company_id = $1 and o.id = x.outbound_id join warehouse w on w.company_id = $1 and w.id = o.warehouse_id
     order by o.id desc`,
    params,
  );
}
