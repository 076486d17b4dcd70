import type { ApprovalRow, approvalFilter } from '@tradewind/contract/approvals.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { z } from 'zod';
import { type Ctx, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { notFound } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { approvableOf, titleOf } from './approvables.ts';
import type { ApprovalState } from './decide.ts';
import { mayDecide, type Standing, standingOf } from './deciders.ts';

type Filter = z.output<typeof approvalFilter>;

interface Found extends Record<string, unknown> {
  id: number;
  moduleId: number;
  docId: number;
  docKind: string;
  title: string;
  amount: string | null;
  currency: string | null;
  state: ApprovalState;
  level: number;
  authorId: number;
  author: string;
  submittedAt: Date;
  endedAt: Date | null;
  version: number;
  waitingFor: string | null;
  stepUserId: number | null;
}

const COLUMNS = sql`r.id, r.module_id as "moduleId", r.doc_id as "docId", r.doc_kind as "docKind", r.title,
  r.amount::text as amount, r.currency, r.state, r.level, r.author_id as "authorId", r.author,
  r.submitted_at as "submittedAt", r.ended_at as "endedAt", r.version, s.user_id as "stepUserId", u.name as "waitingFor"`;
const SOURCE = sql`approval_request r
  left join approval_step s on s.company_id = r.company_id and s.request_id = r.id and s.state = 'open'
  left join user_account u on u.company_id = s.company_id and u.id = s.user_id`;

function matches(tx: Tx, standing: Standing, filter: Filter): SQL {
  const me = tx.actor.userId;
  const which = {
    todo: sql`s.user_id = any(${arrayOf(standing.userIds)}::bigint[]) and r.state in ('unaudited', 'reviewing')
      and (r.author_id <> ${me} or ${standing.onlyMain})`,
    mine: sql`r.author_id = ${me}`,
    done: sql`r.id in (select d.request_id from approval_step d where d.company_id = ${tx.companyId} and d.decided_by = ${me})`,
  }[filter.tab];
  return sql`r.company_id = ${tx.companyId} and ${which}
    and (${filter.modelId ?? null}::int is null or r.module_id = ${filter.modelId ?? null})
    and (${filter.state ?? null}::text is null or r.state = ${filter.state ?? null})
    and (${filter.text ?? ''} = '' or starts_with(lower(r.title), lower(${filter.text ?? ''})))`;
}

/** Newest first; what waits for somebody longest first. */
export async function approvalPage(tx: Tx, ctx: Ctx, filter: Filter, page: number, pageSize: number) {
  const standing = await standingOf(tx);
  const where = matches(tx, standing, filter);
  const order = filter.tab === 'todo' ? sql`r.id` : sql`r.id desc`;
  const [rows, count] = await Promise.all([
    tx.rows<Found>(sql`select ${COLUMNS} from ${SOURCE} where ${where}
      order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`),
    tx.row<{ total: number }>(sql`select count(*)::int as total from ${SOURCE} where ${where}`),
  ]);
  return { rows: rows.map((row) => asRow(ctx, standing, row)), total: count?.total ?? 0, totalExact: true };
}

/** Everything a filter matches that the actor may decide now. */
export async function decidable(tx: Tx, filter: Filter): Promise<{ id: number; title: string }[]> {
  const standing = await standingOf(tx);
  return tx.rows<{ id: number; title: string }>(sql`select r.id, r.title from ${SOURCE}
    where ${matches(tx, standing, { ...filter, tab: 'todo' })} order by r.id limit 200`);
}

export async function titlesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; title: string }>(sql`select id, title from approval_request
    where company_id = ${tx.companyId} and id = any(${arrayOf(ids)}::bigint[])`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function countWaiting(tx: Tx): Promise<number> {
  const standing = await standingOf(tx);
  const row = await tx.row<{ total: number }>(sql`select count(*)::int as total from ${SOURCE}
    where ${matches(tx, standing, { tab: 'todo' })}`);
  return row?.total ?? 0;
}

/** Whoever submitted it or has a step in it sees it. */
export async function approvalDetail(tx: Tx, ctx: Ctx, id: number) {
  const standing = await standingOf(tx);
  const [row, steps] = await Promise.all([
    tx.row<Found>(sql`select ${COLUMNS} from ${SOURCE} where r.company_id = ${tx.companyId} and r.id = ${id}`),
    tx.rows<StepRow>(sql`select s.id, s.level, s.role, s.user_id as "userId", s.state, s.decider, s.remark,
        s.decided_by as "decidedBy", s.decided_at as "decidedAt", coalesce(u.name, '') as user,
        coalesce(u.user_login_id, '') as "userLoginId"
      from approval_step s left join user_account u on u.company_id = s.company_id and u.id = s.user_id
      where s.company_id = ${tx.companyId} and s.request_id = ${id} order by s.level, s.role = 'approver'`),
  ]);
  const me = tx.actor.userId;
  const concerned =
    row &&
    (row.authorId === me ||
      tx.actor.mainAccount ||
      steps.some((step) => step.decidedBy === me || standing.userIds.includes(step.userId)));
  if (!concerned) throw notFound('approvals.notFound');
  const approvable = approvableOf(row.docKind);
  const said = (await approvable?.describe(tx, ctx.language, row.docId)) ?? { facts: [], lines: [] };
  return {
    ...asRow(ctx, standing, row),
    ...said,
    steps: steps.map(({ userId, decidedBy, decidedAt, ...step }) => ({
      ...step,
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}

interface StepRow extends Record<string, unknown> {
  id: number;
  level: number;
  role: 'reviewer' | 'approver';
  userId: number;
  user: string;
  userLoginId: string;
  state: 'waiting' | 'open' | 'approved' | 'rejected' | 'skipped';
  decider: string | null;
  decidedBy: number | null;
  remark: string;
  decidedAt: Date | null;
}

function asRow(ctx: Ctx, standing: Standing, row: Found): ApprovalRow {
  const { moduleId, docId, authorId, submittedAt, endedAt, waitingFor, stepUserId, ...rest } = row;
  const approvable = approvableOf(row.docKind);
  const open = row.state === 'unaudited' || row.state === 'reviewing';
  const shown = row.amount !== null && (!approvable?.amountIsCost || maySee(ctx.rights, 'seeCost'));
  return {
    ...rest,
    amount: shown && row.amount !== null ? new Decimal(row.amount).toFixed(2) : null,
    modelId: moduleId,
    modelName: titleOf(approvable, ctx.language),
    orderId: docId,
    submittedAt: submittedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    waitingFor: waitingFor ?? '',
    mayDecide: open && stepUserId !== null && mayDecide(standing, ctx.actor.userId, authorId, stepUserId),
    mayWithdraw: open && authorId === ctx.actor.userId,
    path: approvable?.path?.(docId) ?? null,
  };
}
