import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, split } from '../../../core/money.ts';
import { lockInbound } from './receive.ts';

/** The share of a late cost that falls on units that came in, with their layers. */
export interface LateShare {
  sourceLine: number;
  productId: number;
  /** Base currency, two places. */
  amount: string;
  layerIds: number[];
}

interface Line {
  sourceLine: number;
  productId: number;
  expected: number;
  received: number;
  checking: number;
  layered: number;
  layerIds: number[];
}

/**
 * Spreads costs of lines of a source document over their units: those to come, or waiting for their check, cost more from
 * here on; the share of those that came in is returned. @returns undefined if the ASN was cancelled
 */
export async function addLateCosts(
  tx: Tx,
  inboundId: number,
  costs: readonly { sourceLine: number; amount: string }[],
): Promise<LateShare[] | undefined> {
  const { state } = await lockInbound(tx, inboundId);
  if (state === 'cancelled') return undefined;
  const open = state !== 'received' && state !== 'done';
  const lines = new Map((await linesOf(tx, inboundId)).map((line) => [line.sourceLine, line]));
  const raised: { sourceLine: number; by: string }[] = [];
  const shares = costs.flatMap(({ sourceLine, amount }): LateShare[] => {
    const line = lines.get(sourceLine);
    if (!line) return [];
    const { productId, layered, layerIds } = line;
    const rest = line.checking + (open ? Math.max(0, line.expected - line.received) : 0);
    if (rest > 0) raised.push({ sourceLine, by: new Decimal(amount).div(layered + rest).toFixed(6) });
    // Nothing came and nothing will: the whole cost belongs to units that are gone.
    const [came = '0'] = rest === 0 ? [amount] : split(amount, [layered, rest]);
    return [{ sourceLine, productId, amount: came, layerIds }];
  });
  await tx.rows(sql`update inbound_line l set unit_cost = l.unit_cost + r.by
    from jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) as r("sourceLine" bigint, by numeric)
    where l.company_id = ${sql.company} and l.inbound_id = ${inboundId} and l.source_line = r."sourceLine"`);
  return shares.filter((one) => !new Decimal(one.amount).isZero());
}

/** By line of the source document, whose goods may be several lines here. */
const linesOf = (tx: Tx, inboundId: number): Promise<Line[]> =>
  tx.rows<Line>(sql`
    with line as (select id, source_line, product_id, expected, received from inbound_line
        where company_id = ${sql.company} and inbound_id = ${inboundId} and source_line <> 0),
      receipt as (select t.id, l.source_line, t.condition, t.quantity - t.passed - t.failed as unchecked
        from line l join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = ${inboundId}
          and t.line_id = l.id and t.undone_at is null),
      layer as (select r.source_line, c.id, c.quantity from receipt r
        left join inbound_check k on k.company_id = ${sql.company} and k.inbound_id = ${inboundId} and k.receipt_id = r.id
        join cost_layer c on c.company_id = ${sql.company} and c.doc_id = ${inboundId} and (
          (c.doc_kind = 'inbound' and c.doc_line = r.id) or (c.doc_kind = 'inbound_check' and c.doc_line = k.id)))
    select l.source_line, min(l.product_id) as product_id, sum(l.expected)::int as expected, sum(l.received)::int as received,
      (select coalesce(sum(r.unchecked), 0)::int from receipt r
        where r.source_line = l.source_line and r.condition = 'checking') as checking,
      (select coalesce(sum(y.quantity), 0)::int from (select distinct id, quantity from layer y where y.source_line = l.source_line) y) as layered,
      (select coalesce(jsonb_agg(distinct y.id), '[]') from layer y where y.source_line = l.source_line) as "layerIds"
    from line l group by l.source_line`);
