import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { createReturnAsn as asnCall, shipSupplierReturn as shipCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { Decimal, toBase } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { goodsMoving, issueCosts, type LockedBalance, lockBalances, moveStock } from '../../stock/public.ts';
import { cancelInbound, createInbound } from '../../warehouse/public.ts';
import { returnDocument } from '../documents.ts';
import { supplierReturned } from '../hooks.ts';
import type { supplierReturn, supplierReturnLine, supplierReturnMove } from '../returns.tables.ts';
import { freeBins, type Taken, takeUnits } from './free-units.ts';
import { assertMay, type HeldReturn, holdReturn, linesOfReturn, moveReturn, type ReturnLine } from './hold.ts';
import { REJECTED } from './receipts.ts';
import { supplierReturns } from './returns.list.ts';

const DOC = returnDocument.kind;

/** Stock before the document, as receipts of its replacement lock them. */
export async function lockGoods(tx: Tx, id: number): Promise<LockedBalance[]> {
  const pairs = await tx.rows<{ warehouseId: number; productId: number }>(sql`
    select distinct t.warehouse_id, l.product_id from supplier_return t
    join supplier_return_line l on l.company_id = ${sql.company} and l.return_id = t.id
    where t.company_id = ${sql.company} and t.id = ${id}`);
  await goodsMoving.call(tx, { warehouseIds: [...new Set(pairs.map((pair) => pair.warehouseId))] });
  return lockBalances(tx, pairs);
}

/**
 * Takes the units out of stock: of the receipt's cost layer first, of the oldest ones where those are sold. What the
 * supplier owes more or less than the goods cost is a purchase difference.
 * @throws conflict procurement.returnShort if a location holds too few
 */
export async function shipReturn(tx: Tx, input: ParsedOf<typeof shipCall>): Promise<{ inboundId: number | null }> {
  await supplierReturns.one(tx, input.id);
  const balances = await lockGoods(tx, input.id);
  const held = await holdReturn(tx, input.id);
  assertMay('ship', held);
  const lines = await linesOfReturn(tx, held.id);
  assertFree(lines, balances);
  const productIds = [...new Set(lines.map((line) => line.productId))];
  const taken = takeUnits(lines, await freeBins(tx, held.warehouseId, productIds, true));
  const shipment = held.shipments + 1;
  const moves = await writeMoves(tx, held.id, shipment, taken);
  await moveStock(
    tx,
    moves.map(({ id, productId, condition, locationId, batchId, quantity }) => ({
      ...{ warehouseId: held.warehouseId, productId, condition: condition as 'good', locationId, batchId },
      ...{ onHand: -quantity, reason: 'supplierReturn', docKind: DOC, docId: held.id, docLine: id, step: 'ship' },
    })),
  );
  const costs = await costsOf(tx, held, lines, moves);
  const claim = await claimOf(tx, held, costs);
  await tx.rows(
    updateRows<typeof supplierReturn>('supplier_return', [
      {
        ...{ id: held.id, rate: claim.rate, claimBase: claim.base, shipments: shipment },
        ...{ carrier: input.carrier, trackingNumber: input.trackingNumber.toUpperCase(), shippedAt: tx.now },
        state: 'shipped',
      },
    ]),
  );
  await moveReturn(tx, held, 'shipped', 'shipped', { units: lines.reduce((sum, line) => sum + line.quantity, 0) });
  await supplierReturned.call(tx, {
    ...{ returnId: held.id, step: `shipped:${shipment}`, supplierId: held.supplierId, remedy: held.remedy },
    ...{ onDay: claim.onDay, claim, costBase: costs },
  });
  if (held.remedy !== 'replacement') return { inboundId: null };
  const asn = await expectUnits(tx, held, input.expectedOn);
  return { inboundId: asn.id };
}

/** Good units that are allocated stay. @throws conflict procurement.returnShort */
function assertFree(lines: readonly ReturnLine[], balances: readonly LockedBalance[]): void {
  const good = lines.filter((line) => line.condition === 'good');
  for (const [productId, own] of Map.groupBy(good, (line) => line.productId)) {
    const balance = balances.find((one) => one.productId === productId);
    const free = balance ? balance.onHand - balance.reserved : 0;
    const units = own.reduce((sum, line) => sum + line.quantity, 0);
    if (units > free) throw conflict('procurement.returnShort', { sku: own[0]?.sku ?? '', free });
  }
}

type Move = Taken & { id: number };

async function writeMoves(tx: Tx, returnId: number, shipment: number, taken: readonly Taken[]): Promise<Move[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof supplierReturnMove>(
      'supplier_return_move',
      taken.map(({ lineId, locationId, batchId, quantity }) => ({
        ...{ returnId, lineId, shipment, locationId, batchId, quantity, at: tx.now, actor: tx.actor.name },
      })),
    )} returning id`,
  );
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  return taken.map((one, at) => ({ ...one, id: ids[at] ?? 0 }));
}

/** What the units cost: out of their layers, and of those that were refused on receipt what their receipt says. */
async function costsOf(
  tx: Tx,
  held: HeldReturn,
  lines: readonly ReturnLine[],
  moves: readonly Move[],
): Promise<string> {
  const layers = await layersOf(tx, lines);
  const good = moves.filter((move) => move.condition === 'good');
  const receiptOf = new Map(lines.map((line) => [line.id, line.receiptId]));
  const issued = await issueCosts(
    tx,
    good.map(({ id, lineId, productId, quantity }) => ({
      ...{ warehouseId: held.warehouseId, productId, quantity, docKind: DOC, docId: held.id, docLine: id },
      layersFirst: layers.get(receiptOf.get(lineId) ?? 0) ?? [],
    })),
  );
  const bookedOf = new Map(issued.map((one) => [one.docLine, one.booked]));
  if (good.length > 0)
    await tx.rows(
      updateRows<typeof supplierReturnMove>(
        'supplier_return_move',
        good.map(({ id }) => ({ id, layerBase: bookedOf.get(id) ?? '0' })),
      ),
    );
  const refused = await rejectedOf(tx, lines);
  const rows = lines.map(({ id }) => {
    const own = good.filter((move) => move.lineId === id).map((move) => bookedOf.get(move.id) ?? '0');
    const never = refused.get(id) ?? { units: 0, value: '0' };
    return { id, rejected: never.units, costBase: sumOf([...own, never.value]) };
  });
  await tx.rows(updateRows<typeof supplierReturnLine>('supplier_return_line', rows));
  return sumOf(rows.map((row) => row.costBase));
}

const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, one) => sum.plus(one), new Decimal(0)).toFixed(4);

/** The cost layers of receipts: of units that were good at once, and of those that passed their quality check. */
async function layersOf(tx: Tx, lines: readonly ReturnLine[]): Promise<Map<number, number[]>> {
  const rows = await tx.rows<{ receiptId: number; layerId: number }>(sql`
    select r.id as receipt_id, c.id as layer_id from inbound_receipt r
    left join inbound_check k on k.company_id = ${sql.company} and k.inbound_id = r.inbound_id and k.receipt_id = r.id
    join cost_layer c on c.company_id = ${sql.company} and c.doc_id = r.inbound_id and (
      (c.doc_kind = 'inbound' and c.doc_line = r.id) or (c.doc_kind = 'inbound_check' and c.doc_line = k.id))
    where r.company_id = ${sql.company} and r.id = any(${lines.map((line) => line.receiptId ?? 0)}::bigint[])`);
  const layers = new Map<number, number[]>();
  for (const { receiptId, layerId } of rows) layers.set(receiptId, [...(layers.get(receiptId) ?? []), layerId]);
  return layers;
}

/** Units of lines that were refused when they came and never got a layer. Earlier returns of the receipt took theirs first. */
async function rejectedOf(
  tx: Tx,
  lines: readonly ReturnLine[],
): Promise<Map<number, { units: number; value: string }>> {
  const rows = await tx.rows<{ id: number; left: number; unitCost: string }>(sql`
    select r.id, (${REJECTED} - b.units)::int as left, coalesce(e.unit_cost, 0)::text as unit_cost
    from inbound_receipt r join inbound_line e on e.company_id = ${sql.company} and e.id = r.line_id
    cross join lateral (select coalesce(sum(x.rejected), 0)::int as units from supplier_return_line x
      where x.company_id = ${sql.company} and x.receipt_id = r.id) b
    where r.company_id = ${sql.company} and r.id = any(${lines.map((line) => line.receiptId ?? 0)}::bigint[])`);
  const left = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<number, { units: number; value: string }>();
  for (const line of lines) {
    const receipt = left.get(line.receiptId ?? 0);
    const units = line.condition === 'good' ? 0 : Math.min(Math.max(receipt?.left ?? 0, 0), line.quantity);
    if (!receipt || units === 0) continue;
    receipt.left -= units;
    found.set(line.id, { units, value: new Decimal(receipt.unitCost).times(units).toDecimalPlaces(2).toFixed(4) });
  }
  return found;
}

/** What the supplier owes: money at today's rate, or for a replacement units of the same value. */
async function claimOf(tx: Tx, held: HeldReturn, costBase: string) {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const onDay = localDay(tx.now, timeZone);
  if (held.remedy === 'replacement')
    return { onDay, amount: costBase, currency: baseCurrency, rate: '1', base: costBase };
  const rate = await rateOn(tx, held.currency, onDay);
  return { onDay, amount: held.amount, currency: held.currency, rate, base: toBase(held.amount, rate) };
}

/** An ASN for the new units that are still owed. They cost what the returned ones did. */
async function expectUnits(
  tx: Tx,
  held: HeldReturn,
  expectedOn: string | null,
): Promise<{ id: number; number: string }> {
  const lines = await linesOfReturn(tx, held.id);
  const owed = lines.filter((line) => line.replaced < line.quantity);
  if (owed.length === 0) throw conflict('procurement.nothingOwed', { number: held.number });
  const asn = await createInbound(tx, {
    ...{ warehouseId: held.warehouseId, kind: 'purchase', expectedOn: expectedOn ?? undefined },
    source: { kind: DOC, id: held.id, number: held.number },
    lines: owed.map((line) => ({
      ...{ productId: line.productId, quantity: line.quantity - line.replaced, sourceLine: line.id },
      unitCost: unitValue(line),
    })),
  });
  writeHistory(tx, [{ docKind: DOC, docId: held.id, event: 'asnCreated', detail: { inbound: asn.number } }]);
  return asn;
}

/** What a new unit is worth: what a returned one cost. */
export const unitValue = (line: Pick<ReturnLine, 'costBase' | 'quantity'>): string =>
  new Decimal(line.costBase).div(line.quantity).toFixed(6);

/** Another ASN, once the former is closed. @throws conflict procurement.asnOpen, procurement.nothingOwed */
export async function createReturnAsn(
  tx: Tx,
  input: ParsedOf<typeof asnCall>,
): Promise<{ id: number; number: string }> {
  await supplierReturns.one(tx, input.id);
  await lockGoods(tx, input.id);
  const held = await holdReturn(tx, input.id);
  assertMay('createAsn', held);
  if (held.remedy !== 'replacement') throw conflict('procurement.nothingOwed', { number: held.number });
  const [open] = await openAsns(tx, held.id);
  if (open) throw conflict('procurement.asnOpen', { asn: open.number });
  return expectUnits(tx, held, input.expectedOn);
}

/**
 * Cancels the ASNs of new units that nobody has received; locks them before the return, as receipts do.
 * @throws conflict procurement.asnOpen if units have arrived
 */
export async function cancelAsns(tx: Tx, id: number): Promise<void> {
  for (const asn of await openAsns(tx, id)) {
    if (asn.state !== 'notice') throw conflict('procurement.asnOpen', { asn: asn.number });
    await cancelInbound(tx, asn.id);
  }
}

/** ASNs of replacements that may still receive. */
const openAsns = (tx: Tx, id: number) =>
  tx.rows<{ id: number; number: string; state: string }>(sql`select id, number, state from inbound
    where company_id = ${sql.company} and source_kind = ${DOC} and source_id = ${id}
      and state in ('notice', 'arrived', 'receiving') order by id`);
