import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  dismissReceivingSetAside,
  retryReceivingSetAside,
} from '@tradewind/contract/finance/receiving-set-aside.ts';
import { defineAction, writeAudit } from '../../../../core/audit.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { hintCompany } from '../../../../core/hints.ts';
import { bulkAnswer } from '../../../../core/outcome.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { readSince } from '../jobs.ts';
import { setAsideOfReceiving } from './list.ts';

const MOST_AT_ONCE = 1_000;
const dismissed = defineAction('finance.receivingSetAsideDismissed', [
  '忽略未读取的收款流水',
  'Receiving account lines set aside dismissed',
]);
const retried = defineAction('finance.receivingSetAsideRetried', [
  '重新读取收款流水',
  'Receiving account lines set aside read again',
]);

interface Open extends Record<string, unknown> {
  id: number;
  connectionId: number;
  /** As the log names it. */
  name: string;
  readable: boolean;
  listedSince: Date;
}

async function openOf(tx: Tx, picked: ParsedOf<typeof retryReceivingSetAside>) {
  const open = sql`a.resolved_at is null`;
  const ids = await setAsideOfReceiving.choose(tx, picked, MOST_AT_ONCE, open);
  const rows = await tx.rows<Open>(sql`select a.id, a.connection_id, c.provider || ' ' || c.account as name,
      c.state in ('active', 'error') as readable, a.listed_since
    from receiving_set_aside a join receiving_connection c on c.company_id = ${sql.company} and c.id = a.connection_id
    where a.company_id = ${sql.company} and ${open} and a.id = any(${arrayOf(ids)}::bigint[]) order by a.id for update of a`);
  const known = new Set(rows.map(({ id }) => id));
  const gone = (picked.ids ?? []).filter((id) => !known.has(id));
  return { rows, refused: gone.map((id) => ({ id, label: String(id), code: 'finance.setAsideGone' })) };
}

/** Each connection is read once, since the first of its lines was listed. */
export async function retry(
  tx: Tx,
  ctx: Ctx,
  picked: ParsedOf<typeof retryReceivingSetAside>,
): Promise<ResultOf<typeof retryReceivingSetAside>> {
  const { rows, refused } = await openOf(tx, picked);
  const done = rows.filter(({ readable }) => readable);
  for (const [connectionId, own] of Map.groupBy(done, (row) => row.connectionId))
    await readSince(tx, connectionId, new Date(Math.min(...own.map(({ listedSince }) => listedSince.getTime()))));
  await tx.rows(sql`update receiving_set_aside set tried_at = ${tx.now} where company_id = ${sql.company}
    and id = any(${arrayOf(done.map(({ id }) => id))}::bigint[])`);
  audit(tx, retried, done);
  const ended = rows.filter(({ readable }) => !readable);
  const refusals = ended.map(({ id, name }) => ({ id, label: name, code: 'finance.receiving.notActive' }));
  return bulkAnswer(ctx, { done: done.map(({ id }) => id), refused: [...refused, ...refusals] });
}

export async function dismiss(
  tx: Tx,
  ctx: Ctx,
  picked: ParsedOf<typeof dismissReceivingSetAside>,
): Promise<ResultOf<typeof dismissReceivingSetAside>> {
  const { rows, refused } = await openOf(tx, picked);
  const done = rows.map(({ id }) => id);
  await tx.rows(sql`update receiving_set_aside set resolved_at = ${tx.now}, resolved_by = ${tx.actor.name}, raw = null
    where company_id = ${sql.company} and id = any(${arrayOf(done)}::bigint[])`);
  audit(tx, dismissed, rows);
  return bulkAnswer(ctx, { done, refused });
}

function audit(tx: Tx, action: typeof dismissed, rows: readonly Open[]): void {
  hintCompany(tx, 'work');
  writeAudit(
    tx,
    rows.map(({ id, name }) => ({ action, targetKind: 'receiving_set_aside', targetId: id, targetName: name })),
  );
}
