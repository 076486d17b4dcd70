import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { issueCosts, moveStock } from '../../stock/public.ts';
import { recalledAmong } from '../batches/recalled.ts';
import { createInbound } from '../inbound/create.ts';
import { enterOpen } from '../locks.ts';
import { allocate, PICKABLE } from '../wave/allocate.ts';
import { lockFreeBins } from '../wave/create.ts';
import {
  type Line,
  lockWithBalances,
  setTransferState,
  type Transfer,
  transferDocument,
  transferOf,
} from './document.ts';

export interface Shipment {
  id: number;
  lines?:
    | {
        lineId: number;
        quantity: number;
        locationCode?: string | undefined;
        batchId?: number | undefined;
      }[]
    | undefined;
  carrier: string;
  trackingNumber: string;
}

interface Taken {
  lineId: number;
  productId: number;
  locationId: number;
  batchId: number;
  quantity: number;
}
type PartLine = Taken & { id: number };

/**
 * Ships units from the sender: out of their locations, their allocation and their cost layers. The receiver gets an ASN
 * at their cost here plus their share of the transfer's cost.
 */
export async function shipTransfer(tx: Tx, input: Shipment) {
  const { fromId } = await transferOf(tx, input.id);
  await enterOpen(tx, fromId);
  const { transfer, lines } = await lockWithBalances(tx, input.id);
  const desired = desiredOf(input, lines);
  const taken = await takeFrom(tx, transfer, lines, desired);
  const left = lines.reduce((sum, line) => sum + line.held, 0) - sumOf(taken);
  const to = left === 0 ? 'shipped' : 'shipping';
  assertMove(transferDocument, transfer.state, to, transfer.number);
  const part = await writePart(tx, transfer, input, taken);
  await moveOut(tx, transfer, part.lines);
  const costs = await priceOf(tx, transfer, part.lines);
  const inbound = await createAsn(tx, transfer, input, part, costs);
  await tx.rows(
    sql`update transfer_line l set held = l.held - r.n, shipped = l.shipped + r.n
     from (select id, sum(n)::int as n from unnest(${taken.map((one) => one.lineId)}::bigint[], ${taken.map((one) => one.quantity)}::int[]) as x(id, n) group by id) r
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
  await setTransferState(tx, transfer.id, to);
  const detail = { part: part.part, units: sumOf(taken), inbound: inbound.number };
  writeHistory(tx, [
    { docKind: 'transfer', docId: transfer.id, event: 'shipped', fromState: transfer.state, toState: to, detail },
  ]);
  return { part: part.part, units: sumOf(taken), inboundId: inbound.id, inboundNo: inbound.number };
}

const sumOf = (all: readonly { quantity: number }[]) => all.reduce((sum, one) => sum + one.quantity, 0);
/** `place`: the code of the chosen location. */
type Desired = { quantity: number; batchId?: number | undefined; line: Line; place?: string | undefined };

function desiredOf(input: Shipment, lines: readonly Line[]): Desired[] {
  const requested: NonNullable<Shipment['lines']> =
    input.lines ?? lines.filter((line) => line.held > 0).map(({ id, held }) => ({ lineId: id, quantity: held }));
  if (requested.length === 0) throw ruleBroken('warehouse.transferNothing');
  const sums = new Map<number, number>();
  return requested.map(({ locationCode, ...one }) => {
    const line = lines.find(({ id }) => id === one.lineId);
    if (!line) throw notFound('warehouse.transferLineNotFound');
    const sum = (sums.get(line.id) ?? 0) + one.quantity;
    sums.set(line.id, sum);
    if (sum > line.held) throw ruleBroken('warehouse.transferTooMany', { sku: line.sku, held: line.held });
    return { ...one, line, place: locationCode?.trim().toUpperCase() || undefined };
  });
}

type Bins = Awaited<ReturnType<typeof lockFreeBins>>;

/** Takes from the chosen locations. There, and for the rest, the earliest expiry goes first, as for pickers. */
async function takeFrom(
  tx: Tx,
  transfer: Transfer,
  lines: readonly Line[],
  desired: readonly Desired[],
): Promise<Taken[]> {
  const places = await pickablePlaces(
    tx,
    transfer.fromId,
    desired.flatMap((one) => one.place ?? []),
  );
  const named = desired.flatMap(({ line, quantity, place, batchId }): Taken[] =>
    place && batchId !== undefined
      ? [{ lineId: line.id, productId: line.productId, locationId: places.get(place) ?? 0, batchId, quantity }]
      : [],
  );
  const recalled = await recalledAmong(
    tx,
    named.map((one) => one.batchId),
  );
  const bad = desired.find((one) => one.place && recalled.has(one.batchId ?? 0));
  if (bad) throw ruleBroken('warehouse.transferRecalled', { sku: bad.line.sku });
  const open = desired.filter((one) => !one.place || one.batchId === undefined);
  if (open.length === 0) return named;
  const bins = await lockFreeBins(
    tx,
    transfer.fromId,
    open.map(({ line }) => line),
  );
  takeOut(bins, named);
  const there = open.flatMap((one) => {
    if (!one.place) return [];
    const at = bins.filter((bin) => bin.locationId === places.get(one.place ?? ''));
    return pick(bins, at, [one], () =>
      ruleBroken('warehouse.nothingLies', { code: one.place ?? '', sku: one.line.sku }),
    );
  });
  const anywhere = open.filter((one) => !one.place);
  const skuOf = (lineId: number) => lines.find((line) => line.id === lineId)?.sku ?? '';
  const rest = pick(bins, bins, anywhere, (id) => ruleBroken('warehouse.nothingInBins', { sku: skuOf(id) }));
  return [...named, ...there, ...rest];
}

/** Takes lines out of bins. @throws the error that `lacking` creates for a line they do not cover */
function pick(bins: Bins, from: Bins, desired: readonly Desired[], lacking: (lineId: number) => Error): Taken[] {
  const needs = desired.map(({ line, quantity }) => ({
    outboundId: line.id,
    outboundLineId: line.id,
    productId: line.productId,
    quantity,
  }));
  const { picks, missing } = allocate(needs, from);
  const [none] = missing.keys();
  if (none !== undefined) throw lacking(none);
  takeOut(bins, picks);
  return picks.map(({ outboundId: lineId, ...one }) => ({ ...one, lineId }));
}

function takeOut(bins: Bins, taken: readonly Omit<Taken, 'lineId'>[]): void {
  const key = (one: Omit<Taken, 'lineId' | 'quantity'>) => `${one.locationId}/${one.productId}/${one.batchId}`;
  const of = new Map(bins.map((bin) => [key(bin), bin]));
  for (const one of taken) {
    const bin = of.get(key(one));
    if (bin) bin.free = Math.max(0, bin.free - one.quantity);
  }
}

/** The ids of locations by code, among those picked from. @throws notFound for one that is not */
export async function pickablePlaces(
  tx: Tx,
  warehouseId: number,
  codes: readonly string[],
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; code: string }>(
    sql`select id, code from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and code = any(${codes}::text[]) and enabled
       and kind = any(${PICKABLE}::text[])`,
  );
  const places = new Map(rows.map((row) => [row.code, row.id]));
  const unknown = codes.find((code) => !places.has(code));
  if (unknown !== undefined) throw notFound('warehouse.locationNotFound', { code: unknown });
  return places;
}

type Part = { id: number; part: number; lines: PartLine[] };

async function writePart(tx: Tx, transfer: Transfer, input: Shipment, taken: readonly Taken[]): Promise<Part> {
  const [head] = await tx.rows<{ id: number; part: number }>(
    sql`insert into transfer_part (company_id, transfer_id, part, carrier, tracking_number, shipped_at, actor)
     select ${sql.company}, ${transfer.id}, coalesce(max(p.part), 0) + 1, ${input.carrier}, upper(${input.trackingNumber}), ${tx.now}, ${tx.actor.name} from transfer_part p
     where p.company_id = ${sql.company} and p.transfer_id = ${transfer.id} returning id, part`,
  );
  if (!head) throw new Error('a part was not written');
  const ids = await tx.rows<{ id: number }>(
    sql`insert into transfer_part_line (company_id, part_id, line_id, product_id, location_id, batch_id, quantity)
     select ${sql.company}, ${head.id}, r."lineId", r."productId", r."locationId", r."batchId", r.quantity
     from jsonb_to_recordset(${JSON.stringify(taken.map((one, n) => ({ ...one, n })))}::jsonb) as r(n int, "lineId" bigint, "productId" bigint, "locationId" bigint, "batchId" bigint,
       quantity int) order by r.n returning id`,
  );
  const sorted = ids.map((row) => row.id).sort((a, b) => a - b);
  return { ...head, lines: taken.map((one, i) => ({ ...one, id: sorted[i] ?? 0 })) };
}

async function moveOut(tx: Tx, transfer: Transfer, lines: readonly PartLine[]): Promise<void> {
  await moveStock(
    tx,
    lines.map(({ id, productId, locationId, batchId, quantity }) => ({
      warehouseId: transfer.fromId,
      productId,
      locationId,
      batchId,
      onHand: -quantity,
      reserved: -quantity,
      reason: 'transferOut',
      docKind: 'transfer',
      docId: transfer.id,
      docLine: id,
      step: 'ship',
    })),
  );
}

/** Cost of a unit of each line here, plus its share of the transfer's cost. */
async function priceOf(tx: Tx, transfer: Transfer, lines: readonly PartLine[]): Promise<Map<number, string>> {
  const issued = await issueCosts(
    tx,
    lines.map(({ id, productId, quantity }) => ({
      warehouseId: transfer.fromId,
      productId,
      quantity,
      docKind: 'transfer',
      docId: transfer.id,
      docLine: id,
    })),
  );
  const share = new Decimal(transfer.cost).div(transfer.units);
  const costs = new Map(
    issued.map((one) => [one.docLine, new Decimal(one.cost).div(one.quantity).plus(share).toFixed(6)]),
  );
  await tx.rows(
    sql`update transfer_part_line l set unit_cost = r.cost from unnest(${[...costs.keys()]}::bigint[], ${[...costs.values()]}::numeric[]) as r(id, cost)
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
  return costs;
}

async function createAsn(
  tx: Tx,
  transfer: Transfer,
  input: Shipment,
  part: Part,
  costs: ReadonlyMap<number, string>,
): Promise<{ id: number; number: string }> {
  const batches = await batchesOf(tx, part.lines);
  const code = `${transfer.number}-${part.part}`;
  const inbound = await createInbound(tx, {
    warehouseId: transfer.toId,
    kind: 'transfer',
    source: { kind: 'transfer', id: transfer.id, number: transfer.number },
    reference: code,
    carrier: input.carrier,
    trackingNumber: input.trackingNumber,
    ...(transfer.expectedOn ? { expectedOn: transfer.expectedOn } : {}),
    lines: part.lines.map(({ id, productId, quantity }) => ({
      productId,
      quantity,
      sourceLine: id,
      unitCost: costs.get(id),
    })),
    // The transfer note has this code: one scan receives everything with its batches.
    cartons: [
      {
        code,
        contents: part.lines.map(({ quantity, batchId }, line) => ({ line, quantity, ...batches.get(batchId) })),
      },
    ],
  });
  await tx.rows(
    sql`update transfer_part set inbound_id = ${inbound.id}, inbound_no = ${inbound.number} where company_id = ${sql.company} and id = ${part.id}`,
  );
  return inbound;
}

async function batchesOf(tx: Tx, lines: readonly Taken[]): Promise<Map<number, { batch: string; expiresOn?: string }>> {
  const rows = await tx.rows<{ id: number; code: string; expiresOn: string | null }>(
    sql`select id, code, expires_on::text as "expiresOn" from stock_batch where company_id = ${sql.company} and id = any(${lines.map((line) => line.batchId)}::bigint[])`,
  );
  return new Map(rows.map(({ id, code, expiresOn }) => [id, { batch: code, ...(expiresOn ? { expiresOn } : {}) }]));
}
