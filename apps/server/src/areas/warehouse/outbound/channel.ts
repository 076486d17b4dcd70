import type { Tx } from '../../../core/database/database.ts';

/** Outbounds (locked by the caller) go by this channel: waves are built by it. */
export async function chooseChannel(tx: Tx, outboundIds: readonly number[], channelId: number): Promise<void> {
  if (outboundIds.length === 0) return;
  await tx.prepared(
    'outbound_channel',
    `update outbound set channel_id = $3 where company_id = $1 and id = any($2::bigint[]) and state not in ('shipped', 'cancelled')`,
    [tx.companyId, outboundIds, channelId],
  );
}
