import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { createPurchaseAsn, placePurchase as placeCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { lockBalances } from '../../stock/public.ts';
import { createInbound } from '../../warehouse/public.ts';
import { purchaseDocument } from '../documents.ts';
import { assertSuppliers } from '../goods.ts';
import { assertNotPlacing } from '../sourcing/open.ts';
import { assertMay, type Held, holdPurchase, movePurchase } from './hold.ts';
import { purchaseLines, purchases } from './purchases.list.ts';

const DOC = purchaseDocument.kind;

/** Stock before documents, as receipts lock them. */
async function lockStock(tx: Tx, id: number): Promise<void> {
  const rows = await tx.rows<{ warehouseId: number; productId: number }>(sql`
    select distinct o.warehouse_id, l.product_id from purchase_order o
    join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
    where o.company_id = ${sql.company} and o.id = ${id}`);
  await lockBalances(tx, rows);
}

/** Records that the supplier has the order. @throws badField supplierId if blocked; settings.noRate */
export async function placePurchase(tx: Tx, input: ParsedOf<typeof placeCall>): Promise<{ inboundId: number | null }> {
  await purchases.one(tx, input.id);
  if (input.asn) await lockStock(tx, input.id);
  const held = await holdPurchase(tx, input.id);
  assertMay('order', held);
  await assertNotPlacing(tx, held);
  await assertSuppliers(tx, [{ path: 'supplierId', id: held.supplierId }]);
  const expectedOn = input.expectedOn === undefined ? held.expectedOn : input.expectedOn;
  const reference = (input.reference ?? held.reference).toUpperCase();
  await tx.rows(sql`update purchase_order set expected_on = ${expectedOn}, reference = ${reference}
    where company_id = ${sql.company} and id = ${input.id}`);
  await movePurchase(tx, held, 'ordered', 'ordered');
  if (!input.asn) return { inboundId: null };
  const inboundIds = await expectAll(tx, { ...held, expectedOn, reference });
  return { inboundId: inboundIds[0] ?? null };
}

/** An ASN for the goods of each promised day, soonest first; lines without one come on the day of the order. */
async function expectAll(tx: Tx, held: Held): Promise<number[]> {
  const lines = await purchaseLines(tx, held.id);
  const days = Map.groupBy(lines, (line) => line.promisedOn ?? held.expectedOn);
  const sorted = [...days].sort(([a], [b]) => (a ?? '9').localeCompare(b ?? '9'));
  const ids: number[] = [];
  for (const [expectedOn, ofDay] of sorted) {
    const goods = ofDay.map((line) => ({ lineId: line.id, quantity: line.outstanding }));
    ids.push((await expectGoods(tx, held, { expectedOn, lines: goods })).id);
  }
  return ids;
}

/** Creates an ASN for goods of an order. @throws badField lines.N.quantity beyond what is outstanding */
export async function createAsn(
  tx: Tx,
  input: ParsedOf<typeof createPurchaseAsn>,
  cartons: Coming['cartons'] = [],
): Promise<{ id: number; number: string }> {
  await purchases.one(tx, input.id);
  await lockStock(tx, input.id);
  const held = await holdPurchase(tx, input.id);
  assertMay('createAsn', held);
  return expectGoods(tx, held, { ...input, cartons });
}

interface Coming {
  expectedOn: string | null;
  carrier?: string;
  trackingNumber?: string;
  qualityCheck?: boolean;
  lines?: readonly { lineId: number; quantity: number }[] | undefined;
  /** Contents by line of the order. */
  cartons?: readonly { code: string; contents: readonly { lineId: number; quantity: number }[] }[];
}

async function expectGoods(tx: Tx, held: Held, coming: Coming): Promise<{ id: number; number: string }> {
  const lines = await purchaseLines(tx, held.id);
  const known = new Map(lines.map((line) => [line.id, line]));
  const chosen = coming.lines ?? lines.map((line) => ({ lineId: line.id, quantity: line.outstanding }));
  const claimed = new Map<number, number>();
  for (const [at, { lineId, quantity }] of chosen.entries()) {
    const line = known.get(lineId);
    if (!line) throw badField(`lines.${at}.lineId`, 'procurement.lineNotFound');
    const sum = (claimed.get(lineId) ?? 0) + quantity;
    claimed.set(lineId, sum);
    if (sum > line.outstanding)
      throw badField(`lines.${at}.quantity`, 'procurement.beyondOutstanding', { outstanding: line.outstanding });
  }
  const goods = chosen.filter((one) => one.quantity > 0);
  if (goods.length === 0) throw conflict('procurement.nothingOutstanding', { number: held.number });
  const costs = await unitCosts(tx, held.id);
  const asn = await createInbound(tx, {
    warehouseId: held.warehouseId,
    kind: 'purchase',
    source: { kind: DOC, id: held.id, number: held.number },
    reference: held.reference,
    carrier: coming.carrier ?? '',
    trackingNumber: coming.trackingNumber ?? '',
    expectedOn: coming.expectedOn ?? held.expectedOn ?? undefined,
    qualityCheck: coming.qualityCheck ?? false,
    lines: goods.map(({ lineId, quantity }) => ({
      productId: known.get(lineId)?.productId ?? 0,
      quantity,
      sourceLine: lineId,
      unitCost: costs.get(lineId),
    })),
    cartons: (coming.cartons ?? []).map(({ code, contents }) => ({
      code,
      contents: contents.map(({ lineId, quantity }) => ({
        line: goods.findIndex((one) => one.lineId === lineId),
        quantity,
      })),
    })),
  });
  const units = goods.reduce((sum, one) => sum + one.quantity, 0);
  writeHistory(tx, [{ docKind: DOC, docId: held.id, event: 'asnCreated', detail: { inbound: asn.number, units } }]);
  return asn;
}

/**
 * What a unit of each line costs in base currency at today's rate, with six places: the price of a purchase unit is
 * shared by its units. @throws ruleBroken settings.noRate
 */
export async function unitCosts(tx: Tx, orderId: number): Promise<Map<number, string>> {
  const { timeZone } = await companyOf(tx);
  const lines = await tx.rows<{ id: number; currency: string; unitPrice: string; packSize: number }>(sql`
    select l.id, o.currency, l.unit_price, l.pack_size from purchase_line l
    join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    where l.company_id = ${sql.company} and l.order_id = ${orderId}`);
  const [first] = lines;
  if (!first) return new Map();
  const rate = await rateOn(tx, first.currency, localDay(tx.now, timeZone));
  return new Map(lines.map((line) => [line.id, new Decimal(line.unitPrice).div(line.packSize).times(rate).toFixed(6)]));
}
