import type { Tx } from '../../../core/database/database.ts';
import type { Status } from '../status.ts';

/** An order as it stands when something is to be undone. */
export type Now = {
  id: number;
  displayNo: string;
  status: Status;
  exception: string | null;
  trackingNumber: string | null;
  confirmState: string;
  platformUpdatedAt: Date;
  /** The buyer asks to cancel, or the platform says wait. */
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
  const rows = await tx.prepared<Now>(
    'undo_standing',
    `select id, display_no as "displayNo", status, exception, tracking_number as "trackingNumber", confirm_state as "confirmState",
       platform_updated_at as "platformUpdatedAt", merged_into as "mergedInto", split_from as "splitFrom", remark, priority,
       warehouse_id as "warehouseId", channel_id as "channelId", tag_ids as "tagIds",
       cancel_requested or platform_hold is not null as "mustStay"
     from sales_order where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why an order that went on since cannot be where it was. */
export function gone(now: Now): string {
  if (now.confirmState === 'confirmed' || now.confirmState === 'telling') return 'orders.undoTold';
  if (now.status === 'shipped' || now.status === 'delivered') return 'orders.undoShipped';
  if (now.trackingNumber !== null) return 'orders.undoLabel';
  if (now.status === 'picking' || now.status === 'packed') return 'orders.undoUnderway';
  return 'orders.undoChanged';
}
