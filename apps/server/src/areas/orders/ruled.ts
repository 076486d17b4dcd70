import type { Tx } from '../../core/database/database.ts';
import { arranging } from './hooks.ts';
import type { Decision } from './judge.ts';

export interface Judged {
  id: number;
  orderedAt: string | Date;
  decision: Decision;
}

/** Notes tags the other way round, for orders that carry them already. */
export function giveTags(tx: Tx, judged: readonly Judged[]): void {
  const rows = judged.flatMap(({ id, orderedAt, decision }) =>
    decision.tagIds.map((tagId) => ({ tagId, orderedAt, orderId: id })),
  );
  if (rows.length === 0) return;
  tx.later(
    'ruled_tags',
    `insert into order_tagged (company_id, tag_id, ordered_at, order_id)
     select $1, r."tagId", r."orderedAt", r."orderId"
     from jsonb_to_recordset($2::jsonb) as r("tagId" bigint, "orderedAt" timestamptz, "orderId" bigint) on conflict do nothing`,
    [tx.companyId, JSON.stringify(rows)],
  );
}

/** Orders that go on by themselves and that a rule wants split or merged. */
export async function askArranging(tx: Tx, judged: readonly Judged[]): Promise<void> {
  const orders = judged.flatMap(({ id, decision: { status, split, merge } }) => {
    if (status !== 'allocate' || !(split || merge)) return [];
    return [{ id, ...(split ? { split } : {}), ...(merge ? { merge } : {}) }];
  });
  if (orders.length > 0) await arranging.call(tx, { orders });
}
