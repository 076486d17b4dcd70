import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { arrayOf } from '../../../core/scope.ts';

/**
 * Sets the channel of orders that have not left and do not ship with platform logistics. The caller has locked their
 * outbound orders and left out those with a label. `told` goes to the history.
 * @returns the changed orders
 */
export async function setChannel(
  tx: Tx,
  orderIds: readonly number[],
  { channelId, serviceCode, told: answered }: { channelId: number; serviceCode: string; told: Record<string, unknown> },
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    update sales_order s set channel_id = ${channelId}, service_code = ${serviceCode}, version = version + 1
    where s.company_id = ${sql.company} and s.id = any(${arrayOf(orderIds)}::bigint[]) and not s.platform_shipping
      and s.status in ('unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held') returning s.id`);
  const ids = rows.map((row) => row.id);
  writeHistory(
    tx,
    ids.map((docId) => ({ docKind: 'sales_order', docId, event: 'freightChosen', detail: answered })),
  );
  return ids;
}
