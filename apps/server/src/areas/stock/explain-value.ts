import type { CostLayerRow } from '@tradewind/contract/stock.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

import { forbidden } from '../../core/errors.ts';
import { warehousesFor } from './explain.ts';
import { costValue } from './list.ts';
import { documentNumber } from './movements.ts';

interface Requested {
  productId: number;
  warehouseId?: number | undefined;
  warehouseIds?: number[] | undefined;
  before?: number | undefined;
  limit: number;
}

/**
 * The open cost layers of a stock value, those used last first. The figure is rounded once per warehouse. Amounts are
 * rounded along the running sum, so that they add up to it to the cent.
 */
export async function explainValue(tx: Tx, requested: Requested) {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden();
  const warehouses = await warehousesFor(tx, requested);
  const [value, found] = await Promise.all([
    worthOf(tx, requested.productId, warehouses),
    layersOf(tx, requested, warehouses),
  ]);
  const layers = found.slice(0, requested.limit);
  return { value, layers, next: found.length > requested.limit ? (layers.at(-1)?.id ?? null) : null };
}

/** Calculated as in the lists. */
async function worthOf(tx: Tx, productId: number, warehouses: number[]): Promise<string> {
  const [row] = await tx.rows<{ value: string }>(
    sql`select coalesce(sum(${costValue(tx)}::numeric), 0)::numeric(18, 2)::text as value
     from (select h.id as warehouse_id, ${productId}::bigint as product_id from unnest(${warehouses}::bigint[]) as h(id)) b`,
  );
  return row?.value ?? '0.00';
}

function layersOf(tx: Tx, { productId, before, limit }: Requested, warehouses: number[]) {
  const later = before
    ? sql`where (o.received_at, o.id) < (select received_at, id from cost_layer where company_id = ${sql.company} and id = ${before})`
    : sql.empty;
  return tx.rows<CostLayerRow & Record<string, unknown>>(
    sql`with open as (
       select l.*, round(sum(l.remaining * l.unit_cost) over so_far, 2)
         - round(sum(l.remaining * l.unit_cost) over so_far - l.remaining * l.unit_cost, 2) as amount
       from cost_layer l where l.company_id = ${sql.company} and l.product_id = ${productId} and l.warehouse_id = any(${warehouses}::bigint[])
         and l.remaining > 0
       window so_far as (partition by l.warehouse_id order by l.received_at, l.id)
     )
     select o.id, o.received_at, w.name as "warehouseName", o.doc_kind, o.doc_id,
       ${documentNumber(sql`o`)} as "docNumber", o.quantity, o.remaining, trim_scale(o.unit_cost)::text as "unitCost", o.amount::text
     from open o join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id ${later}
     order by o.received_at desc, o.id desc limit ${limit + 1}`,
  );
}
