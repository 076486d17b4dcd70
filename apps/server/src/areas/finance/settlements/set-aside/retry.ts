import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  dismissSettlementSetAside,
  retrySettlementSetAside,
} from '@tradewind/contract/finance/settlement-set-aside.ts';
import { defineAction, writeAudit } from '../../../../core/audit.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { type Sql, sql } from '../../../../core/database/sql.ts';
import { hintCompany } from '../../../../core/hints.ts';
import { addJob } from '../../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../../core/jobs/schedule.ts';
import { bulkAnswer } from '../../../../core/outcome.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { relistSettlements } from '../../../channels/public.ts';
import { relistFees } from '../../bookings/fees.ts';
import { rereadJob } from '../files/reread.ts';
import { setAsideLines } from './list.ts';

const MOST_AT_ONCE = 1_000;
const dismissed = defineAction('finance.setAsideDismissed', [
  '忽略未读取的结算行',
  'Settlement lines set aside dismissed',
]);
const retried = defineAction('finance.setAsideRetried', ['重新读取结算行', 'Settlement lines set aside read again']);

interface Open extends Record<string, unknown> {
  id: number;
  shopId: number;
  shopName: string;
  /** Of the shop. */
  state: string;
  fileId: number | null;
  kind: string;
  listedSince: Date | null;
}
const OPEN = sql`a.resolved_at is null`;
const openOnes = (tx: Tx, which: Sql): Promise<Open[]> =>
  tx.rows<Open>(sql`select a.id, a.shop_id, h.name as shop_name, h.state, a.file_id, a.kind, a.listed_since from settlement_set_aside a
    join shop h on h.company_id = ${sql.company} and h.id = a.shop_id
    where a.company_id = ${sql.company} and ${OPEN} and ${which} order by a.id limit ${MOST_AT_ONCE} for update of a`);

/** Queues the reading of their files, and of what their platforms listed since the first of them. */
async function readAgain(tx: Tx, rows: readonly Open[]): Promise<void> {
  for (const fileId of new Set(rows.flatMap((row) => row.fileId ?? [])))
    await addJob(tx, rereadJob, { fileId }, { key: `rereadSettlementFile:${fileId}`, priority: 8 });
  const listed = rows.filter((row) => row.fileId === null);
  for (const own of Map.groupBy(listed, (row) => `${row.kind}/${row.shopId}`).values()) {
    const [{ kind, shopId } = { kind: '', shopId: 0 }] = own;
    const since = new Date(Math.min(...own.flatMap((row) => row.listedSince?.getTime() ?? [])));
    await (kind === 'fee' ? relistFees : relistSettlements)(tx, shopId, since);
  }
  await tx.rows(sql`update settlement_set_aside set tried_at = ${tx.now} where company_id = ${sql.company}
    and id = any(${arrayOf(rows.map((row) => row.id))}::bigint[])`);
}

/** The platform can be listed, or there is a file. */
const readable = (row: Open) => row.fileId !== null || row.state === 'authorized';

async function chosenOf(tx: Tx, picked: ParsedOf<typeof retrySettlementSetAside>) {
  const ids = await setAsideLines.choose(tx, picked, MOST_AT_ONCE, OPEN);
  const rows = await openOnes(tx, sql`a.id = any(${arrayOf(ids)}::bigint[])`);
  const known = new Set(rows.map((row) => row.id));
  const gone = (picked.ids ?? []).filter((id) => !known.has(id));
  return { rows, refused: gone.map((id) => ({ id, label: String(id), code: 'finance.setAsideGone' })) };
}

export async function retry(
  tx: Tx,
  ctx: Ctx,
  picked: ParsedOf<typeof retrySettlementSetAside>,
): Promise<ResultOf<typeof retrySettlementSetAside>> {
  const { rows, refused } = await chosenOf(tx, picked);
  const done = rows.filter(readable);
  await readAgain(tx, done);
  audit(tx, retried, done);
  const closed = rows.filter((row) => !readable(row));
  const refusals = closed.map(({ id, shopName }) => ({
    ...{ id, label: shopName, code: 'channels.notAuthorized', params: { name: shopName } },
  }));
  return bulkAnswer(ctx, { done: done.map((row) => row.id), refused: [...refused, ...refusals] });
}

export async function dismiss(
  tx: Tx,
  ctx: Ctx,
  picked: ParsedOf<typeof dismissSettlementSetAside>,
): Promise<ResultOf<typeof dismissSettlementSetAside>> {
  const { rows, refused } = await chosenOf(tx, picked);
  const done = rows.map((row) => row.id);
  await tx.rows(sql`update settlement_set_aside set resolved_at = ${tx.now}, resolved_by = ${tx.actor.name}, raw = null
    where company_id = ${sql.company} and id = any(${arrayOf(done)}::bigint[])`);
  audit(tx, dismissed, rows);
  return bulkAnswer(ctx, { done, refused });
}

function audit(tx: Tx, action: typeof dismissed, rows: readonly Open[]): void {
  hintCompany(tx, 'work');
  writeAudit(
    tx,
    rows.map(({ id, shopName }) => ({
      action,
      targetKind: 'settlement_set_aside',
      targetId: id,
      targetName: shopName,
    })),
  );
}

/** When this program began: what an earlier one could not read, this one may. */
const BEGAN = new Date(performance.timeOrigin);

/** Reads once more what was last tried before `began`. */
export async function readAfterUpdate(tx: Tx, began: Date = BEGAN): Promise<void> {
  const untried = sql`greatest(a.last_at, a.tried_at) < ${began}::timestamptz`;
  const rows = await openOnes(tx, sql`${untried} and (a.file_id is not null or h.state = 'authorized')`);
  if (rows.length > 0) await readAgain(tx, rows);
}

defineSchedule({
  name: 'finance.settlementSetAside',
  cron: '9,39 * * * *',
  title: ['重新读取未读取的结算行', 'Read settlement lines set aside again'],
  due: sql`select company_id from settlement_set_aside where resolved_at is null group by company_id`,
  each: (app, ctx) => app.database.inCompany(ctx, (tx) => readAfterUpdate(tx)),
});
