import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Status } from '../status.ts';

/** The current state of an order to undo. */
export type Now = {
  id: number;
  displayNo: string;
  status: Status;
  exception: string | null;
  trackingNumber: string | null;
  confirmState: string;
  platformUpdatedAt: Date;
  /** The buyer requested cancellation, or the platform put the order on hold. */
  mustStay: boolean;
  mergedInto: number | null;
  splitFrom: number | null;
  remark: string;
  priority: number;
  warehouseId: number | null;
  channelId: number | null;
  tagIds: number[];
};

export async function standing(tx: Tx, ids: readonly number[]): Promise<Map<number, Now>> {
  const rows = await tx.rows<Now>(
    sql`select id, display_no, status, exception, tracking_number, confirm_state,
       platform_updated_at, merged_into, split_from, remark, priority,
       warehouse_id, channel_id, tag_ids,
       cancel_requested or platform_hold is not null as "mustStay"
     from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The reason why an order that has moved on cannot go back. */
export function gone(now: Now): string {
  if (now.confirmState === 'confirmed' || now.confirmState === 'telling') return 'orders.undoTold';
  if (now.status === 'shipped' || now.status === 'delivered') return 'orders.undoShipped';
  if (now.trackingNumber !== null) return 'orders.undoLabel';
  if (now.status === 'picking' || now.status === 'packed') return 'orders.undoUnderway';
  return 'orders.undoChanged';
}
