import type { WaitingGoods } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { lockBalances, type Shift, shiftStock } from '../../stock/public.ts';
import { keepBackArrived } from '../batches/hold.ts';
import { fnskuOf, scannedProduct } from '../fnskus/scanned.ts';
import { cartonCodes } from './carton.ts';
import { finishInbound } from './close.ts';
import { GOOD_OF } from './detail.ts';
import { enterInbound, lockInbounds } from './receive.ts';

/** Receipts `r` with good units in receiving that wait for put-away. */
const waitingIn = (
  { rights }: Tx,
  warehouseId: number | null,
): Sql => sql`from inbound i join inbound_receipt r on r.company_id = ${sql.company} and r.inbound_id = i.id and r.undone_at is null
     join location l on l.company_id = ${sql.company} and l.id = r.location_id and l.kind = 'receiving'
     left join inbound_carton c on c.company_id = ${sql.company} and c.id = r.carton_id
     where i.company_id = ${sql.company} and i.units_to_put_away > 0 and i.state in ('receiving', 'received')
       and (${warehouseId}::bigint is null or i.warehouse_id = ${warehouseId}::bigint)
       and (${rights.warehouseIds}::bigint[] is null or i.warehouse_id = any(${rights.warehouseIds}::bigint[]))
       and ${GOOD_OF} > r.put_away`;

interface AboutWaiting {
  warehouseId?: number | undefined;
  inboundId?: number | undefined;
  /** For a product or a carton. */
  code?: string | undefined;
}

/** Units in receiving that wait for put-away, summed over scans, the oldest first. */
export async function waitingGoods(tx: Tx, { warehouseId, inboundId, code }: AboutWaiting): Promise<WaitingGoods[]> {
  const product = code === undefined ? undefined : await scannedProduct(tx, code, warehouseId);
  const codes = code === undefined ? null : cartonCodes(code);
  return tx.rows<WaitingGoods>(
    sql`select w."inboundId", w."inboundNumber", w."productId", p.sku, p.barcode, w.fnsku, p.name_zh, p.name_en,
       p.images[1] as image, w."batchId", b.code as "batchCode", b.expires_on::text as "expiresOn", w."cartonCode",
       w."locationCode", w.quantity
     from (select i.id as "inboundId", i.number as "inboundNumber", r.product_id as "productId", r.batch_id as "batchId",
         c.code as "cartonCode", l.code as "locationCode", ${fnskuOf(sql`i.warehouse_id`, sql`r.product_id`)} as fnsku, sum(${GOOD_OF} - r.put_away)::int as quantity, min(r.id) as first
       ${waitingIn(tx, warehouseId ?? null)} and (${inboundId ?? null}::bigint is null or i.id = ${inboundId ?? null}::bigint)
         and (${codes}::text[] is null or r.product_id = ${product?.id ?? null} or upper(c.code) = any(${codes}::text[]))
       group by 1, 2, 3, 4, 5, 6, 7 order by first limit 500) w
     join product p on p.company_id = ${sql.company} and p.id = w."productId"
     left join stock_batch b on b.company_id = ${sql.company} and b.id = w."batchId" order by w.first`,
  );
}

export interface PutAway {
  /** Receipts of one product and batch, or of one carton. */
  receiptIds: readonly number[];
  /** Total of all receipts. If empty, everything that waits. */
  quantity?: number | undefined;
  locationCode: string;
}

type Waiting = {
  id: number;
  inboundId: number;
  productId: number;
  batchId: number;
  locationId: number;
  steps: number;
  waiting: number;
};

/**
 * Moves units of receipts from receiving to a location, the oldest receipt first.
 * @throws conflict warehouse.putAwayMore when fewer wait; ruleBroken warehouse.notAShelf
 */
