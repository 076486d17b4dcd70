import { inboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, split } from '../../../core/money.ts';
import { lostOf, sourceLines } from './lost.ts';
import { lockInbound } from './receive.ts';

/** The share of a late cost that no unit to come carries. Amounts are in base currency, two places. */
export interface LateShare {
  sourceLine: number;
  productId: number;
  /** Of units that came in, with their layers. */
  came: string;
  layerIds: number[];
  /** Of units that are in no layer and never will be. */
  lost: string;
}

/**
 * Spreads costs of lines of a source document over their units: those to come, or waiting for their check, cost more from
 * here on; the shares of the others are returned.
 */
export async function addLateCosts(
  tx: Tx,
  inboundId: number,
  costs: readonly { sourceLine: number; amount: string }[],
): Promise<LateShare[]> {
  const { state } = await lockInbound(tx, inboundId);
  const open = inboundMay('close', { state });
  const lines = new Map((await sourceLines(tx, inboundId)).map((line) => [line.sourceLine, line]));
  const raised: { sourceLine: number; by: string }[] = [];
  const shares = costs.flatMap(({ sourceLine, amount }): LateShare[] => {
    const line = lines.get(sourceLine);
    if (!line) return [];
    const { productId, expected, checking, layered, layerIds } = line;
    const lost = open ? 0 : lostOf(line);
    const rest = open ? Math.max(checking, expected - layered) : checking;
    const units = layered + rest + lost;
    // Also where all came or none will: a receipt may be undone, and units may come after the end.
    if (units > 0 && inboundMay('receive', { state }))
      raised.push({ sourceLine, by: new Decimal(amount).div(units).toFixed(6) });
    const [came = '0', , gone = '0'] = units > 0 ? split(amount, [layered, rest, lost]) : ['0', '0', amount];
    return [{ sourceLine, productId, came, layerIds, lost: gone }];
  });
  await tx.rows(sql`update inbound_line l set unit_cost = l.unit_cost + r.by
    from jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) as r("sourceLine" bigint, by numeric)
    where l.company_id = ${sql.company} and l.inbound_id = ${inboundId} and l.source_line = r."sourceLine"`);
  return shares;
}
