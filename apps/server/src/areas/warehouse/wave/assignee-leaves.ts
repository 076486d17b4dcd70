import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { userRemoving, userSwapping } from '../../identity/public.ts';

/** Unfinished waves. Finished ones keep their picker. */
async function handOver(tx: Tx, fromUserId: number, toUserId: number | null): Promise<number> {
  const waves = await tx.rows<{ id: number }>(sql`update wave set assignee_id = ${toUserId}
    where company_id = ${sql.company} and assignee_id = ${fromUserId} and state in ('open', 'picking', 'picked') returning id`);
  const detail = { assigneeId: toUserId ?? 0 };
  writeHistory(
    tx,
    waves.map(({ id }) => ({ docKind: 'wave', docId: id, event: 'assigned', detail })),
  );
  return waves.length;
}

userSwapping.listen(async (tx, { oldUserId, newUserId, moved }) => {
  moved.set('waves', await handOver(tx, oldUserId, newUserId));
});
userRemoving.listen(async (tx, { userId }) => void (await handOver(tx, userId, null)));
