import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { productByCode } from '../../catalog/public.ts';
import { scannedProduct } from '../fnskus/scanned.ts';
import { seesWarehouse, stopById } from '../outbound/detail.ts';
import { lockStops, pickLocked, undoPick } from '../wave/pick.ts';
import { lockPickLines } from '../wave/pick-lines.ts';
import { shortPick } from '../wave/short.ts';
import { outboundByNumber } from './box.ts';

export interface PickScanInput {
  pickLineId: number;
  quantity: number;
  locationCode?: string | undefined;
  code?: string | undefined;
}

/** Reads and locks the pick task in one round trip. */
export async function readPick(tx: Tx, scan: PickScanInput) {
  const [stop, product, locked] = await Promise.all([
    stopById(tx, scan.pickLineId),
    scan.code ? productByCode(tx, scan.code) : undefined,
    lockStops(tx, [scan.pickLineId]),
  ]);
  return { stop, product, locked };
}

/** @throws warehouse.wrongLocation, warehouse.wrongProduct if a scanned code does not match the pick task */
export async function scanPick(tx: Tx, scan: PickScanInput, read?: Awaited<ReturnType<typeof readPick>>) {
  const { stop, product, locked } = read ?? (await readPick(tx, scan));
  if (scan.locationCode && scan.locationCode.trim().toUpperCase() !== stop.locationCode.toUpperCase())
    throw ruleBroken('warehouse.wrongLocation', { location: stop.locationCode });
  const label = stop.fnsku !== null && scan.code?.trim().toUpperCase() === stop.fnsku;
  if (scan.code && (product ? product.id !== stop.productId : !label))
    throw ruleBroken('warehouse.wrongProduct', { sku: stop.sku });
  const { refused } = await pickLocked(tx, [scan], locked);
  if (refused[0]) throw conflict(refused[0].code, refused[0].params);
  return afterScan(tx, scan.pickLineId);
}

export async function scanUndo(tx: Tx, pickLineId: number) {
  await stopById(tx, pickLineId);
  await undoPick(tx, pickLineId);
  return afterScan(tx, pickLineId);
}

export interface ShortScan {
  pickLineId: number;
  reason: string;
  missing?: number | undefined;
}

/** @throws warehouse.shortQuantity if the open quantity differs from what the picker saw */
export async function scanShort(tx: Tx, { pickLineId, reason, missing }: ShortScan) {
  await stopById(tx, pickLineId);
  const [row] = await lockPickLines(tx, [pickLineId]);
  const left = row?.state === 'open' ? row.quantity - row.picked : undefined;
  if (missing !== undefined && left !== undefined && missing !== left)
    throw ruleBroken('warehouse.shortQuantity', { missing, left });
  return shortPick(tx, pickLineId, reason);
}

async function afterScan(tx: Tx, pickLineId: number) {
  const { outboundState, waveState, ...stop } = await stopById(tx, pickLineId);
  return { stop, outboundState, waveState };
}

/** Identifies a code scanned before any job is open. */
export async function whatIs(tx: Tx, code: string) {
  const typed = code.trim();
  const [found] = await tx.rows<{ kind: 'wave' | 'location'; id: number; label: string; warehouseId: number }>(
    sql`select 'wave' as kind, id, number as label, warehouse_id from wave where company_id = ${sql.company} and number = upper(${typed})
     union all
     select 'location', id, code, warehouse_id from location where company_id = ${sql.company} and code = upper(${typed}) limit 1`,
  );
  if (found && seesWarehouse(tx, found.warehouseId)) return { kind: found.kind, id: found.id, label: found.label };
  const outboundId = await outboundByNumber(tx, code);
  if (outboundId !== undefined) return { kind: 'outbound' as const, id: outboundId, label: code };
  const product = await scannedProduct(tx, code, undefined);
  if (product) return { kind: 'product' as const, id: product.id, label: product.sku };
  throw notFound('warehouse.codeUnknown', { code });
}
