import type { CostLayerRow } from '@tradewind/contract/stock.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { Params, statement } from '../../core/database/statement.ts';
import { forbidden } from '../../core/errors.ts';
import { housesOf } from './explain.ts';
import { costValue } from './list.ts';
import { documentNumber } from './movements.ts';

interface Asked {
  productId: number;
  warehouseId?: number | undefined;
  warehouseIds?: number[] | undefined;
  before?: number | undefined;
  limit: number;
}

/**
 * The open cost layers that a worth is summed from, those that are used up last first. The figure is rounded once a
 * warehouse; amounts are rounded as the sum goes on, so that they add up to it to the cent.
 */
export async function explainValue(tx: Tx, asked: Asked) {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden();
  const houses = await housesOf(tx, asked);
  const [value, found] = await Promise.all([worthOf(tx, asked.productId, houses), layersOf(tx, asked, houses)]);
  const layers = found.slice(0, asked.limit);
  return { value, layers, next: found.length > asked.limit ? (layers.at(-1)?.id ?? null) : null };
}

/** As the lists reckon it. */
async function worthOf(tx: Tx, productId: number, houses: number[]): Promise<string> {
  const [row] = await tx.prepared<{ value: string }>(
    'stock_value_explained',
    `select coalesce(sum(${costValue(tx)}::numeric), 0)::numeric(18, 2)::text as value
     from (select h.id as warehouse_id, $2::bigint as product_id from unnest($3::bigint[]) as h(id)) b`,
    [tx.companyId, productId, houses],
  );
  return row?.value ?? '0.00';
}

function layersOf(tx: Tx, { productId, before, limit }: Asked, houses: number[]) {
  const params = new Params();
  const [company, product, warehouses] = [tx.companyId, productId, houses].map((value) => params.add(value));
  const later = before
    ? `where (o.received_at, o.id) < (select received_at, id from cost_layer where company_id = $1 and id = ${params.add(before)})`
    : '';
  return statement<CostLayerRow & Record<string, unknown>>(
    tx,
    `with open as (
       select l.*, round(sum(l.remaining * l.unit_cost) over so_far, 2)
         - round(sum(l.remaining * l.unit_cost) over so_far - l.remaining * l.unit_cost, 2) as amount
       from cost_layer l where l.company_id = ${company} and l.product_id = ${product} and l.warehouse_id = any(${warehouses}::bigint[])
         and l.remaining > 0
       window so_far as (partition by l.warehouse_id order by l.received_at, l.id)
     )
     select o.id, o.received_at as "receivedAt", w.name as "warehouseName", o.doc_kind as "docKind", o.doc_id as "docId",
       ${documentNumber('o')} as "docNumber", o.quantity, o.remaining, trim_scale(o.unit_cost)::text as "unitCost", o.amount::text
     from open o join warehouse w on w.company_id = $1 and w.id = o.warehouse_id ${later}
     order by o.received_at desc, o.id desc limit ${params.add(limit + 1)}`,
    params,
  );
}
