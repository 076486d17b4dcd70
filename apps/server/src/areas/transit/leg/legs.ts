import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { moveLeg, saveLeg } from '@tradewind/contract/transit.ts';
import { legMay } from '@tradewind/contract/transit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { assertAllocated, followDocument } from '../../procurement/public.ts';
import { createInbound, inboundClosed, inboundReceived, inboundTakenBack } from '../../warehouse/public.ts';
import { holdLeg, type Leg, legDocument, lockLeg, moveLegState } from '../documents.ts';
import { type Goods, releaseGoods, reserveGoods, takeGoods } from '../goods.ts';
import { landCosts, writeCosts } from '../landed.ts';

type Input = Omit<ParsedOf<typeof saveLeg>, 'idempotencyKey'>;
type Saved = { id: number; number: string };

export async function saveDraft(tx: Tx, input: Input): Promise<Saved> {
  if ((input.fromWarehouseId === null) === (input.supplier === '')) throw badField('supplier', 'transit.oneOrigin');
  if (input.fromWarehouseId === input.warehouseId) throw badField('warehouseId', 'transit.sameWarehouse');
  if (input.departOn && input.etaOn && input.etaOn < input.departOn) throw badField('etaOn', 'transit.etaFirst');
  const warehouses = [input.warehouseId, ...(input.fromWarehouseId ? [input.fromWarehouseId] : [])];
  const known = await tx.rows<{
    id: number;
  }>(sql`select id from warehouse where company_id = ${sql.company} and enabled
    and id = any(${arrayOf(warehouses)}::bigint[]) and ${inWarehouses(tx, sql`id`)}`);
  if (!known.some((one) => one.id === input.warehouseId)) throw badField('warehouseId', 'transit.noWarehouse');
  if (known.length < warehouses.length) throw badField('fromWarehouseId', 'transit.noWarehouse');
  const products = input.lines.map((line) => line.productId);
  const twice = products.findIndex((id, at) => products.indexOf(id) !== at);
  if (twice >= 0) throw badField(`lines.${twice}.productId`, 'transit.productTwice');
  const saved: Saved & { known?: Map<number, string | null> } =
    input.id === undefined ? await draft(tx, input) : await change(tx, input.id, input);
  const lines = input.lines.map((line, n) => ({
    ...line,
    goodsCost: saved.known?.get(line.productId) ?? line.goodsCost,
    n,
  }));
  await tx.rows(sql`insert into transit_leg_line (company_id, leg_id, product_id, quantity, goods_cost)
    select ${sql.company}, ${saved.id}, r."productId", r.quantity, r."goodsCost"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as r(n int, "productId" bigint, quantity int, "goodsCost" numeric) order by r.n returning 1`);
  await writeCosts(tx, legDocument.kind, saved.id, input.costs);
  return { id: saved.id, number: saved.number };
}

async function draft(tx: Tx, input: Input): Promise<Saved> {
  const [number] = await nextNumbers(tx, legDocument);
  const row =
    await tx.row<Saved>(sql`insert into transit_leg (company_id, number, from_warehouse_id, supplier, warehouse_id,
      mode, forwarder, container, tracking_number, cartons, depart_on, eta_on, remark, created_at, created_by)
    values (${sql.company}, ${number ?? ''}, ${input.fromWarehouseId}, ${input.supplier}, ${input.warehouseId}, ${input.mode},
      ${input.forwarder}, ${input.container.toUpperCase()}, ${input.trackingNumber}, ${input.cartons}, ${input.departOn},
      ${input.etaOn}, ${input.remark}, ${tx.now}, ${tx.actor.name}) returning id, number`);
  if (!row) throw new Error('no leg was written');
  writeHistory(tx, [{ docKind: legDocument.kind, docId: row.id, event: 'drafted', toState: 'draft' }]);
  return row;
}

