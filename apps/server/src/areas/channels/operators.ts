import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { userRemoving, userSwapping } from '../identity/public.ts';

async function handOver(tx: Tx, fromUserId: number, toUserId: number | null): Promise<number> {
  const shops = await tx.rows<{ id: number }>(sql`update shop set operator_id = ${toUserId}, updated_at = ${tx.now}
    where company_id = ${sql.company} and operator_id = ${fromUserId} returning id`);
  const detail = { changes: { operatorId: [fromUserId, toUserId] } };
  writeHistory(
    tx,
    shops.map(({ id }) => ({ docKind: 'shop', docId: id, event: 'edited', detail })),
  );
  return shops.length;
}

userSwapping.listen(async (tx, { oldUserId, newUserId, moved }) => {
  moved.set('shops', await handOver(tx, oldUserId, newUserId));
});
userRemoving.listen(async (tx, { userId }) => void (await handOver(tx, userId, null)));
