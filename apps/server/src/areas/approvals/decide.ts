import type { APPROVAL_DECISIONS, APPROVAL_STATES } from '@tradewind/contract/approvals.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict, forbidden, notFound } from '../../core/errors.ts';
import { type Approvable, approvableOf, approvableOfModule } from './approvables.ts';
import { mayDecide, type Standing, standingOf } from './deciders.ts';
import { remind } from './remind.ts';

export type ApprovalState = (typeof APPROVAL_STATES)[number];
type Decision = (typeof APPROVAL_DECISIONS)[number];

interface Request {
  id: number;
  docKind: string;
  docId: number;
  state: ApprovalState;
  level: number;
  authorId: number;
  title: string;
  version: number;
}

interface Step {
  id: number;
  level: number;
  userId: number;
  state: 'waiting' | 'open' | 'approved' | 'rejected' | 'skipped';
  decidedBy: number | null;
}

export interface Verdict {
  aud: Decision;
  remark: string;
  version?: number | undefined;
  /** What is approved of lines, if less than requested. */
  quantities?: readonly { lineId: number; quantity: number }[] | undefined;
}

/** Finds a request as the specification's call names it: by module and document id. */
export async function decideDocument(tx: Tx, moduleId: number, docId: number, verdict: Verdict) {
  const approvable = approvableOfModule(moduleId);
  if (!approvable) throw notFound('approvals.notFound');
  const [row] = await tx.rows<{ id: number }>(
    sql`select id from approval_request where company_id = ${sql.company} and doc_kind = ${approvable.docKind} and doc_id = ${docId}
     order by state in ('unaudited', 'reviewing') desc, id desc limit 1`,
  );
  if (!row) throw notFound('approvals.notFound');
  return decideRequest(tx, row.id, verdict);
}

/**
 * Approves or rejects the current step; only its approver may. Locks the request, so a level is decided once. A person
 * who has already decided gets the state and changes nothing.
 */
export async function decideRequest(tx: Tx, requestId: number, verdict: Verdict) {
  // Lock first: a read beside the lock could be older than what the previous holder has just written.
  const request = await lockRequest(tx, requestId);
  const [steps, standing] = await Promise.all([stepsOf(tx, requestId), standingOf(tx)]);
  const open = steps.find((step) => step.state === 'open');
  const mine = (step: Step) => mayDecide(standing, tx.actor.userId, request.authorId, step.userId);
  const saidSo = steps.some((step) => step.decidedBy === tx.actor.userId && step.state === verdict.aud);
  if (!open || !mine(open)) {
    if (saidSo) return { state: request.state, level: request.level };
    if (!steps.some((step) => standing.userIds.includes(step.userId))) throw notFound('approvals.notFound');
    if (!open) throw conflict('approvals.ended', { title: request.title });
    throw standing.userIds.includes(open.userId)
      ? forbidden('approvals.ownDocument')
      : forbidden('approvals.notYourTurn');
  }
  if (verdict.version !== undefined && verdict.version !== request.version) {
    if (saidSo) return { state: request.state, level: request.level };
    throw conflict('approvals.moved', { title: request.title });
  }
  if (verdict.aud === 'rejected') return reject(tx, request, open, verdict.remark);
  if (verdict.quantities?.length) await kindOf(request).reduce?.(tx, request.docId, verdict.quantities);
  return approve(tx, request, steps, open, verdict.remark, standing);
}

async function approve(
  tx: Tx,
  request: Request,
  steps: readonly Step[],
  open: Step,
  remark: string,
  standing: Standing,
) {
  const turn = steps.indexOf(open);
  // A person who approved a step is not asked again in the steps that follow directly.
  const requested = steps.slice(turn + 1);
  const next = requested.find((step) => !mayDecide(standing, tx.actor.userId, request.authorId, step.userId));
  const mine = next ? steps.slice(turn, steps.indexOf(next)) : steps.slice(turn);
  const state: ApprovalState = next ? 'reviewing' : 'audited';
  const level = (next ?? mine.at(-1))?.level ?? request.level;
  await closeSteps(tx, mine, 'approved', remark);
  if (next)
    await tx.rows(
      sql`update approval_step set state = 'open' where company_id = ${sql.company} and id = ${next.id} and state = 'waiting' returning id`,
    );
  await moveRequest(tx, request, state, level, remark);
  if (next) await remind(tx, [request.id]);
  else await kindOf(request).onAudited(tx, request.docId);
  return { state, level };
}

