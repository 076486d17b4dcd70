import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** Sets the shipping channel of outbound orders locked by the caller. Waves are built by it. */
export async function chooseChannel(tx: Tx, outboundIds: readonly number[], channelId: number): Promise<void> {
  if (outboundIds.length === 0) return;
  await tx.rows(
    sql`update outbound set channel_id = ${channelId} where company_id = ${sql.company} and id = any(${outboundIds}::bigint[]) and state not in ('shipped', 'cancelled')`,
  );
}
