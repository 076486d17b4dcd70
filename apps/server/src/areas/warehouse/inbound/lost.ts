import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { type InboundOf, inboundLost } from '../hooks.ts';

/** A line of the source document, whose goods may be several lines of the ASN. */
export interface SourceLine {
  sourceLine: number;
  productId: number;
  expected: number;
  checking: number;
  /** Units that came into stock value, and their layers. */
  layered: number;
  layerIds: number[];
}

/** Units of an ended receipt without a layer: they did not come, came damaged or failed their check. */
export const lostOf = ({ expected, layered, checking }: SourceLine): number =>
  Math.max(0, expected - layered - checking);

export interface LostUnits {
  sourceLine: number;
  units: number;
}

export async function lostUnits(tx: Tx, inboundId: number): Promise<LostUnits[]> {
  const lines = await sourceLines(tx, inboundId);
  return lines.map((line) => ({ sourceLine: line.sourceLine, units: lostOf(line) }));
}

/** Reports what an ended receipt has lost beyond what it had lost before. */
export async function reportLost(
  tx: Tx,
  { id: inboundId, kind, sourceKind, sourceId, warehouseId }: Omit<InboundOf, 'inboundId'> & { id: number },
  step: string,
  before: readonly LostUnits[] = [],
): Promise<void> {
  const known = new Map(before.map((one) => [one.sourceLine, one.units]));
  const lines = (await lostUnits(tx, inboundId))
    .map(({ sourceLine, units }) => ({ sourceLine, units: units - (known.get(sourceLine) ?? 0) }))
    .filter((one) => one.units !== 0);
  if (lines.length > 0) await inboundLost.call(tx, { inboundId, kind, sourceKind, sourceId, warehouseId, step, lines });
}

export const sourceLines = (tx: Tx, inboundId: number): Promise<SourceLine[]> =>
  tx.rows<SourceLine>(sql`
    with line as (select id, source_line, product_id, expected from inbound_line
        where company_id = ${sql.company} and inbound_id = ${inboundId} and source_line <> 0),
      receipt as (select t.id, l.source_line, t.condition, t.quantity - t.passed - t.failed as unchecked
        from line l join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = ${inboundId}
          and t.line_id = l.id and t.undone_at is null),
      layer as (select r.source_line, c.id, c.quantity from receipt r
        left join inbound_check k on k.company_id = ${sql.company} and k.inbound_id = ${inboundId} and k.receipt_id = r.id
        join cost_layer c on c.company_id = ${sql.company} and c.doc_id = ${inboundId} and (
          (c.doc_kind = 'inbound' and c.doc_line = r.id) or (c.doc_kind = 'inbound_check' and c.doc_line = k.id)))
    select l.source_line, min(l.product_id) as product_id, sum(l.expected)::int as expected,
      (select coalesce(sum(r.unchecked), 0)::int from receipt r
        where r.source_line = l.source_line and r.condition = 'checking') as checking,
      (select coalesce(sum(y.quantity), 0)::int from (select distinct id, quantity from layer y where y.source_line = l.source_line) y) as layered,
      (select coalesce(jsonb_agg(distinct y.id), '[]') from layer y where y.source_line = l.source_line) as "layerIds"
    from line l group by l.source_line`);
