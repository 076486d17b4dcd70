import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { moveStock, newStockDocument } from '../../stock/public.ts';
import { fnskuOf } from '../fnskus/scanned.ts';
import { enterGates } from '../locks.ts';
import { seesWarehouse } from '../outbound/detail.ts';

export type PutBackRow = {
  locationId: number;
  locationCode: string;
  productId: number;
  sku: string;
  barcode: string | null;
  fnsku: string | null;
  nameZh: string;
  nameEn: string;
  image: string | null;
  batchId: number;
  batchCode: string | null;
  quantity: number;
  suggested: { locationId: number; code: string }[];
};

/** Unallocated units in packing locations, with the product's other locations or, if none, where they came from. */
export function putBackList(tx: Tx, warehouseId: number): Promise<PutBackRow[]> {
  if (!seesWarehouse(tx, warehouseId)) throw notFound('warehouse.notFound');
  return tx.rows<PutBackRow>(
    sql`select l.id as "locationId", l.code as "locationCode", p.id as "productId", p.sku, p.barcode,
       ${fnskuOf(sql`${warehouseId}`, sql`p.id`)} as fnsku, p.name_zh, p.name_en, p.images[1] as image, b.batch_id,
       (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as "batchCode",
       b.on_hand - b.allocated as quantity, coalesce((
         select jsonb_agg(jsonb_build_object('locationId', t.id, 'code', t.code) order by t.rank, t.path_order) from (
           select t.id, t.code, t.path_order, min(t.rank) as rank from (
             select x.id, x.code, x.path_order, 1 as rank from bin_stock s
               join location x on x.company_id = ${sql.company} and x.id = s.location_id and x.enabled and x.kind in ('picking', 'storage')
               where s.company_id = ${sql.company} and s.warehouse_id = ${warehouseId} and s.product_id = b.product_id and s.condition = 'good' and s.on_hand > 0
             union all
             select x.id, x.code, x.path_order, 2 from (
               select m.location_id from stock_movement m where m.company_id = ${sql.company} and m.product_id = b.product_id
                 and m.warehouse_id = ${warehouseId} and m.reason = 'pick' and m.on_hand < 0 order by m.id desc limit 1) m
               join location x on x.company_id = ${sql.company} and x.id = m.location_id and x.enabled and x.kind in ('picking', 'storage')
           ) t group by t.id, t.code, t.path_order order by rank, t.path_order limit 3) t), '[]') as suggested
     from location l join bin_stock b on b.company_id = ${sql.company} and b.location_id = l.id
     join product p on p.company_id = ${sql.company} and p.id = b.product_id
     where l.company_id = ${sql.company} and l.warehouse_id = ${warehouseId} and l.kind = 'packing' and b.condition = 'good' and b.on_hand > b.allocated
     order by l.code, p.sku, b.batch_id limit 500`,
  );
}

export interface PutBack {
  fromLocationId: number;
  toLocationCode: string;
  productId: number;
  batchId: number;
  quantity: number;
}

export async function putBack(tx: Tx, input: PutBack): Promise<void> {
  const places = await tx.rows<{ id: number; warehouseId: number; kind: string; enabled: boolean; from: boolean }>(
    sql`select t.id, t.warehouse_id, t.kind, t.enabled, t.id = f.id as "from" from location f
     join location t on t.company_id = ${sql.company} and t.warehouse_id = f.warehouse_id and (t.id = f.id or t.code = upper(${input.toLocationCode.trim()}))
     where f.company_id = ${sql.company} and f.id = ${input.fromLocationId}`,
  );
  const from = places.find((place) => place.from);
  const to = places.find((place) => !place.from);
  if (!from || !seesWarehouse(tx, from.warehouseId) || from.kind !== 'packing')
    throw notFound('warehouse.locationNotFound', { code: '' });
  if (!to?.enabled || !['picking', 'storage', 'receiving', 'returns'].includes(to.kind))
    throw ruleBroken('warehouse.locationNotFound', { code: input.toLocationCode });
  const gate = (await enterGates(tx, [from.warehouseId])).get(from.warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
  const document = await newStockDocument(tx, { kind: 'putback', warehouseId: from.warehouseId, reason: 'putBack' });
  const common = {
    warehouseId: from.warehouseId,
    productId: input.productId,
    batchId: input.batchId,
    reason: 'putBack',
    docKind: 'putback',
    docId: document.id,
  };
  await moveStock(tx, [
    { ...common, locationId: from.id, onHand: -input.quantity, step: 'out' },
    { ...common, locationId: to.id, onHand: input.quantity, step: 'in' },
  ]);
}
