import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type costLeg, fbaMay, legMay } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict } from '../../core/errors.ts';
import { Decimal, split } from '../../core/money.ts';
import { companyOf, localDay } from '../company/public.ts';
import { revalueLayers } from '../stock/public.ts';
import { addLateCosts, inboundLost, type LateShare } from '../warehouse/public.ts';
import { fbaDocument, holdFba, holdLeg, legDocument } from './documents.ts';
import { type TransitCosts, transitCostsCame } from './hooks.ts';
import { addCosts, shareCosts } from './landed.ts';

type Input = Pick<ParsedOf<typeof costLeg>, 'id' | 'costs'>;

interface Line extends Record<string, unknown> {
  lineId: number;
  productId: number;
  units: number;
  goodsCost: string;
  /** Lines of its ASNs, in their order: those of a shipment are several where Amazon split it. */
  sources: { inboundId: number; sourceLine: number; units: number }[];
}

/** `cost_revaluation` and the ledger name late costs by the first of them. */
const LATE = 'transit_cost';

/** @throws conflict document.state before it has left */
export async function addLegCosts(tx: Tx, input: Input): Promise<void> {
  const held = await holdLeg(tx, input.id);
  if (!legMay('cost', held)) throw conflict('document.state', { number: held.number, from: held.state, to: 'shipped' });
  const lines = await tx.rows<Line>(sql`select l.id as line_id, l.product_id, l.quantity as units,
      coalesce(l.goods_cost, 0)::text as goods_cost,
      jsonb_build_array(jsonb_build_object('inboundId', ${held.inboundId}::bigint, 'sourceLine', l.id, 'units', l.quantity)) as sources
    from transit_leg_line l where l.company_id = ${sql.company} and l.leg_id = ${held.id} order by l.id`);
  const by = await addLate(tx, legDocument.kind, input, lines);
  await tx.rows(sql`update transit_leg_line l set landed_cost = l.landed_cost + r.by
    from jsonb_to_recordset(${sql.json(by)}) as r("lineId" bigint, by numeric)
    where l.company_id = ${sql.company} and l.id = r."lineId"`);
}

/** @throws conflict document.state before it has left */
export async function addFbaCosts(tx: Tx, input: Input): Promise<void> {
  const held = await holdFba(tx, input.id);
  if (!fbaMay('addCosts', held))
    throw conflict('document.state', { number: held.number, from: held.state, to: 'shipped' });
  const lines = await tx.rows<Line>(sql`select l.id as line_id, l.product_id, l.quantity * l.factor as units,
      coalesce(l.goods_cost, 0)::text as goods_cost,
      jsonb_agg(jsonb_build_object('inboundId', p.inbound_id, 'sourceLine', x.id, 'units', x.quantity * l.factor)
        order by p.inbound_id, x.id) as sources
    from fba_line l join fba_part_line x on x.company_id = ${sql.company} and x.line_id = l.id
      join fba_part p on p.company_id = ${sql.company} and p.id = x.part_id and p.inbound_id is not null
    where l.company_id = ${sql.company} and l.shipment_id = ${held.id} group by l.company_id, l.id order by l.id`);
  const by = await addLate(tx, fbaDocument.kind, input, lines);
  await tx.rows(sql`update fba_line l set landed_cost = l.landed_cost + r.by
    from jsonb_to_recordset(${sql.json(by)}) as r("lineId" bigint, by numeric)
    where l.company_id = ${sql.company} and l.id = r."lineId"`);
}

/**
 * Duty, brokerage and freight are billed in transit or later: they join the cost of units to come, and change what those
 * that came in are worth. @returns what a unit of each line costs more
 */
async function addLate(
  tx: Tx,
  docKind: string,
  { id, costs }: Input,
  lines: readonly Line[],
): Promise<{ lineId: number; by: string }[]> {
  const costId = await addCosts(tx, docKind, id, costs);
  const shares = await shareCosts(tx, docKind, id, lines);
  const parts = lines.flatMap(({ lineId, sources }) => {
    const amounts = split(
      shares.get(lineId) ?? '0',
      sources.map((one) => one.units),
    );
    return sources.map(({ inboundId, sourceLine }, at) => ({ inboundId, sourceLine, amount: amounts[at] ?? '0' }));
  });
  const came: LateShare[] = [];
  const inbounds = Map.groupBy(parts, (part) => part.inboundId);
  for (const inboundId of [...inbounds.keys()].sort((a, b) => a - b))
    came.push(...(await addLateCosts(tx, inboundId, inbounds.get(inboundId) ?? [])));
  await changeWorth(tx, costId, came);
  writeHistory(tx, [{ docKind, docId: id, event: 'late', detail: { count: costs.length } }]);
  return lines.map(({ lineId, units }) => ({
    lineId,
    by: new Decimal(shares.get(lineId) ?? 0).div(units).toFixed(6),
  }));
}

/** Units in stock take their share into their layers; the shares of those that have left or never came are booked. */
async function changeWorth(tx: Tx, costId: number, shares: readonly LateShare[]): Promise<void> {
  const booked = shares.filter(({ came, lost }) => Number(came) !== 0 || Number(lost) !== 0);
  if (booked.length === 0) return;
  const revalued = await revalueLayers(
    tx,
    booked.map(({ sourceLine, came, layerIds }) => ({
      ...{ docKind: LATE, docId: costId, docLine: sourceLine, amount: came, layerIds },
    })),
  );
  await book(tx, {
    ...{ docKind: LATE, docId: costId, step: 'late' },
    lines: booked.map(({ productId, lost }, at) => ({
      productId,
      stock: revalued[at]?.stock ?? [],
      difference: revalued[at]?.difference ?? '0',
      lost,
    })),
  });
}

async function book(tx: Tx, costs: Omit<TransitCosts, 'onDay'>): Promise<void> {
  const { timeZone } = await companyOf(tx);
  await transitCostsCame.call(tx, { ...costs, onDay: localDay(tx.now, timeZone) });
}

/** Per unit, what the lines of our documents cost beside their goods. */
const costsOfSources = {
  [legDocument.kind]: (
    ids: readonly number[],
  ) => sql`select id as source_line, product_id, landed_cost - goods_cost as cost
    from transit_leg_line where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  [fbaDocument.kind]: (
    ids: readonly number[],
  ) => sql`select x.id as source_line, l.product_id, l.landed_cost - l.goods_cost as cost
    from fba_part_line x join fba_line l on l.company_id = ${sql.company} and l.id = x.line_id
    where x.company_id = ${sql.company} and x.id = any(${ids}::bigint[])`,
};

// The costs of units that never come into stock value are lost with them: no layer takes them.
inboundLost.listen(async (tx, { inboundId, sourceKind, step, lines }) => {
  const of = costsOfSources[sourceKind ?? ''];
  if (!of || lines.length === 0) return;
  const rows = await tx.rows<{ sourceLine: number; productId: number; cost: string }>(
    of(lines.map((line) => line.sourceLine)),
  );
  const units = new Map(lines.map((line) => [line.sourceLine, line.units]));
  const lost = rows.map(({ sourceLine, productId, cost }) => ({
    ...{ productId, stock: [], difference: '0' },
    lost: new Decimal(cost)
      .times(units.get(sourceLine) ?? 0)
      .toDecimalPlaces(2)
      .toFixed(4),
  }));
  if (lost.some((one) => Number(one.lost) !== 0))
    await book(tx, { docKind: 'inbound', docId: inboundId, step, lines: lost });
});
