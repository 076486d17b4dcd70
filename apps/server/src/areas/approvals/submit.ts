import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict } from '../../core/errors.ts';
import { approvableOf } from './approvables.ts';
import { type Level, planSteps } from './plan.ts';
import { remind } from './remind.ts';

export interface Submitted {
  docKind: string;
  docId: number;
  /** Its name for people: number and subject. */
  title: string;
  /** Base currency; null: the document has none. */
  amount: string | null;
  currency: string | null;
}

/**
 * Submits a document for approval. If no level covers its module and amount, approves it at once (`onAudited` runs
 * here). @throws conflict approvals.alreadyOpen while an earlier request of the document is open
 */
export async function submitForApproval(tx: Tx, doc: Submitted): Promise<'audited' | 'unaudited'> {
  const approvable = approvableOf(doc.docKind);
  if (!approvable) throw new Error(`${doc.docKind} cannot be approved`);
  const [levels, [author]] = await Promise.all([
    levelsOf(tx, approvable.moduleId),
    tx.rows<{ instead: number | null }>(insteadOf(tx.actor.userId)),
  ]);
  const steps = planSteps(levels, doc.amount, tx.actor.userId, author?.instead ?? tx.actor.userId);
  if (steps.length === 0) {
    await approvable.onAudited(tx, doc.docId);
    return 'audited';
  }
  const [request] = await tx.rows<{ id: number }>(
    sql`insert into approval_request (company_id, doc_kind, doc_id, module_id, title, amount, currency, state, level, author_id, author, submitted_at)
     values (${sql.company}, ${doc.docKind}, ${doc.docId}, ${approvable.moduleId}, ${doc.title}, ${doc.amount}, ${doc.currency}, 'unaudited', ${steps[0]?.level ?? 1}, ${tx.actor.userId}, ${tx.actor.name}, ${tx.now})
     on conflict (company_id, doc_kind, doc_id) where state in ('unaudited', 'reviewing') do nothing returning id`,
  );
  if (!request) throw conflict('approvals.alreadyOpen', { title: doc.title });
  await tx.rows(
    sql`insert into approval_step (company_id, request_id, level, role, user_id, state)
     select ${sql.company}, ${request.id}, s.level, s.role, s."userId", case when s.place = 0 then 'open' else 'waiting' end
     from jsonb_to_recordset(${JSON.stringify(steps.map((step, place) => ({ ...step, place })))}::jsonb) as s(place int, level int, role text, "userId" bigint)
     order by s.place returning id`,
  );
  const { docKind, docId } = doc;
  writeHistory(tx, [{ docKind, docId, event: 'approval.submitted', toState: 'unaudited' }]);
  await remind(tx, [request.id]);
  return 'unaudited';
}

/** Whether a document of this amount needs approval, for pages that say so before it is submitted. */
export async function needsApproval(tx: Tx, docKind: string, amount: string | null): Promise<boolean> {
  const approvable = approvableOf(docKind);
  if (!approvable) return false;
  return planSteps(await levelsOf(tx, approvable.moduleId), amount, 0, 0).length > 0;
}

function levelsOf(tx: Tx, moduleId: number): Promise<Level[]> {
  return tx.rows<Level>(
    sql`select level, approver_id, reviewer_id, amount_from::text as "amountFrom"
     from approval_setting where company_id = ${sql.company} and module_id = ${moduleId} order by level`,
  );
}

/** Who approves the approver's own documents: the supervisor, else another main account. Null: nobody. */
const insteadOf = (userId: number): Sql => sql`select coalesce(
    (select s.id from user_account u join user_account s on s.company_id = u.company_id and s.id = u.supervisor_id
     where u.company_id = ${sql.company} and u.id = ${userId} and s.enabled and s.id <> u.id),
    (select min(m.id) from user_account m where m.company_id = ${sql.company} and m.main_account and m.enabled and m.id <> ${userId})
  ) as instead`;
