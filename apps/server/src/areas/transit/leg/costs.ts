import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { costLeg } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { raiseCosts } from '../../warehouse/public.ts';
import { holdLeg, legDocument } from '../documents.ts';
import { addCosts, landCosts } from '../landed.ts';

interface Line extends Record<string, unknown> {
  lineId: number;
  productId: number;
  units: number;
  goodsCost: string;
}

/**
 * Duty and brokerage are billed in transit: they join the product cost until receiving starts. @throws conflict
 * transit.costsReceived
 */
export async function addLate(tx: Tx, { id, costs }: Pick<ParsedOf<typeof costLeg>, 'id' | 'costs'>): Promise<void> {
  const held = await holdLeg(tx, id);
  if (held.inboundId === null)
    throw conflict('document.state', { number: held.number, from: held.state, to: 'shipped' });
  const lines = await tx.rows<Line>(sql`select id as "lineId", product_id, quantity as units,
      coalesce(goods_cost, 0) as "goodsCost"
    from transit_leg_line where company_id = ${tx.companyId} and leg_id = ${id} order by id`);
  await addCosts(tx, legDocument.kind, id, costs);
  const landed = await landCosts(tx, legDocument.kind, id, lines);
  const more = lines.map(({ lineId, goodsCost }) => ({
    sourceLine: lineId,
    by: new Decimal(landed.get(lineId) ?? goodsCost).minus(goodsCost).toFixed(6),
  }));
  if (!(await raiseCosts(tx, held.inboundId, more))) throw conflict('transit.costsReceived', { number: held.number });
  await tx.rows(sql`update transit_leg_line l set landed_cost = l.landed_cost + r.by
    from jsonb_to_recordset(${JSON.stringify(more)}::jsonb) as r("sourceLine" bigint, by numeric)
    where l.company_id = ${tx.companyId} and l.id = r."sourceLine"`);
  writeHistory(tx, [{ docKind: legDocument.kind, docId: id, event: 'costs', detail: { count: costs.length } }]);
}
