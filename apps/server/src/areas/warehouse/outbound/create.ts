import type { Tx } from '../../../core/database/database.ts';
import { nextNumbers } from '../../../core/documents.ts';
import type { OutboundMove } from '../hooks.ts';
import { recordMoves, tellMoves } from '../moved.ts';
import { outboundKind } from '../states.ts';

export interface NewOutbound {
  orderId: number;
  orderNo: string;
  shopId: number;
  warehouseId: number;
  /** The shipping channel if it is chosen already; waves may be built by it. */
  channelId?: number | null;
  lines: { orderLineId: number; productId: number; quantity: number }[];
}

/**
 * Outbound documents for orders whose goods are reserved, many at once. An order that has a live outbound in that
 * warehouse gets no second one and is left out of the answer.
 */
export async function createOutbounds(
  tx: Tx,
  wanted: readonly NewOutbound[],
): Promise<{ outboundId: number; number: string; orderId: number }[]> {
  if (wanted.length === 0) return [];
  const numbers = await nextNumbers(tx, outboundKind, wanted.length);
  const documents = wanted.map((o, i) => ({
    ...o,
    number: numbers[i],
    lineCount: o.lines.length,
    units: o.lines.reduce((sum, line) => sum + line.quantity, 0),
  }));
  const made = await tx.prepared<{ id: number; number: string; orderId: number; warehouseId: number }>(
    'outbound_create',
    `insert into outbound (company_id, number, warehouse_id, order_id, order_no, shop_id, channel_id, state, line_count, units, created_at)
     select $1, r.number, r."warehouseId", r."orderId", r."orderNo", r."shopId", r."channelId", 'waiting', r."lineCount", r.units, $3
     from jsonb_to_recordset($2::jsonb) as r(number text, "warehouseId" bigint, "orderId" bigint, "orderNo" text, "shopId" bigint,
       "channelId" bigint, "lineCount" int, units int)
     on conflict do nothing returning id, number, order_id as "orderId", warehouse_id as "warehouseId"`,
    [tx.companyId, JSON.stringify(documents), tx.now],
  );
  const idOf = new Map(made.map((o) => [o.number, o.id]));
  const lines = documents.flatMap((o) => {
    const outboundId = idOf.get(o.number ?? '');
    return outboundId === undefined ? [] : o.lines.map((line) => ({ ...line, outboundId }));
  });
  if (lines.length === 0) return [];
  tx.later(
    'outbound_create_lines',
    `insert into outbound_line (company_id, outbound_id, order_line_id, product_id, quantity)
     select $1, r."outboundId", r."orderLineId", r."productId", r.quantity
     from jsonb_to_recordset($2::jsonb) as r("outboundId" bigint, "orderLineId" bigint, "productId" bigint, quantity int)
     on conflict do nothing`,
    [tx.companyId, JSON.stringify(lines)],
  );
  const moves = made.map((o): OutboundMove => ({ outboundId: o.id, orderId: o.orderId, from: null, to: 'waiting' }));
  await tellMoves(tx, moves, 'created');
  recordMoves(tx, moves, 'created');
  return made.map((o) => ({ outboundId: o.id, number: o.number, orderId: o.orderId }));
}