async function reject(tx: Tx, request: Request, open: Step, remark: string) {
  await closeSteps(tx, [open], 'rejected', remark);
  await skipRest(tx, request.id);
  await moveRequest(tx, request, 'rejected', request.level, remark);
  await kindOf(request).onRejected(tx, request.docId, remark);
  return { state: 'rejected' as const, level: request.level };
}

/** By its author, or a main account for somebody who has left. @throws conflict approvals.ended once it is decided */
export async function withdrawRequest(tx: Tx, requestId: number, version?: number) {
  const request = await lockRequest(tx, requestId);
  if (request.authorId !== tx.actor.userId && !tx.actor.mainAccount) throw notFound('approvals.notFound');
  if (request.state === 'withdrawn') return { state: request.state };
  if (request.state !== 'unaudited' && request.state !== 'reviewing')
    throw conflict('approvals.ended', { title: request.title });
  if (version !== undefined && version !== request.version) throw conflict('approvals.moved', { title: request.title });
  await skipRest(tx, request.id);
  await moveRequest(tx, request, 'withdrawn', request.level, '');
  const kind = kindOf(request);
  await (kind.onWithdrawn?.(tx, request.docId) ?? kind.onRejected(tx, request.docId, ''));
  return { state: 'withdrawn' as const };
}

function kindOf(request: Request): Approvable {
  const kind = approvableOf(request.docKind);
  if (!kind) throw new Error(`nobody knows documents of kind ${request.docKind}`);
  return kind;
}

async function lockRequest(tx: Tx, requestId: number): Promise<Request> {
  const [row] = await tx.rows<Request>(
    sql`select id, doc_kind, doc_id, state, level, author_id, title, version
     from approval_request where company_id = ${sql.company} and id = ${requestId} for update`,
  );
  if (!row) throw notFound('approvals.notFound');
  return row;
}

function stepsOf(tx: Tx, requestId: number): Promise<Step[]> {
  return tx.rows<Step>(
    sql`select id, level, user_id, state, decided_by from approval_step
     where company_id = ${sql.company} and request_id = ${requestId} order by level, role = 'approver'`,
  );
}

function closeSteps(tx: Tx, steps: readonly Step[], state: Decision, remark: string) {
  return tx.rows(
    sql`update approval_step set state = ${state}, decided_by = ${tx.actor.userId}, decider = ${tx.actor.name}, decided_at = ${tx.now}, remark = ${remark}
     where company_id = ${sql.company} and id = any(${steps.map((step) => step.id)}::bigint[]) and state in ('open', 'waiting') returning id`,
  );
}

function skipRest(tx: Tx, requestId: number) {
  return tx.rows(
    sql`update approval_step set state = 'skipped'
     where company_id = ${sql.company} and request_id = ${requestId} and state in ('open', 'waiting') returning id`,
  );
}

async function moveRequest(tx: Tx, request: Request, state: ApprovalState, level: number, remark: string) {
  await tx.rows(
    sql`update approval_request set state = ${state}, level = ${level}, version = version + 1,
       ended_at = case when ${state} in ('audited', 'rejected', 'withdrawn') then ${tx.now}::timestamptz end, reminded_at = null
     where company_id = ${sql.company} and id = ${request.id} returning id`,
  );
  const { docKind, docId } = request;
  const event = state === 'reviewing' ? 'approval.approved' : `approval.${state}`;
  const detail = remark === '' ? {} : { detail: { remark } };
  writeHistory(tx, [{ docKind, docId, event, fromState: request.state, toState: state, ...detail }]);
}
