import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getCompanyByCustomerId } from '@tradewind/contract/company.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';

const applied = defineAction('company.applied', [
  '申请变更公司名称或执照',
  'Change of company name or license requested',
]);
const withdrawn = defineAction('company.applicationCancelled', ['撤回变更申请', 'Change request withdrawn']);
const approved = defineAction('company.applicationApproved', ['变更申请已通过', 'Change request approved']);
const rejected = defineAction('company.applicationRejected', ['变更申请已驳回', 'Change request rejected']);

/** The fields of a change request; `licenceFile` is a key of the file store. */
export interface Desired {
  name?: string;
  licenceNumber?: string;
  licenceFile?: string;
}
type Change = NonNullable<ResultOf<typeof getCompanyByCustomerId>['change']>;

/** Columns of a change as calls return it. */
export const CHANGE_COLUMNS = sql`h.id, h.state, h.wanted ->> 'name' as name, h.wanted ->> 'licenceNumber' as "licenceNumber",
  h.wanted ? 'licenceFile' as "licenceFile", h.remark, h.created_at, h.decided_at`;

export interface ChangeRow extends Omit<Change, 'createdAt' | 'decidedAt'> {
  createdAt: Date;
  decidedAt: Date | null;
}
export const changeRow = <R extends ChangeRow>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

export async function lastChange(tx: Tx): Promise<Change | undefined> {
  const [row] = await tx.rows<ChangeRow>(
    sql`select ${CHANGE_COLUMNS} from company_change h where h.company_id = ${sql.company} order by h.id desc limit 1`,
  );
  return row && changeRow(row);
}

/** Writes a change request. A pending one takes the new values in. */
export async function applyFor(tx: Tx, desired: Desired): Promise<void> {
  await tx.rows(sql`insert into company_change as h (company_id, wanted, created_by, created_at)
    values (${sql.company}, ${JSON.stringify(desired)}::jsonb, ${tx.actor.userId}, ${tx.now})
    on conflict (company_id) where state = 'applying' do update set wanted = h.wanted || excluded.wanted`);
  const { licenceFile, ...answered } = desired;
  writeAudit(tx, [audit(tx, applied, { ...answered, licenceFile: licenceFile !== undefined })]);
}

const audit = (tx: Tx, action: typeof applied, detail: Record<string, unknown>) => ({
  action,
  targetKind: 'company',
  targetId: tx.companyId,
  targetName: '',
  detail,
});

/** @throws conflict company.changeDecided when somebody decided or cancelled it before */
export async function cancelChange(tx: Tx, id: number): Promise<void> {
  const row =
    await tx.row(sql`update company_change set state = 'cancelled', decided_at = ${tx.now}, decided_by = ${tx.actor.name}
    where company_id = ${sql.company} and id = ${id} and state = 'applying' returning id`);
  if (!row) throw conflict('company.changeDecided');
  writeAudit(tx, [audit(tx, withdrawn, { id })]);
}

export interface Decision {
  id: number;
  approve: boolean;
  remark: string;
  /** Who decides: a username of the provider, or the command line. */
  by: string;
}

/** Run in the applying company's transaction. @throws conflict company.changeDecided */
export async function decideChange(tx: Tx, { id, approve, remark, by }: Decision): Promise<void> {
  const row = await tx.row<{ wanted: Desired }>(sql`update company_change
    set state = ${approve ? 'approved' : 'rejected'}, remark = ${remark}, decided_at = ${tx.now}, decided_by = ${by}
    where company_id = ${sql.company} and id = ${id} and state = 'applying' returning wanted`);
  if (!row) throw conflict('company.changeDecided');
  const { name, licenceNumber, licenceFile } = row.wanted;
  if (approve)
    await tx.rows(sql`update company set name = coalesce(${name ?? null}, name),
      licence_number = coalesce(${licenceNumber ?? null}, licence_number),
      licence_file = coalesce(${licenceFile ?? null}, licence_file), version = version + 1 where id = ${sql.company}`);
  writeAudit(tx, [audit(tx, approve ? approved : rejected, { id, remark, by })]);
}
