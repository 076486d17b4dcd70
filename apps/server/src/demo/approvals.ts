import { decideApprovals, listApprovals } from '@tradewind/contract/approvals.ts';
import type { Caller } from './calls.ts';

/** Whoever calls approves the document with this number. */
export async function approve(call: Caller, number: string): Promise<void> {
  const { rows } = await call(listApprovals, { tab: 'todo' });
  const ids = rows.flatMap((row) => (row.title.startsWith(number) ? [row.id] : []));
  await call(decideApprovals, { ids, aud: 'approved' });
}