export async function putAway(
  tx: Tx,
  requested: PutAway,
): Promise<{ units: number; locationCode: string; left: number }> {
  const inboundIds = await inboundsOf(tx, requested.receiptIds);
  const inbounds = await lockInbounds(tx, inboundIds);
  const [first] = inbounds;
  if (!first || inbounds.some((one) => one.warehouseId !== first.warehouseId))
    throw notFound('warehouse.receiptNotFound');
  await enterInbound(tx, first);
  const shelf = await shelfByCode(tx, first.warehouseId, requested.locationCode);
  const receipts = await waitingReceipts(tx, requested.receiptIds);
  const kinds = new Set(receipts.map((one) => `${one.productId}/${one.batchId}`));
  if (requested.quantity !== undefined && kinds.size > 1) throw badField('quantity', 'warehouse.putAwayMixed');
  const total = receipts.reduce((sum, one) => sum + one.waiting, 0);
  const units = requested.quantity ?? total;
  if (units === 0 || units > total) throw conflict('warehouse.putAwayMore', { left: total });
  const parts = share(receipts, units);
  const kept = await keptBack(tx, first.warehouseId, receipts);
  await shiftStock(
    tx,
    parts.flatMap((part) => shiftsOf(part, { warehouseId: first.warehouseId, toLocationId: shelf.id }, kept)),
  );
  await keepBackArrived(
    tx,
    first.warehouseId,
    parts.map((part) => part.receipt),
  );
  await countPutAway(tx, parts, shelf.code);
  for (const inboundId of inboundIds) await finishInbound(tx, inboundId);
  return { units, locationCode: shelf.code, left: total - units };
}

type Part = { receipt: Waiting; quantity: number };

/** Units of recalled batches on hold in receiving, by "location/batch". */
async function keptBack(tx: Tx, warehouseId: number, receipts: readonly Waiting[]): Promise<Map<string, number>> {
  const ofBatches = receipts.filter((one) => one.batchId !== 0);
  if (ofBatches.length === 0) return new Map();
  await lockBalances(
    tx,
    ofBatches.map(({ productId }) => ({ warehouseId, productId })),
  );
  const rows = await tx.rows<{ key: string; held: number }>(
    sql`select b.location_id || '/' || b.batch_id as key, b.on_hand - b.allocated as held from bin_stock b
     join stock_batch t on t.company_id = ${sql.company} and t.id = b.batch_id and t.state = 'recalled'
     where b.company_id = ${sql.company} and b.batch_id = any(${ofBatches.map((one) => one.batchId)}::bigint[]) and b.batch_id <> 0 and b.condition = 'held'
       and b.location_id = any(${ofBatches.map((one) => one.locationId)}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.key, row.held]));
}

/** Units on hold stay on hold in their new location and move first. */
function shiftsOf(
  { receipt, quantity }: Part,
  where: { warehouseId: number; toLocationId: number },
  kept: Map<string, number>,
): Shift[] {
  const key = `${receipt.locationId}/${receipt.batchId}`;
  const held = Math.min(quantity, kept.get(key) ?? 0);
  kept.set(key, (kept.get(key) ?? 0) - held);
  const common = {
    ...where,
    productId: receipt.productId,
    batchId: receipt.batchId,
    fromLocationId: receipt.locationId,
    reason: 'putAway',
    docKind: 'inbound',
    docId: receipt.inboundId,
    docLine: receipt.id,
  };
  const step = `putAway:${receipt.steps + 1}`;
  const shifts: Shift[] = [
    { ...common, quantity: held, from: 'held', to: 'held', step: `${step}:held` },
    { ...common, quantity: quantity - held, step },
  ];
  return shifts.filter((one) => one.quantity > 0);
}

function share(receipts: readonly Waiting[], units: number): Part[] {
  let left = units;
  return receipts.flatMap((receipt) => {
    const quantity = Math.min(left, receipt.waiting);
    left -= quantity;
    return quantity > 0 ? [{ receipt, quantity }] : [];
  });
}

async function inboundsOf(tx: Tx, receiptIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select distinct i.id from inbound_receipt r join inbound i on i.company_id = ${sql.company} and i.id = r.inbound_id
     where r.company_id = ${sql.company} and r.id = any(${receiptIds}::bigint[]) and (${tx.rights.warehouseIds}::bigint[] is null or i.warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) order by 1`,
  );
  return rows.map((row) => row.id);
}

