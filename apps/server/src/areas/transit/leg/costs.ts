import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { costLeg } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { revalueLayers } from '../../stock/public.ts';
import { addLateCosts, type LateShare } from '../../warehouse/public.ts';
import { holdLeg, legDocument } from '../documents.ts';
import { legCostsCame } from '../hooks.ts';
import { addCosts, shareCosts } from '../landed.ts';

interface Line extends Record<string, unknown> {
  lineId: number;
  productId: number;
  units: number;
  goodsCost: string;
}

/** `cost_revaluation` and the ledger name late costs by the first of them. */
const LATE = 'transit_cost';

/**
 * Duty and brokerage are billed in transit or later: they join the cost of units to come, and change what those that came
 * in are worth. @throws conflict document.state, transit.costsCancelled
 */
export async function addLate(tx: Tx, { id, costs }: Pick<ParsedOf<typeof costLeg>, 'id' | 'costs'>): Promise<void> {
  const held = await holdLeg(tx, id);
  if (held.inboundId === null)
    throw conflict('document.state', { number: held.number, from: held.state, to: 'shipped' });
  const lines = await tx.rows<Line>(sql`select id as "lineId", product_id, quantity as units,
      coalesce(goods_cost, 0) as "goodsCost"
    from transit_leg_line where company_id = ${tx.companyId} and leg_id = ${id} order by id`);
  const costId = await addCosts(tx, legDocument.kind, id, costs);
  const shares = await shareCosts(tx, legDocument.kind, id, lines);
  const more = lines.map(({ lineId, units }) => {
    const amount = shares.get(lineId) ?? '0';
    return { sourceLine: lineId, amount, by: new Decimal(amount).div(units).toFixed(6) };
  });
  const came = await addLateCosts(tx, held.inboundId, more);
  if (!came) throw conflict('transit.costsCancelled', { number: held.number });
  await tx.rows(sql`update transit_leg_line l set landed_cost = l.landed_cost + r.by
    from jsonb_to_recordset(${JSON.stringify(more)}::jsonb) as r("sourceLine" bigint, by numeric)
    where l.company_id = ${tx.companyId} and l.id = r."sourceLine"`);
  await changeWorth(tx, costId, came);
  writeHistory(tx, [{ docKind: legDocument.kind, docId: id, event: 'costs', detail: { count: costs.length } }]);
}

/** Units in stock take their share into their layers; the share of those that have left is a difference of today. */
async function changeWorth(tx: Tx, costId: number, came: readonly LateShare[]): Promise<void> {
  if (came.length === 0) return;
  const revalued = await revalueLayers(
    tx,
    came.map(({ sourceLine, amount, layerIds }) => ({
      ...{ docKind: LATE, docId: costId, docLine: sourceLine, amount, layerIds },
    })),
  );
  const { timeZone } = await companyOf(tx);
  await legCostsCame.call(tx, {
    costId,
    onDay: localDay(tx.now, timeZone),
    lines: revalued.map(({ stock, difference }, at) => ({ productId: came[at]?.productId ?? 0, stock, difference })),
  });
}
