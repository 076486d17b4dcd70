import type { InboundKind } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { lockBalances, moveStock } from '../../stock/public.ts';
import { inboundKind } from '../states.ts';

export interface NewInbound {
  warehouseId: number;
  kind: InboundKind;
  /** The source document. */
  source?: { kind: string; id: number; number: string };
  reference?: string;
  carrier?: string;
  trackingNumber?: string;
  /** yyyy-mm-dd */
  expectedOn?: string | undefined;
  qualityCheck?: boolean;
  remark?: string;
  lines: {
    productId: number;
    quantity: number;
    sourceLine?: number;
    /** Base currency per unit, decimal string. If empty, the product's last cost on receipt. */
    unitCost?: string | undefined;
  }[];
  /** Carton labels and contents. `line` is the index in `lines`, from 0. */
  cartons?: { code: string; contents: { line: number; quantity: number; batch?: string; expiresOn?: string }[] }[];
}

/**
 * Creates an ASN: expected units count as the warehouse's incoming until they are received or the receipt is closed.
 */
export async function createInbound(tx: Tx, input: NewInbound): Promise<{ id: number; number: string }> {
  // Before the document number: the shipping caller has locked balances already.
  await lockBalances(
    tx,
    input.lines.map(({ productId }) => ({ warehouseId: input.warehouseId, productId })),
  );
  const [number = ''] = await nextNumbers(tx, inboundKind);
  const [head] = await tx.rows<{ id: number }>(
    sql`insert into inbound (company_id, number, warehouse_id, kind, source_kind, source_id, source_no, reference, carrier,
       tracking_number, expected_on, quality_check, remark, units, created_at, created_by)
     values (${sql.company}, ${number}, ${input.warehouseId}, ${input.kind}, ${input.source?.kind ?? null}, ${input.source?.id ?? null}, ${input.source?.number ?? ''}, ${input.reference ?? ''}, ${input.carrier ?? ''}, upper(${input.trackingNumber ?? ''}), ${input.expectedOn ?? null}, ${input.qualityCheck ?? false}, ${input.remark ?? ''}, ${input.lines.reduce((sum, line) => sum + line.quantity, 0)}, ${tx.now}, ${tx.actor.name}) returning id`,
  );
  if (!head) throw new Error('an inbound was not written');
  const lines = await addLines(tx, head.id, input.lines);
  await addCartons(tx, head.id, input, lines);
  await moveStock(
    tx,
    input.lines.flatMap(({ productId, quantity }, i) =>
      quantity === 0
        ? []
        : [
            {
              warehouseId: input.warehouseId,
              productId,
              incoming: quantity,
              reason: 'announced',
              docKind: 'inbound',
              docId: head.id,
              docLine: lines[i] ?? 0,
              step: 'expect',
            },
          ],
    ),
  );
  writeHistory(tx, [{ docKind: 'inbound', docId: head.id, event: 'created', toState: 'notice' }]);
  return { id: head.id, number };
}

type Travel = { reference: string; carrier: string; trackingNumber: string; expectedOn: string | null };

/** Updates reference, carrier and expected arrival of an ASN that has not arrived. */
export async function noteTravel(tx: Tx, inboundId: number, travel: Travel): Promise<void> {
  await tx.rows(
    sql`update inbound set reference = ${travel.reference}, carrier = ${travel.carrier}, tracking_number = upper(${travel.trackingNumber}), expected_on = ${travel.expectedOn}, version = version + 1
     where company_id = ${sql.company} and id = ${inboundId} and state = 'notice'`,
  );
}

/**
 * Adds cartons to an ASN that has not arrived, with contents by line of its source document. A carton that it has already
 * stays as it is.
 */
export async function packInbound(
  tx: Tx,
  inboundId: number,
  cartons: readonly { code: string; contents: readonly { lineId: number; quantity: number }[] }[],
): Promise<void> {
  if (cartons.length === 0) return;
  await tx.rows(sql`insert into inbound_carton (company_id, inbound_id, code, contents)
    select ${sql.company}, ${inboundId}, r.code, x.contents
    from jsonb_to_recordset(${JSON.stringify(cartons)}::jsonb) as r(code text, contents jsonb)
    cross join lateral (select jsonb_agg(jsonb_build_object('lineId', l.id, 'quantity', c.quantity) order by l.id) as contents
      from jsonb_to_recordset(r.contents) as c("lineId" bigint, quantity int)
      join inbound_line l on l.company_id = ${sql.company} and l.inbound_id = ${inboundId} and l.source_line = c."lineId") x
    where x.contents is not null on conflict (company_id, inbound_id, code) do nothing`);
}

/** @returns the ids of the lines, in their order */
export async function addLines(tx: Tx, inboundId: number, lines: NewInbound['lines']): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`with given as (
       select * from jsonb_to_recordset(${JSON.stringify(lines.map((line, n) => ({ ...line, n })))}::jsonb) as r(n int, "productId" bigint, quantity int, "sourceLine" bigint, "unitCost" numeric)
     )
     insert into inbound_line (company_id, inbound_id, product_id, source_line, expected, incoming, unit_cost)
     select ${sql.company}, ${inboundId}, g."productId", coalesce(g."sourceLine", 0), g.quantity, g.quantity, g."unitCost" from given g order by g.n
     returning id`,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

async function addCartons(tx: Tx, inboundId: number, input: NewInbound, lineIds: readonly number[]): Promise<void> {
  if (!input.cartons?.length) return;
  const cartons = input.cartons.map(({ code, contents }) => ({
    code,
    contents: contents.map(({ line, ...rest }) => ({ lineId: lineIds[line], ...rest })),
  }));
  await tx.rows(
    sql`insert into inbound_carton (company_id, inbound_id, code, contents)
     select ${sql.company}, ${inboundId}, r.code, r.contents from jsonb_to_recordset(${JSON.stringify(cartons)}::jsonb) as r(code text, contents jsonb) returning 1`,
  );
}
