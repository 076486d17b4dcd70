import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { scannedProduct } from '../fnskus/scanned.ts';
import { cartonCodes, type OfCarton, receiveCarton } from './carton.ts';
import { receiveByHand } from './edit.ts';
import { inbounds } from './list.ts';

/**
 * Finds the document of a scanned code, open ones first: by its number, a carton, a tracking number, its reference,
 * or the number of its source document.
 */
export async function findInbound(tx: Tx, code: string, warehouseId: number | undefined) {
  const typed = code.trim();
  const [row] = await tx.rows<{ id: number; cartonId: number | null }>(
    sql`select i.id, x."cartonId" from (
       select id, null::bigint as "cartonId", 1 as rank from inbound where company_id = ${sql.company} and number = upper(${typed})
       union all select inbound_id, id, 2 from inbound_carton where company_id = ${sql.company} and code = any(${[typed, ...cartonCodes(code)]}::text[])
       union all select id, null, 3 from inbound where company_id = ${sql.company} and tracking_number = upper(${typed}) and tracking_number <> ''
       union all select inbound_id, null, 3 from inbound_parcel where company_id = ${sql.company} and tracking_number = upper(${typed})
       union all select id, null, 4 from inbound where company_id = ${sql.company} and reference in (${typed}, upper(${typed})) and reference <> ''
       union all select id, null, 5 from inbound where company_id = ${sql.company} and source_no in (${typed}, upper(${typed})) and source_no <> ''
     ) x join inbound i on i.company_id = ${sql.company} and i.id = x.id
     where (${warehouseId ?? null}::bigint is null or i.warehouse_id = ${warehouseId ?? null}::bigint) and (${tx.rights.warehouseIds}::bigint[] is null or i.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
     order by i.state in ('done', 'cancelled'), x.rank, i.id desc limit 1`,
  );
  if (!row) throw notFound('warehouse.codeUnknown', { code });
  return row;
}

interface ScannedItem {
  inboundId: number;
  code: string;
  quantity: number;
  condition?: 'good' | 'checking' | 'damaged' | undefined;
  batch?: string | undefined;
  expiresOn?: string | undefined;
}

/** Receives a scanned product. Returns its expected and received quantities. */
export async function receiveItem(tx: Tx, { inboundId, code, ...goods }: ScannedItem) {
  const { warehouseId } = await inbounds.one(tx, inboundId);
  const product = await scannedProduct(tx, code, warehouseId);
  if (!product) throw ruleBroken('warehouse.codeUnknown', { code });
  const { receiptIds } = await receiveByHand(tx, inboundId, [{ ...goods, productId: product.id }]);
  const [sums] = await tx.rows<{ expected: number; received: number }>(
    sql`select sum(expected)::int as expected, sum(received)::int as received from inbound_line
     where company_id = ${sql.company} and inbound_id = ${inboundId} and product_id = ${product.id}`,
  );
  return { receiptIds, sku: product.sku, expected: sums?.expected ?? 0, received: sums?.received ?? 0 };
}

export async function scanCarton(tx: Tx, scanned: { inboundId: number; code: string } & OfCarton) {
  await inbounds.one(tx, scanned.inboundId);
  return receiveCarton(tx, scanned.inboundId, scanned.code, scanned);
}
