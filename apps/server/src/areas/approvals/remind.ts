import type { Tx } from '../../core/database/database.ts';

/** Tells those whose turn it is, and whoever stands in for them. */
export async function remind(tx: Tx, requestIds: readonly number[]): Promise<void> {
  tx.later(
    'approval_reminded',
    'update approval_request set reminded_at = $3 where company_id = $1 and id = any($2::bigint[])',
    [tx.companyId, requestIds, tx.now],
  );
}
