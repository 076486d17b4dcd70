import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers } from '../../../core/documents.ts';
import type { OutboundMove } from '../hooks.ts';
import { outboundKind } from '../states.ts';
import { publishMoves, recordMoves } from './moves.ts';

export interface NewOutbound {
  orderId: number;
  orderNo: string;
  shopId: number;
  warehouseId: number;
  /** The shipping channel if already chosen. Waves may be built by it. */
  channelId?: number | null;
  shipBy: string | null;
  lines: { orderLineId: number; productId: number; quantity: number }[];
}

/**
 * Creates outbound orders for reserved orders, many at once. An order with an open outbound order in that warehouse
 * gets no second one and is left out of the answer.
 */
export async function createOutbounds(
  tx: Tx,
  desired: readonly NewOutbound[],
): Promise<{ outboundId: number; number: string; orderId: number }[]> {
  if (desired.length === 0) return [];
  const numbers = await nextNumbers(tx, outboundKind, desired.length);
  const documents = desired.map((o, i) => ({
    ...o,
    number: numbers[i],
    lineCount: o.lines.length,
    units: o.lines.reduce((sum, line) => sum + line.quantity, 0),
  }));
  const made = await tx.rows<{ id: number; number: string; orderId: number; warehouseId: number }>(
    sql`insert into outbound (company_id, number, warehouse_id, order_id, order_no, shop_id, channel_id, state, line_count, units, ship_by, created_at)
     select ${sql.company}, r.number, r."warehouseId", r."orderId", r."orderNo", r."shopId", r."channelId", 'waiting', r."lineCount", r.units, coalesce(r."shipBy", 'infinity'), ${tx.now}
     from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as r(number text, "warehouseId" bigint, "orderId" bigint, "orderNo" text, "shopId" bigint,
       "channelId" bigint, "lineCount" int, units int, "shipBy" timestamptz)
     on conflict do nothing returning id, number, order_id as "orderId", warehouse_id as "warehouseId"`,
  );
  const idOf = new Map(made.map((o) => [o.number, o.id]));
  const lines = documents.flatMap((o) => {
    const outboundId = idOf.get(o.number ?? '');
    return outboundId === undefined ? [] : o.lines.map((line) => ({ ...line, outboundId }));
  });
  if (lines.length === 0) return [];
  tx.later(
    sql`insert into outbound_line (company_id, outbound_id, order_line_id, product_id, quantity)
     select ${sql.company}, r."outboundId", r."orderLineId", r."productId", r.quantity
     from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("outboundId" bigint, "orderLineId" bigint, "productId" bigint, quantity int)
     on conflict do nothing`,
  );
  const moves = made.map((o): OutboundMove => ({ outboundId: o.id, orderId: o.orderId, from: null, to: 'waiting' }));
  await publishMoves(tx, moves, 'created');
  recordMoves(tx, moves, 'created');
  return made.map((o) => ({ outboundId: o.id, number: o.number, orderId: o.orderId }));
}
