import { inboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { batchesOf, lastCosts, moveStock, receiveLayers } from '../../stock/public.ts';
import { keepBackArrived } from '../batches/hold.ts';
import { inboundPricing, inboundReceived } from '../hooks.ts';
import { enterGates } from '../locks.ts';
import { type InboundState, inboundKind } from '../states.ts';
import { addLines } from './create.ts';
import type { Received } from './expected.ts';
import { expectedLines, type Line, shareOut } from './expected.ts';
import { lostUnits, reportLost } from './lost.ts';

export type InboundRow = {
  id: number;
  number: string;
  warehouseId: number;
  kind: string;
  state: InboundState;
  sourceKind: string | null;
  sourceId: number | null;
  qualityCheck: boolean;
  unitsReceived: number;
  unitsToPutAway: number;
  version: number;
};

/** Locks the document. Everything of it is written under this lock. */
export async function lockInbound(tx: Tx, id: number): Promise<InboundRow> {
  const [row] = await tx.rows<InboundRow>(
    sql`select id, number, warehouse_id, kind, state, source_kind, source_id,
       quality_check, units_received, units_to_put_away, version
     from inbound where company_id = ${sql.company} and id = ${id} for update`,
  );
  if (!row) throw notFound('warehouse.inboundNotFound');
  return row;
}

/** Locks several documents in the common order. */
export async function lockInbounds(tx: Tx, ids: readonly number[]): Promise<InboundRow[]> {
  const rows: InboundRow[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) rows.push(await lockInbound(tx, id));
  return rows;
}

/** @throws ruleBroken warehouse.counting during a full count */
export async function enterInbound(tx: Tx, inbound: Pick<InboundRow, 'warehouseId'>): Promise<void> {
  const gate = (await enterGates(tx, [inbound.warehouseId])).get(inbound.warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
}

export type Receipt = {
  id: number;
  lineId: number;
  sourceLine: number;
  productId: number;
  batchId: number;
  condition: 'good' | 'damaged' | 'checking';
  quantity: number;
  locationId: number;
};

/**
 * Receives units of an ASN: a receipt, a movement and (for good units) a cost layer for each row and line that it
 * fills. Units above the expected quantity are an over receipt. Products not on the ASN open a line. Units have their
 * line's batch unless they name another. Not idempotent: callers use their own key.
 */
export async function receiveInbound(
  tx: Tx,
  inboundId: number,
  goods: readonly Received[],
  /** Refuses units after they are matched to lines. */
  assert: (tx: Tx, goods: readonly Received[]) => Promise<void> = async () => {},
): Promise<Receipt[]> {
  const inbound = await lockInbound(tx, inboundId);
  if (!inboundMay('receive', inbound)) throw conflict('warehouse.inboundClosed', { number: inbound.number });
  await enterInbound(tx, inbound);
  const parts = shareOut(goods, await linesFor(tx, inbound, goods));
  if (!parts) throw notFound('warehouse.inboundLineNotFound');
  await assert(
    tx,
    parts.map(({ one, line }) => ({ ...one, lineId: line.id })),
  );
  const places = await placesOf(tx, inbound.warehouseId);
  const batches = await batchesOf(
    tx,
    parts.map(({ one, line }) => ({ productId: line.productId, code: one.batch, expiresOn: one.expiresOn })),
  );
  const rows = parts.map(({ one, line, quantity }, i) => {
    const condition = one.condition ?? (inbound.qualityCheck ? 'checking' : 'good');
    const locationId = one.locationId ?? places.get(condition === 'damaged' ? 'damaged' : 'receiving')?.id;
    if (locationId === undefined) throw ruleBroken('warehouse.noReceivingLocation');
    return {
      lineId: line.id,
      sourceLine: line.sourceLine,
      productId: line.productId,
      batchId: batches[i] ?? 0,
      cartonId: one.cartonId ?? null,
      condition,
      quantity,
      locationId,
    };
  });
  const lost = inbound.state === 'received' ? await lostUnits(tx, inboundId) : undefined;
  const receipts = await writeReceipts(tx, inboundId, rows);
  await bookReceipts(tx, inbound, receipts, new Map(parts.map(({ line }) => [line.id, line])));
  const waiting = await waitingPlaces(tx, receipts);
  await countReceipts(tx, inbound, receipts, waiting);
  if (lost) await reportLost(tx, inbound, `lost:receipt:${receipts[0]?.id}`, lost);
  const { kind, sourceKind, sourceId } = inbound;
  await inboundReceived.call(tx, { inboundId, kind, sourceKind, sourceId, warehouseId: inbound.warehouseId, receipts });
  return receipts;
}

/** The lines of the document, opening one for each product not on the ASN. */
async function linesFor(tx: Tx, inbound: InboundRow, goods: readonly Received[]): Promise<Line[]> {
  const lines = await expectedLines(tx, inbound.id);
  const known = new Set(lines.map((line) => line.productId));
  const strange = goods.flatMap(({ lineId, productId }) =>
    lineId === undefined && productId !== undefined && !known.has(productId) ? [productId] : [],
  );
  if (strange.length === 0) return priceLines(tx, inbound, lines);
  await addLines(
    tx,
    inbound.id,
    [...new Set(strange)].map((productId) => ({ productId, quantity: 0 })),
  );
  return priceLines(tx, inbound, await expectedLines(tx, inbound.id));
}

/** Lines of a source document cost what it says today; units that pass the quality check later keep this cost. */
async function priceLines(tx: Tx, inbound: InboundRow, lines: Line[]): Promise<Line[]> {
  const costs = new Map<number, string>();
  const { sourceKind, sourceId } = inbound;
  await inboundPricing.call(tx, { sourceKind, sourceId, price: (line, cost) => void costs.set(line, cost) });
  const priced = lines.filter((line) => line.sourceLine !== 0 && costs.has(line.sourceLine));
  if (priced.length === 0) return lines;
  for (const line of priced) line.unitCost = costs.get(line.sourceLine) ?? line.unitCost;
  await tx.rows(sql`update inbound_line l set unit_cost = r."unitCost"
    from jsonb_to_recordset(${sql.json(priced.map(({ id, unitCost }) => ({ id, unitCost })))}) as r(id bigint, "unitCost" numeric)
    where l.company_id = ${sql.company} and l.id = r.id and l.unit_cost is distinct from r."unitCost"`);
  return lines;
}

/** The first enabled location of each kind. Without a receiving location, `receiving` is storage. */
export async function placesOf(tx: Tx, warehouseId: number): Promise<Map<string, { id: number; kind: string }>> {
  const rows = await tx.rows<{ id: number; kind: string }>(
    sql`select distinct on (kind) id, kind from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and enabled
       and kind in ('receiving', 'storage', 'damaged') order by kind, path_order, id`,
  );
  const places = new Map(rows.map((row) => [row.kind, row]));
  const receiving = places.get('receiving') ?? places.get('storage');
  if (receiving) places.set('receiving', receiving);
  if (receiving && !places.has('damaged')) places.set('damaged', receiving);
  return places;
}

type NewReceipt = Omit<Receipt, 'id'> & { cartonId: number | null };

async function writeReceipts(tx: Tx, inboundId: number, rows: readonly NewReceipt[]): Promise<Receipt[]> {
  const ids = await tx.rows<{ id: number }>(
    sql`insert into inbound_receipt (company_id, inbound_id, line_id, product_id, batch_id, carton_id, condition, quantity, location_id, at, actor)
     select ${sql.company}, ${inboundId}, r."lineId", r."productId", r."batchId", r."cartonId", r.condition, r.quantity, r."locationId", ${tx.now}, ${tx.actor.name}
     from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb) as r(n int, "lineId" bigint, "productId" bigint, "batchId" bigint, "cartonId" bigint,
       condition text, quantity int, "locationId" bigint) order by r.n returning id`,
  );
  const sorted = ids.map((row) => row.id).sort((a, b) => a - b);
  return rows.map(({ cartonId: _carton, ...row }, i) => ({ id: sorted[i] ?? 0, ...row }));
}

async function bookReceipts(
  tx: Tx,
  inbound: InboundRow,
  receipts: readonly Receipt[],
  lines: ReadonlyMap<number, Line>,
): Promise<void> {
  const { warehouseId } = inbound;
  const common = { warehouseId, reason: 'receipt', docKind: 'inbound', docId: inbound.id };
  await moveStock(
    tx,
    receipts.flatMap(({ id, lineId, productId, batchId, condition, quantity, locationId }) => {
      const line = lines.get(lineId);
      const arrived = Math.min(line?.incoming ?? 0, quantity);
      if (line) line.incoming -= arrived;
      const goods = {
        ...common,
        productId,
        batchId,
        condition,
        locationId,
        onHand: quantity,
        docLine: id,
        step: 'receive',
      };
      return arrived === 0
        ? [goods]
        : [goods, { ...common, productId, incoming: -arrived, docLine: lineId, step: `receive:${id}` }];
    }),
  );
  const good = receipts.filter((one) => one.condition === 'good');
  const unpriced = good.filter((one) => lines.get(one.lineId)?.unitCost == null);
  const last = await lastCosts(
    tx,
    unpriced.map((one) => ({ w: warehouseId, p: one.productId })),
  );
  await receiveLayers(
    tx,
    good.map(({ id, lineId, productId, quantity }) => ({
      warehouseId,
      productId,
      quantity,
      unitCost: lines.get(lineId)?.unitCost ?? last.get(`${warehouseId}/${productId}`) ?? '0',
      docKind: 'inbound',
      docId: inbound.id,
      docLine: id,
    })),
  );
  await keepBackArrived(tx, warehouseId, good);
}

/** Which of these are in a receiving location and need put-away. */
async function waitingPlaces(tx: Tx, receipts: readonly Receipt[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    sql`select id from location where company_id = ${sql.company} and id = any(${[...new Set(receipts.map((one) => one.locationId))]}::bigint[]) and kind = 'receiving'`,
  );
  return new Set(rows.map((row) => row.id));
}

async function countReceipts(
  tx: Tx,
  inbound: InboundRow,
  receipts: readonly Receipt[],
  waiting: ReadonlySet<number>,
): Promise<void> {
  const sums = new Map<number, { received: number; damaged: number }>();
  for (const one of receipts) {
    const sum = sums.get(one.lineId) ?? { received: 0, damaged: 0 };
    sum.received += one.quantity;
    if (one.condition === 'damaged') sum.damaged += one.quantity;
    sums.set(one.lineId, sum);
  }
  const ids = [...sums.keys()];
  await tx.rows(
    sql`update inbound_line l set received = l.received + r.received, damaged = l.damaged + r.damaged,
       incoming = l.incoming - least(l.incoming, r.received)
     from unnest(${ids}::bigint[], ${[...sums.values()].map((sum) => sum.received)}::int[], ${[...sums.values()].map((sum) => sum.damaged)}::int[]) as r(id, received, damaged) where l.company_id = ${sql.company} and l.id = any(${ids}::bigint[]) and l.id = r.id`,
  );
  const units = receipts.reduce((sum, one) => sum + one.quantity, 0);
  const toPutAway = receipts
    .filter((one) => one.condition === 'good' && waiting.has(one.locationId))
    .reduce((sum, one) => sum + one.quantity, 0);
  const to = inbound.state === 'received' ? 'received' : 'receiving';
  if (to !== inbound.state) {
    assertMove(inboundKind, inbound.state, to, inbound.number);
    writeHistory(tx, [
      { docKind: 'inbound', docId: inbound.id, event: 'receiving', fromState: inbound.state, toState: to },
    ]);
  }
  await tx.rows(
    sql`update inbound set units_received = units_received + ${units}, units_to_put_away = units_to_put_away + ${toPutAway}, state = ${to},
       arrived_at = coalesce(arrived_at, ${tx.now}), version = version + 1 where company_id = ${sql.company} and id = ${inbound.id}`,
  );
}
