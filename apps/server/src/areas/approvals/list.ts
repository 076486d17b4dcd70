import type { ApprovalRow, approvalFilter } from '@tradewind/contract/approvals.ts';
import type { z } from 'zod';
import { type Ctx, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import { defineList, is, when } from '../../core/lists.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { approvableOf, titleOf } from './approvables.ts';
import type { ApprovalState } from './decide.ts';
import { mayDecide, type Standing, standingOf } from './deciders.ts';
import { approvalRead } from './hooks.ts';

type Filter = z.output<typeof approvalFilter>;
type Paging = { page: number; pageSize: number };

interface Found {
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

/** The chosen tab: awaiting the actor, submitted by them, or decided by them. */
interface Requested extends Omit<Filter, 'tab'> {
  todo?: Standing;
  mine?: boolean;
  done?: boolean;
}
const requested = (standing: Standing, { tab, ...rest }: Filter): Requested => ({
  ...rest,
  [tab]: tab === 'todo' ? standing : true,
});

const approvals = defineList<Requested, Found>({
  table: 'approval_request',
  as: 'r',
  filters: {
    todo: ({ userIds, onlyMain }, tx) => sql`r.state in ('unaudited', 'reviewing') and r.id in (select x.request_id
        from approval_step x where x.company_id = ${sql.company} and x.state = 'open' and x.user_id = any(${userIds}::bigint[]))
      and (r.author_id <> ${tx.actor.userId} or ${onlyMain})`,
    mine: when((tx) => sql`r.author_id = ${tx.actor.userId}`),
    done: when(
      (tx) => sql`r.id in (select d.request_id from approval_step d
      where d.company_id = ${sql.company} and d.decided_by = ${tx.actor.userId})`,
    ),
    modelId: is(sql`r.module_id`),
    state: is(sql`r.state`),
    text: (text) => sql`starts_with(lower(r.title), lower(${text}))`,
  },
  // Newest first; pending approvals oldest first.
  order: ({ todo }) => (todo ? sql`r.id` : sql`r.id desc`),
  columns: sql`r.id, r.module_id, r.doc_id, r.doc_kind, r.title, r.amount::text as amount, r.currency, r.state, r.level,
    r.author_id, r.author, r.submitted_at, r.ended_at, r.version, s.user_id as step_user_id, u.name as waiting_for`,
  joins: sql`left join approval_step s on s.company_id = ${sql.company} and s.request_id = r.id and s.state = 'open'
    left join user_account u on u.company_id = ${sql.company} and u.id = s.user_id`,
  missing: 'approvals.notFound',
});

export async function approvalPage(tx: Tx, ctx: Ctx, { page, pageSize, ...filter }: Filter & Paging) {
  const standing = await standingOf(tx);
  const found = await approvals.page(tx, { ...requested(standing, filter), page, pageSize });
  return { ...found, rows: found.rows.map((row) => asRow(ctx, standing, row)) };
}

/** All matches of a filter that the actor may decide now. */
export async function decidable(tx: Tx, filter: Filter): Promise<number[]> {
  const standing = await standingOf(tx);
  return approvals.choose(tx, { filter: requested(standing, { ...filter, tab: 'todo' }) }, 200);
}

export async function titlesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; title: string }>(sql`select id, title from approval_request
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export const countWaiting = async (tx: Tx): Promise<number> => approvals.count(tx, { todo: await standingOf(tx) });

/** Its author and everybody with a step in it see a request. */
export async function approvalDetail(tx: Tx, ctx: Ctx, id: number) {
  const standing = await standingOf(tx);
  const [row, steps] = await Promise.all([
    approvals.one(tx, id),
    tx.rows<StepRow>(sql`select s.id, s.level, s.role, s.user_id, s.state, s.decider, s.remark,
        s.decided_by, s.decided_at, coalesce(u.name, '') as user,
        coalesce(u.user_login_id, '') as user_login_id
      from approval_step s left join user_account u on u.company_id = ${sql.company} and u.id = s.user_id
      where s.company_id = ${sql.company} and s.request_id = ${id} order by s.level, s.role = 'approver'`),
  ]);
  const me = tx.actor.userId;
  const concerned =
    row.authorId === me ||
    tx.actor.mainAccount ||
    steps.some((step) => step.decidedBy === me || standing.userIds.includes(step.userId));
  if (!concerned) throw notFound('approvals.notFound');
  const approvable = approvableOf(row.docKind);
  const said = (await approvable?.describe(tx, ctx.language, row.docId)) ?? { facts: [], lines: [] };
  const facts = [...said.facts];
  const { docKind, docId } = row;
  await approvalRead.call(tx, { docKind, docId, language: ctx.language, add: (fact) => facts.push(fact) });
  return {
    ...asRow(ctx, standing, row),
    ...said,
    facts,
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
