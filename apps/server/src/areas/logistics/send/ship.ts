import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type BulkResult, overOrders, type Selection, type Why } from '../../orders/public.ts';
import { lockOutboundsOfOrders, shipOutbounds } from '../../warehouse/public.ts';

/** Platforms that require a shipping document at handover. */
const PAPER_REQUIRED = ['homedepot', 'lowes'];

/** Orders that cannot ship before a shipping document is attached. */
export async function withoutPaper(tx: Tx, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`select s.id from sales_order s where s.company_id = ${sql.company}
    and s.id = any(${arrayOf(orderIds)}::bigint[]) and (s.platform = any(${arrayOf(PAPER_REQUIRED)}::text[]) or s.origin = 'wholesale')
    and not exists (select from attachment a where a.company_id = ${sql.company} and a.doc_kind = 'sales_order' and a.doc_id = s.id)`);
  return new Set(rows.map((row) => row.id));
}

/** Ships packed orders of warehouses that the user sees. */
export function shipOrders(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return overOrders(app, ctx, selection, (ids) => app.database.inCompany(ctx, (tx) => shipPacked(tx, ids)));
}

export async function shipPacked(tx: Tx, ids: readonly number[]) {
  const all = await lockOutboundsOfOrders(tx, ids);
  const bare = await withoutPaper(tx, ids);
  const packed = all.filter(
    (one) =>
      one.state === 'packed' &&
      !bare.has(one.orderId) &&
      (tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(one.warehouseId)),
  );
  const outcome = await shipOutbounds(
    tx,
    packed.map((one) => one.id),
  );
  const orderOf = new Map(packed.map((one) => [one.id, one.orderId]));
  const refusals = new Map<number, Refusal>(outcome.refused.map((one) => [orderOf.get(one.id) ?? 0, one]));
  return {
    done: outcome.done.flatMap((id) => orderOf.get(id) ?? []),
    otherwise: (id: number): Why =>
      bare.has(id) ? 'logistics.attachmentMissing' : (refusals.get(id) ?? 'orders.state'),
  };
}
