import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { inspectReturn, ReturnAct, reinspectReturn } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { firstOf, sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { Decimal, money } from '../../core/money.ts';
import { arrayOf, inWarehouses } from '../../core/scope.ts';
import { goodsCame, goodsMoving, type Move, moveStock, receiveLayers } from '../stock/public.ts';
import { assertAct, closeIfDone, lockReturn, moveReturn, notify, type OpenReturn, RETURN } from './document.ts';
import { goodsRestocked } from './events.ts';

type Input = ParsedOf<typeof inspectReturn> | ParsedOf<typeof reinspectReturn>;
/** The units of an item to inspect: uninspected or quarantined. */
type Pile = 'remaining' | 'aside';
const PILES = {
  remaining: { act: 'inspect', event: 'inspected', tooMany: 'returns.inspectTooMany' },
  aside: { act: 'reinspect', event: 'reinspected', tooMany: 'returns.asideTooMany' },
} as const satisfies Record<Pile, { act: ReturnAct; event: string; tooMany: string }>;

interface Item extends Record<string, unknown> {
  id: number;
  productId: number;
  warehouseId: number;
  locationId: number;
  remaining: number;
  aside: number;
}

interface Verdict {
  item: Item;
  quantity: number;
  condition: string;
  decision: string;
  locationId: number | null;
  unitCost: string;
  /** For restocked units. */
  batchId: number;
  remark: string;
}

/** Records conditions and decisions and moves the units; the last unit completes the inspection. */
export async function inspect(tx: Tx, input: Input): Promise<{ state: OpenReturn['state'] }> {
  const one = await evaluate(tx, input, 'remaining');
  const open =
    await tx.row(sql`select 1 as yes from return_item where company_id = ${sql.company} and return_id = ${one.id}
    and remaining > 0 limit 1`);
  if (!open) await moveReturn(tx, one, 'inspected', 'allInspected');
  await closeIfDone(tx, one);
  return { state: one.state };
}

/** Reinspects quarantined units. The return keeps its status: it may be closed by then. */
export async function reinspect(tx: Tx, input: Input): Promise<{ state: OpenReturn['state'] }> {
  const one = await evaluate(tx, input, 'aside');
  return { state: one.state };
}

async function evaluate(tx: Tx, input: Input, pile: Pile): Promise<OpenReturn> {
  const one = await lockReturn(tx, input.id);
  assertAct(one, PILES[pile].act);
  const verdicts = await verdictsOf(tx, one, input.items, pile);
  await goodsMoving.call(tx, { warehouseIds: [...new Set(verdicts.map(({ item }) => item.warehouseId))] });
  await takeFrom(tx, pile, verdicts);
  const ids = await writeVerdicts(tx, one.id, verdicts, pile);
  const written = verdicts.map((verdict, i) => ({ ...verdict, id: ids[i] ?? 0 }));
  await moveStock(
    tx,
    written.flatMap((verdict) => movesOf(one.id, verdict)),
  );
  const restocked = written.filter((verdict) => verdict.decision === 'restock');
  await receiveLayers(
    tx,
    restocked.map(({ id, item, quantity, unitCost }) => ({
      warehouseId: item.warehouseId,
      productId: item.productId,
      quantity,
      unitCost,
      docKind: RETURN.kind,
      docId: one.id,
      docLine: id,
    })),
  );
  for (const [warehouseId, group] of Map.groupBy(restocked, ({ item }) => item.warehouseId))
    await goodsCame.call(tx, { warehouseId, goods: group });
  if (restocked.length > 0) await emit(tx, goodsRestocked, { inspectionIds: restocked.map(({ id }) => id) });
  for (const { quantity, condition, decision } of written)
    notify(tx, one.id, PILES[pile].event, { detail: { quantity, condition, decision } });
  return one;
}

/** Takes inspected units off their count; adds quarantined ones to the other. */
function takeFrom(tx: Tx, pile: Pile, verdicts: readonly Verdict[]): Promise<unknown> {
  const units = verdicts.map(({ item, quantity, decision }) => ({
    itemId: item.id,
    remaining: pile === 'remaining' ? quantity : 0,
    aside: (pile === 'aside' ? quantity : 0) - (decision === 'aside' ? quantity : 0),
  }));
  return tx.rows(sql`update return_item i set remaining = i.remaining - w.remaining, aside = i.aside - w.aside
    from (select "itemId", sum(remaining)::int as remaining, sum(aside)::int as aside
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("itemId" bigint, remaining int, aside int) group by 1) w
    where i.company_id = ${sql.company} and i.id = w."itemId"`);
}

/** @throws badField with the row that has too many units, other items, or a wrong kind of location */
async function verdictsOf(tx: Tx, one: OpenReturn, requested: Input['items'], pile: Pile): Promise<Verdict[]> {
  const items = await tx.rows<Item>(sql`select id, product_id, warehouse_id,
      location_id as "locationId", remaining, aside
    from return_item where company_id = ${sql.company} and return_id = ${one.id}
      and ${inWarehouses(tx, sql`warehouse_id`)} order by id for update`);
  const places = await tx.rows<{
    id: number;
    warehouseId: number;
  }>(sql`select id, warehouse_id from location
    where company_id = ${sql.company} and enabled and kind in ('storage', 'picking')
      and id = any(${arrayOf(requested.flatMap((row) => (row.locationId ? [row.locationId] : [])))}::bigint[])`);
  const costs = await costsWhenLeft(tx, one.orderId, items);
  const batches = await batchesThatLeft(tx, one.orderId);
  return requested.map((row, i) => {
    const item = items.find((known) => known.id === row.itemId);
    if (!item) throw badField(`items.${i}.itemId`, 'returns.noItem');
    if (row.quantity > item[pile]) throw badField(`items.${i}.quantity`, PILES[pile].tooMany, { left: item[pile] });
    item[pile] -= row.quantity;
    const place = places.find((known) => known.id === row.locationId && known.warehouseId === item.warehouseId);
    if (row.decision === 'restock' && !place) throw badField(`items.${i}.locationId`, 'returns.shelfMissing');
    return {
      item,
      quantity: row.quantity,
      condition: row.condition,
      decision: row.decision,
      locationId: row.decision === 'restock' ? (place?.id ?? null) : null,
      unitCost: costs.get(item.productId) ?? '0',
      batchId: batches.get(item.productId) ?? 0,
      remark: row.remark,
    };
  });
}

/**
 * The unit cost when the order shipped; for a product that was not on the order, its last cost in the receiving
 * warehouse.
 */
async function costsWhenLeft(tx: Tx, orderId: number, items: readonly Item[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ productId: number; cost: string }>(sql`
    select d.p as "productId", coalesce(
      (select sum(c.quantity * c.unit_cost) / sum(c.quantity) from outbound b
         join cost_issue c on c.company_id = b.company_id and c.doc_kind = 'outbound' and c.doc_id = b.id
         where b.company_id = ${sql.company} and b.order_id = ${orderId} and c.product_id = d.p),
      (select l.unit_cost from cost_layer l where l.company_id = ${sql.company} and l.warehouse_id = d.w and l.product_id = d.p
         order by l.received_at desc, l.id desc limit 1), 0)::numeric(18, 6) as cost
    from jsonb_to_recordset(${JSON.stringify(items.map((item) => ({ p: item.productId, w: item.warehouseId })))}::jsonb) as d(p bigint, w bigint)`);
  return new Map(rows.map((row) => [row.productId, row.cost]));
}

/**
 * The batch of each product that shipped with the order, its splits or its merged box. A single unit does not show its
 * batch: assumes the recalled one, else the one that expires first.
 */
async function batchesThatLeft(tx: Tx, orderId: number): Promise<Map<number, number>> {
  const rows = await tx.rows<{ productId: number; batchId: number }>(sql`
    select distinct on (p.product_id) p.product_id, p.batch_id
    from sales_order s join outbound o on o.company_id = s.company_id and o.order_id = ${firstOf(sql`s.merged_into`, sql`s.id`)}
      join pick_line p on p.company_id = s.company_id and p.outbound_id = o.id and p.picked > 0 and p.batch_id <> 0
      join stock_batch t on t.company_id = s.company_id and t.id = p.batch_id
    where s.company_id = ${sql.company} and (s.id = ${orderId} or s.split_from = ${orderId}) and o.state = 'shipped'
    order by p.product_id, t.state = 'recalled' desc, t.expires_on nulls last, t.id`);
  return new Map(rows.map((row) => [row.productId, row.batchId]));
}

/** @returns the ids in the order of the decisions */
async function writeVerdicts(tx: Tx, returnId: number, verdicts: readonly Verdict[], pile: Pile): Promise<number[]> {
  const rows = verdicts.map(({ item, unitCost, ...verdict }, place) => ({
    ...verdict,
    place,
    itemId: item.id,
    cost: money(new Decimal(unitCost).times(verdict.quantity)),
  }));
  const written = await tx.rows<{
    id: number;
  }>(sql`insert into return_inspection (company_id, return_id, item_id, condition, decision,
      quantity, again, location_id, cost, remark, at, actor)
    select ${sql.company}, ${returnId}, v."itemId", v.condition, v.decision, v.quantity, ${pile === 'aside'}, v."locationId", v.cost,
      v.remark,
      ${tx.now}, ${tx.actor.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(place int, "itemId" bigint, condition text, decision text,
      quantity int, "locationId" bigint, cost numeric, remark text) order by v.place returning id`);
  return written.map((row) => row.id).sort((a, b) => a - b);
}

/** Units that are quarantined or for the supplier stay in place and cannot be sold. */
function movesOf(returnId: number, verdict: Verdict & { id: number }): Move[] {
  const { item, quantity, decision, locationId, batchId, id } = verdict;
  if (decision !== 'restock' && decision !== 'scrap') return [];
  const about = {
    warehouseId: item.warehouseId,
    productId: item.productId,
    docKind: RETURN.kind,
    docId: returnId,
    docLine: id,
  };
  const out: Move = {
    ...about,
    locationId: item.locationId,
    condition: 'returned',
    onHand: -quantity,
    reason: decision,
    step: decision === 'scrap' ? 'scrap' : 'leave',
  };
  if (decision === 'scrap' || locationId === null) return [out];
  return [out, { ...about, locationId, batchId, onHand: quantity, reason: 'restock', step: 'restock' }];
}
