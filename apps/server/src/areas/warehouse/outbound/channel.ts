import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** Outbounds (locked by the caller) go by this channel: waves are built by it. */
export async function chooseChannel(tx: Tx, outboundIds: readonly number[], channelId: number): Promise<void> {
  if (outboundIds.length === 0) return;
  await tx.rows(
    sql`update outbound set channel_id = ${channelId} where company_id = ${sql.company} and id = any(${outboundIds}::bigint[]) and state not in ('shipped', 'cancelled')`,
  );
}
