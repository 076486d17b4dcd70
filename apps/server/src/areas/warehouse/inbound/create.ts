import type { InboundKind } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { lockBalances, moveStock } from '../../stock/public.ts';
import { inboundKind } from '../states.ts';

export interface NewInbound {
  warehouseId: number;
  kind: InboundKind;
  /** The document that announces it. */
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
    /** Base currency per unit, decimal string; without it the product's last cost when it comes in. */
    unitCost?: string | undefined;
  }[];
  /** Labels of cartons and what is in each: `line` is the place in `lines`, from 0. */
  cartons?: { code: string; contents: { line: number; quantity: number; batch?: string; expiresOn?: string }[] }[];
}

/** Announces goods to a warehouse: what is expected counts as incoming there until it is received or given up. */
export async function createInbound(tx: Tx, given: NewInbound): Promise<{ id: number; number: string }> {
  // Before the number: whoever ships to here has locked balances already.
  await lockBalances(
    tx,
    given.lines.map(({ productId }) => ({ warehouseId: given.warehouseId, productId })),
  );
  const [number = ''] = await nextNumbers(tx, inboundKind);
  const [head] = await tx.prepared<{ id: number }>(
    'inbound_create',
    `insert into inbound (company_id, number, warehouse_id, kind, source_kind, source_id, source_no, reference, carrier,
       tracking_number, expected_on, quality_check, remark, units, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, upper($10), $11, $12, $13, $14, $15, $16) returning id`,
    [
      tx.companyId,
      number,
      given.warehouseId,
      given.kind,
      given.source?.kind ?? null,
      given.source?.id ?? null,
      given.source?.number ?? '',
      given.reference ?? '',
      given.carrier ?? '',
      given.trackingNumber ?? '',
      given.expectedOn ?? null,
      given.qualityCheck ?? false,
      given.remark ?? '',
      given.lines.reduce((sum, line) => sum + line.quantity, 0),
      tx.now,
      tx.actor.name,
    ],
  );
  if (!head) throw new Error('an inbound was not written');
  const lines = await addLines(tx, head.id, given.lines);
  await addCartons(tx, head.id, given, lines);
  await moveStock(
    tx,
    given.lines.flatMap(({ productId, quantity }, i) =>
      quantity === 0
        ? []
        : [
            {
              warehouseId: given.warehouseId,
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

/** What is known better now of the way of goods that are expected still. */
export async function noteTravel(tx: Tx, inboundId: number, travel: Travel): Promise<void> {
  await tx.prepared(
    'inbound_travel',
    `update inbound set reference = $3, carrier = $4, tracking_number = upper($5), expected_on = $6, version = version + 1
     where company_id = $1 and id = $2 and state = 'notice'`,
    [tx.companyId, inboundId, travel.reference, travel.carrier, travel.trackingNumber, travel.expectedOn],
  );
}

/** @returns the ids of the lines, in their order */
export async function addLines(tx: Tx, inboundId: number, lines: NewInbound['lines']): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'inbound_lines_create',
    `with given as (
       select * from jsonb_to_recordset($3::jsonb) as r(n int, "productId" bigint, quantity int, "sourceLine" bigint, "unitCost" numeric)
     )
     insert into inbound_line (company_id, inbound_id, product_id, source_line, expected, incoming, unit_cost)
     select $1, $2, g."productId", coalesce(g."sourceLine", 0), g.quantity, g.quantity, g."unitCost" from given g order by g.n
     returning id`,
    [tx.companyId, inboundId, JSON.stringify(lines.map((line, n) => ({ ...line, n })))],
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

async function addCartons(tx: Tx, inboundId: number, given: NewInbound, lineIds: readonly number[]): Promise<void> {
  if (!given.cartons?.length) return;
  const cartons = given.cartons.map(({ code, contents }) => ({
    code,
    contents: contents.map(({ line, ...rest }) => ({ lineId: lineIds[line], ...rest })),
  }));
  await tx.prepared(
    'inbound_cartons_create',
    `insert into inbound_carton (company_id, inbound_id, code, contents)
     select $1, $2, r.code, r.contents from jsonb_to_recordset($3::jsonb) as r(code text, contents jsonb)`,
    [tx.companyId, inboundId, JSON.stringify(cartons)],
  );
}