function waitingReceipts(tx: Tx, ids: readonly number[]): Promise<Waiting[]> {
  return tx.rows<Waiting>(
    sql`select r.id, r.inbound_id as "inboundId", r.product_id as "productId", r.batch_id as "batchId", r.location_id,
       r.steps, ${GOOD_OF} - r.put_away as waiting
     from inbound_receipt r join location l on l.company_id = ${sql.company} and l.id = r.location_id and l.kind = 'receiving'
     where r.company_id = ${sql.company} and r.id = any(${ids}::bigint[]) and r.undone_at is null order by r.id`,
  );
}

async function shelfByCode(tx: Tx, warehouseId: number, code: string): Promise<{ id: number; code: string }> {
  const [shelf] = await tx.rows<{ id: number; code: string; kind: string; enabled: boolean }>(
    sql`select id, code, kind, enabled from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and code = upper(${code.trim()})`,
  );
  if (!shelf?.enabled) throw ruleBroken('warehouse.locationNotFound', { code: code.trim().toUpperCase() });
  if (!['storage', 'picking'].includes(shelf.kind)) throw ruleBroken('warehouse.notAShelf', { code: shelf.code });
  return shelf;
}

async function countPutAway(tx: Tx, parts: readonly Part[], locationCode: string): Promise<void> {
  const receiptIds = parts.map((part) => part.receipt.id);
  await tx.rows(
    sql`update inbound_receipt r set put_away = r.put_away + p.n, steps = r.steps + 1
     from unnest(${receiptIds}::bigint[], ${parts.map((part) => part.quantity)}::int[]) as p(id, n) where r.company_id = ${sql.company} and r.id = any(${receiptIds}::bigint[]) and r.id = p.id`,
  );
  const sums = new Map<number, number>();
  for (const { receipt, quantity } of parts) sums.set(receipt.inboundId, (sums.get(receipt.inboundId) ?? 0) + quantity);
  const ids = [...sums.keys()];
  await tx.rows(
    sql`update inbound i set units_to_put_away = i.units_to_put_away - p.n, version = i.version + 1
     from unnest(${ids}::bigint[], ${[...sums.values()]}::int[]) as p(id, n) where i.company_id = ${sql.company} and i.id = any(${ids}::bigint[]) and i.id = p.id`,
  );
  writeHistory(
    tx,
    [...sums].map(([docId, units]) => ({
      docKind: 'inbound',
      docId,
      event: 'putAway',
      detail: { units, location: locationCode },
    })),
  );
}

export interface ScannedPutAway {
  warehouseId: number;
  code: string;
  batchId?: number | undefined;
  quantity?: number | undefined;
  locationCode: string;
}

/**
 * The same by scanned code: a carton's, else a product's.
 * @throws ruleBroken warehouse.whichBatch if several batches of the product wait and none was chosen
 */
export async function scanPutAway(tx: Tx, scan: ScannedPutAway) {
  const product = await scannedProduct(tx, scan.code, scan.warehouseId);
  const codes = cartonCodes(scan.code);
  const waiting = await tx.rows<{ id: number; batchId: number; ofCarton: boolean }>(
    sql`select r.id, r.batch_id as "batchId", coalesce(upper(c.code) = any(${codes}::text[]), false) as "ofCarton"
     ${waitingIn(tx, scan.warehouseId)} and (r.product_id = ${product?.id ?? null} or upper(c.code) = any(${codes}::text[])) order by r.id`,
  );
  const ofCarton = waiting.filter((one) => one.ofCarton);
  const { quantity, locationCode } = scan;
  if (ofCarton.length > 0) return putAway(tx, { receiptIds: ofCarton.map((one) => one.id), locationCode });
  if (!product) throw ruleBroken('warehouse.codeUnknown', { code: scan.code });
  const ofProduct = waiting.filter((one) => scan.batchId === undefined || one.batchId === scan.batchId);
  if (ofProduct.length === 0) throw ruleBroken('warehouse.nothingToPutAway', { sku: product.sku });
  if (new Set(ofProduct.map((one) => one.batchId)).size > 1)
    throw ruleBroken('warehouse.whichBatch', { sku: product.sku });
  return putAway(tx, { receiptIds: ofProduct.map((one) => one.id), quantity, locationCode });
}
