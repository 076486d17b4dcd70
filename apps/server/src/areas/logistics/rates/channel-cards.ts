import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';

/** Of a channel that goes: its drafts go with it. @throws conflict logistics.channelHasCards while a version was active */
export async function deleteCardsOf(tx: Tx, channelId: number, name: string): Promise<void> {
  const cards = sql`select id from rate_card where company_id = ${sql.company} and channel_id = ${channelId}`;
  const kept = await tx.row(sql`select 1 from rate_card_version
    where company_id = ${sql.company} and card_id in (${cards}) and state <> 'draft' limit 1`);
  if (kept) throw conflict('logistics.channelHasCards', { name });
  await tx.rows(sql`delete from rate_card_version where company_id = ${sql.company} and card_id in (${cards})`);
  await tx.rows(sql`delete from rate_card where company_id = ${sql.company} and channel_id = ${channelId}`);
}