/** `known`: the cost prices, unchanged by users who may not see them. */
async function change(tx: Tx, id: number, input: Input): Promise<Saved & { known: Map<number, string | null> }> {
  const held = await holdLeg(tx, id);
  if (held.version !== input.version) throw conflict('transit.stale');
  if (!legMay('edit', held)) throw conflict('document.state', { number: held.number, from: held.state, to: 'draft' });
  await assertAllocated(
    tx,
    { docKind: legDocument.kind, docId: id },
    {
      goods: input.lines.map(({ productId, quantity }) => ({ productId, units: quantity })),
      sameEnds: held.fromWarehouseId === input.fromWarehouseId && held.warehouseId === input.warehouseId,
    },
  );
  await tx.rows(sql`update transit_leg set from_warehouse_id = ${input.fromWarehouseId}, supplier = ${input.supplier},
      warehouse_id = ${input.warehouseId}, mode = ${input.mode}, forwarder = ${input.forwarder},
      container = ${input.container.toUpperCase()}, tracking_number = ${input.trackingNumber}, cartons = ${input.cartons},
      depart_on = ${input.departOn}, eta_on = ${input.etaOn}, remark = ${input.remark}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  const lines = await tx.rows<{ productId: number; goodsCost: string | null }>(sql`delete from transit_leg_line
    where company_id = ${sql.company} and leg_id = ${id} returning product_id as "productId", goods_cost as "goodsCost"`);
  writeHistory(tx, [{ docKind: legDocument.kind, docId: id, event: 'changed' }]);
  const known = maySee(tx.rights, 'seeCost') ? [] : lines;
  return { id, number: held.number, known: new Map(known.map((line) => [line.productId, line.goodsCost])) };
}

export async function deleteDrafts(tx: Tx, ids: readonly number[]): Promise<{ done: number; kept: Saved[] }> {
  const observed = sql`company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) and ${inWarehouses(tx, sql`warehouse_id`)}`;
  const gone = await tx.rows<{ id: number }>(
    sql`delete from transit_leg where ${observed} and state = 'draft' returning id`,
  );
  const lost = gone.map((one) => one.id);
  await tx.rows(sql`delete from transit_cost where company_id = ${sql.company} and doc_kind = ${legDocument.kind}
    and doc_id = any(${arrayOf(lost)}::bigint[])`);
  writeHistory(
    tx,
    lost.map((id) => ({ docKind: legDocument.kind, docId: id, event: 'deleted' })),
  );
  for (const docId of lost) await followDocument(tx, { docKind: legDocument.kind, docId, to: 'cancelled' });
  const kept = await tx.rows<Saved & Record<string, unknown>>(
    sql`select id, number from transit_leg where ${observed}`,
  );
  return { done: gone.length, kept };
}

type Move = Pick<ParsedOf<typeof moveLeg>, 'id' | 'to' | 'on'>;
interface Line extends Record<string, unknown> {
  id: number;
  productId: number;
  quantity: number;
  goodsCost: string | null;
}

/** Submitting allocates the goods, shipping creates an ASN with their landed cost; arrival is only recorded. */
export async function moveTransit(tx: Tx, { id, to, on }: Move): Promise<void> {
  const held = await holdLeg(tx, id, to === 'arrived' ? 'receiver' : 'both');
  const { timeZone } = await companyOf(tx);
  const day = on ?? localDay(tx.now, timeZone);
  const lines = await tx.rows<Line>(sql`select id, product_id as "productId", quantity, goods_cost as "goodsCost"
    from transit_leg_line where company_id = ${sql.company} and leg_id = ${id} order by id`);
  await moveLegState(tx, held, to);
  if (to === 'submitted') await keep(tx, held, lines, true);
  if (to === 'cancelled') await keep(tx, held, lines, false);
  if (to === 'shipped') await ship(tx, held, lines, day);
  if (to === 'arrived')
    await tx.rows(sql`update transit_leg set arrived_on = ${day} where company_id = ${sql.company} and id = ${id}`);
}

const goodsOf = (held: Leg, lines: readonly Line[]): Goods => ({
  docKind: legDocument.kind,
  docId: held.id,
  warehouseId: held.fromWarehouseId ?? 0,
  lines: lines.map((line) => ({ lineId: line.id, productId: line.productId, units: line.quantity })),
});

async function keep(tx: Tx, held: Leg, lines: readonly Line[], desired: boolean): Promise<void> {
  if (held.fromWarehouseId === null || held.held === desired) return;
  await (desired ? reserveGoods : releaseGoods)(tx, goodsOf(held, lines), 1);
  await tx.rows(sql`update transit_leg set held = ${desired} where company_id = ${sql.company} and id = ${held.id}`);
}

async function ship(tx: Tx, held: Leg, lines: readonly Line[], day: string): Promise<void> {
  const goods = goodsOf(held, lines);
  const issued = held.fromWarehouseId === null ? undefined : await takeGoods(tx, goods);
  const priced = lines.map((line) => ({
    ...{ lineId: line.id, productId: line.productId, units: line.quantity },
    goodsCost: issued?.get(line.id) ?? line.goodsCost ?? '0',
  }));
  const landed = await landCosts(tx, legDocument.kind, held.id, priced);
  const costs = priced.map(({ lineId, goodsCost }) => ({
    lineId,
    goodsCost,
    landedCost: landed.get(lineId) ?? goodsCost,
  }));
  await tx.rows(sql`update transit_leg_line l set goods_cost = r."goodsCost", landed_cost = r."landedCost"
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as r("lineId" bigint, "goodsCost" numeric, "landedCost" numeric)
    where l.company_id = ${sql.company} and l.id = r."lineId"`);
  const sent = issued ? await sentOf(tx, held.id) : lines.map((line) => ({ ...line, lineId: line.id }));
  const inbound = await createInbound(tx, {
    warehouseId: held.warehouseId,
    kind: held.fromWarehouseId === null ? 'purchase' : 'transfer',
    source: { kind: legDocument.kind, id: held.id, number: held.number },
    reference: held.container,
    carrier: held.forwarder,
    trackingNumber: held.trackingNumber,
    ...(held.etaOn ? { expectedOn: held.etaOn } : {}),
    lines: sent.map(({ lineId, productId, quantity }) => ({
      productId,
      quantity,
      sourceLine: lineId,
      unitCost: landed.get(lineId),
    })),
    // As one carton whose contents name their batches, so that the goods keep them at receipt.
    ...(issued ? { cartons: [{ code: `${held.number}-1`, contents: contentsOf(sent) }] } : {}),
  });
  await tx.rows(sql`update transit_leg set held = false, inbound_id = ${inbound.id}, depart_on = ${day},
    eta_on = greatest(eta_on, ${day}::date) where company_id = ${sql.company} and id = ${held.id}`);
}

interface Sent extends Record<string, unknown> {
  lineId: number;
  productId: number;
  quantity: number;
  batch?: string | null;
  expiresOn?: string | null;
}

/** Shipped units of each line, by batch. */
const sentOf = (tx: Tx, id: number): Promise<Sent[]> =>
  tx.rows<Sent>(sql`select m.doc_line as "lineId", m.product_id as "productId", -sum(m.on_hand)::int as quantity, b.code as batch,
      b.expires_on::text as "expiresOn"
    from stock_movement m left join stock_batch b on b.company_id = m.company_id and b.id = m.batch_id
    where m.company_id = ${sql.company} and m.doc_kind = ${legDocument.kind} and m.doc_id = ${id} and m.on_hand < 0
    group by 1, 2, 4, 5 order by 1, 5 nulls last, 4`);

const contentsOf = (sent: readonly Sent[]) =>
  sent.map(({ quantity, batch, expiresOn }, line) => ({
    ...{ line, quantity },
    ...(batch ? { batch } : {}),
    ...(expiresOn ? { expiresOn } : {}),
  }));

type Reply = Parameters<Parameters<typeof inboundReceived.listen>[0]>[1];

/** Units of the lines were received, or (-1) their receipt was undone. */
async function count(tx: Tx, { sourceId, receipts }: Reply, sign: 1 | -1): Promise<void> {
  const rows = receipts.map(({ sourceLine, quantity }) => ({ sourceLine, quantity: sign * quantity }));
  await tx.rows(sql`update transit_leg_line l set received = l.received + r.quantity
    from (select "sourceLine", sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("sourceLine" bigint, quantity int) group by 1) r
    where l.company_id = ${sql.company} and l.leg_id = ${sourceId} and l.id = r."sourceLine"`);
}

inboundTakenBack.listen(async (tx, answered) => {
  if (answered.sourceKind === legDocument.kind) await count(tx, answered, -1);
});
inboundReceived.listen(async (tx, answered) => {
  const { sourceKind, sourceId } = answered;
  if (sourceKind !== legDocument.kind || sourceId === null) return;
  await count(tx, answered, 1);
  const held = await lockLeg(tx, sourceId);
  if (held.state !== 'shipped') return;
  await tx.rows(sql`update transit_leg set arrived_on = coalesce(arrived_on, ${dayOf(sql`${tx.now}`)})
    where company_id = ${sql.company} and id = ${sourceId}`);
  await moveLegState(tx, held, 'arrived');
});

inboundClosed.listen(async (tx, { sourceKind, sourceId }) => {
  if (sourceKind !== legDocument.kind || sourceId === null) return;
  const held = await lockLeg(tx, sourceId);
  if (held.state === 'shipped' || held.state === 'arrived') await moveLegState(tx, held, 'received');
});
