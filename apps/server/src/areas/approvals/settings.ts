import type { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { companyOf } from '../company/public.ts';
import { approvableOfModule, approvables, titleOf } from './approvables.ts';

const saved = defineAction('approvals.levelSaved', ['设置审批级别', 'Approval level set']);
const removed = defineAction('approvals.levelRemoved', ['删除审批级别', 'Approval level removed']);

interface SettingRow extends Record<string, unknown> {
  id: number;
  modelId: number;
  level: number;
  Approval: number;
  approvalName: string;
  approvalFit: boolean;
  ToExamine: number | null;
  toExamineName: string | null;
  amountFrom: string;
  version: number;
}

/** May open the approval center, where what waits for them is found. */
const fit = (user: SQL) => sql`(${user}.enabled and (${user}.main_account or exists (
  select 1 from user_module m where m.company_id = ${user}.company_id and m.user_id = ${user}.id and m.module_id = 960)))`;

const select = (tx: Tx, where: SQL) => sql`
  select s.id, s.module_id as "modelId", s.level, s.approver_id as "Approval", coalesce(a.name, '') as "approvalName",
    coalesce(${fit(sql`a`)}, false) as "approvalFit", s.reviewer_id as "ToExamine", r.name as "toExamineName",
    s.amount_from::text as "amountFrom", s.version
  from approval_setting s
  left join user_account a on a.company_id = s.company_id and a.id = s.approver_id
  left join user_account r on r.company_id = s.company_id and r.id = s.reviewer_id
  where s.company_id = ${tx.companyId} and ${where} order by s.module_id, s.level`;

const asSetting = (ctx: Ctx, row: SettingRow) => ({
  ...row,
  modelName: titleOf(approvableOfModule(row.modelId), ctx.language),
  amountFrom: new Decimal(row.amountFrom).toFixed(2),
});

export async function settingPage(
  tx: Tx,
  ctx: Ctx,
  input: { modelId?: number | undefined; page: number; pageSize: number },
) {
  const { page, pageSize, modelId } = input;
  const rows = await tx.rows<SettingRow>(select(tx, modelId ? sql`s.module_id = ${modelId}` : sql`true`));
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  return { rows: shown.map((row) => asSetting(ctx, row)), total: rows.length, totalExact: true };
}

export async function oneSetting(tx: Tx, ctx: Ctx, id: number) {
  const row = await tx.row<SettingRow>(select(tx, sql`s.id = ${id}`));
  if (!row) throw notFound('approvals.settingGone');
  return asSetting(ctx, row);
}

export async function settingChoices(tx: Tx, ctx: Ctx) {
  const [{ baseCurrency }, used, users] = await Promise.all([
    companyOf(tx),
    tx.rows<{ moduleId: number; levels: number }>(sql`select module_id as "moduleId", count(*)::int as levels
      from approval_setting where company_id = ${tx.companyId} group by module_id`),
    tx.rows<{ userId: number; userLoginId: string; name: string; mayDecide: boolean }>(sql`
      select u.id as "userId", u.user_login_id as "userLoginId", u.name, ${fit(sql`u`)} as "mayDecide"
      from user_account u where u.company_id = ${tx.companyId} and u.enabled order by u.name limit 2000`),
  ]);
  const levels = new Map(used.map((row) => [row.moduleId, row.levels]));
  const models = approvables().map((approvable) => ({
    modelId: approvable.moduleId,
    name: titleOf(approvable, ctx.language),
    levels: levels.get(approvable.moduleId) ?? 0,
  }));
  return { models, users, baseCurrency };
}

type Edit = ParsedOf<typeof editUserAuditSettings>;

/** Without an id a new level, or the one that is there, by the specification's three names. */
export async function saveSetting(tx: Tx, edit: Edit): Promise<{ id: number; version: number }> {
  const approvable = approvableOfModule(edit.modelId);
  if (!approvable) throw badField('modelId', 'approvals.moduleUnknown');
  if (edit.ToExamine === edit.Approval) throw badField('ToExamine', 'approvals.samePerson');
  await assertPeople(tx, edit);
  const row = edit.id === undefined ? await put(tx, edit) : await change(tx, { ...edit, id: edit.id });
  writeAudit(tx, [
    {
      action: saved,
      targetKind: 'approval_setting',
      targetId: row.id,
      targetName: `${approvable.title.join(' / ')} · ${edit.level}`,
      detail: { Approval: edit.Approval, ToExamine: edit.ToExamine ?? null, amountFrom: edit.amountFrom },
    },
  ]);
  return row;
}

async function assertPeople(tx: Tx, edit: Edit): Promise<void> {
  const wanted = [edit.Approval, ...(edit.ToExamine ? [edit.ToExamine] : [])];
  const rows = await tx.rows<{ id: number }>(sql`select id from user_account
    where company_id = ${tx.companyId} and enabled and id = any(${arrayOf(wanted)}::bigint[])`);
  const there = new Set(rows.map((row) => row.id));
  if (!there.has(edit.Approval)) throw badField('Approval', 'approvals.userUnknown');
  if (edit.ToExamine && !there.has(edit.ToExamine)) throw badField('ToExamine', 'approvals.userUnknown');
}

async function put(tx: Tx, edit: Edit): Promise<{ id: number; version: number }> {
  const row = await tx.row<{ id: number; version: number }>(sql`
    insert into approval_setting as s (company_id, module_id, level, approver_id, reviewer_id, amount_from)
    values (${tx.companyId}, ${edit.modelId}, ${edit.level}, ${edit.Approval}, ${edit.ToExamine ?? null}, ${edit.amountFrom})
    on conflict (company_id, module_id, level) do update set approver_id = excluded.approver_id,
      reviewer_id = excluded.reviewer_id, amount_from = excluded.amount_from, version = s.version + 1
    returning id, version`);
  if (!row) throw new Error('an approval level was not written');
  return row;
}

async function change(tx: Tx, edit: Edit & { id: number }): Promise<{ id: number; version: number }> {
  const before = await tx.row<{ version: number; moduleId: number; level: number }>(sql`
    select version, module_id as "moduleId", level from approval_setting
    where company_id = ${tx.companyId} and id = ${edit.id} for update`);
  if (!before) throw notFound('approvals.settingGone');
  if (edit.version !== undefined && edit.version !== before.version)
    throw conflict('core.stale', await lastChange(tx, edit.id));
  const taken = await tx.row(sql`select 1 as there from approval_setting
    where company_id = ${tx.companyId} and module_id = ${edit.modelId} and level = ${edit.level} and id <> ${edit.id}`);
  if (taken) throw badField('level', 'approvals.levelTaken', { level: edit.level });
  const row = await tx.row<{ id: number; version: number }>(sql`
    update approval_setting set module_id = ${edit.modelId}, level = ${edit.level}, approver_id = ${edit.Approval},
      reviewer_id = ${edit.ToExamine ?? null}, amount_from = ${edit.amountFrom}, version = version + 1
    where company_id = ${tx.companyId} and id = ${edit.id} returning id, version`);
  if (!row) throw notFound('approvals.settingGone');
  return row;
}

async function lastChange(tx: Tx, id: number): Promise<{ who: string; when: string }> {
  const row = await tx.row<{ who: string; when: string }>(sql`
    select e.actor as who, to_char(e.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
    from audit_entry e join company c on c.id = e.company_id
    where e.company_id = ${tx.companyId} and e.target_kind = 'approval_setting' and e.target_id = ${String(id)}
    order by e.id desc limit 1`);
  return row ?? { who: '?', when: '' };
}

export async function deleteSettings(tx: Tx, ids: readonly number[]): Promise<void> {
  const gone = await tx.rows<{ id: number; moduleId: number; level: number }>(sql`delete from approval_setting
    where company_id = ${tx.companyId} and id = any(${arrayOf(ids)}::bigint[]) returning id, module_id as "moduleId", level`);
  if (gone.length === 0) throw notFound('approvals.settingGone');
  writeAudit(
    tx,
    gone.map(({ id, moduleId, level }) => ({
      action: removed,
      targetKind: 'approval_setting',
      targetId: id,
      targetName: `${approvableOfModule(moduleId)?.title.join(' / ') ?? moduleId} · ${level}`,
    })),
  );
}
