import type { editUserAuditSettings, getUserAuditSettings } from '@tradewind/contract/approvals.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { defineAction, lastChange, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { defineList, is } from '../../core/lists.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { companyOf } from '../company/public.ts';
import { approvableOfModule, approvables, titleOf } from './approvables.ts';

const saved = defineAction('approvals.levelSaved', ['设置审批级别', 'Approval level set']);
const removed = defineAction('approvals.levelRemoved', ['删除审批级别', 'Approval level deleted']);

interface SettingRow {
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

/** Users who may open the approval center, which lists their pending approvals. */
const fit = (user: Sql) => sql`(${user}.enabled and (${user}.main_account or exists (
  select 1 from user_module m where m.company_id = ${sql.company} and m.user_id = ${user}.id and m.module_id = 960)))`;

const settings = defineList<{ modelId?: number | undefined }, SettingRow>({
  table: 'approval_setting',
  as: 's',
  filters: { modelId: is(sql`s.module_id`) },
  order: sql`s.module_id, s.level, s.id`,
  columns: sql`s.id, s.module_id as model_id, s.level, s.approver_id as "Approval", coalesce(a.name, '') as approval_name,
    coalesce(${fit(sql`a`)}, false) as approval_fit, s.reviewer_id as "ToExamine", r.name as to_examine_name,
    s.amount_from::text as amount_from, s.version`,
  joins: sql`left join user_account a on a.company_id = ${sql.company} and a.id = s.approver_id
    left join user_account r on r.company_id = ${sql.company} and r.id = s.reviewer_id`,
  missing: 'approvals.settingGone',
});

const asSetting = (ctx: Ctx, row: SettingRow) => ({
  ...row,
  modelName: titleOf(approvableOfModule(row.modelId), ctx.language),
  amountFrom: new Decimal(row.amountFrom).toFixed(2),
});

export async function settingPage(tx: Tx, ctx: Ctx, query: ParsedOf<typeof getUserAuditSettings>) {
  const page = await settings.page(tx, query);
  return { ...page, rows: page.rows.map((row) => asSetting(ctx, row)) };
}

export const oneSetting = async (tx: Tx, ctx: Ctx, id: number) => asSetting(ctx, await settings.one(tx, id));

export async function settingChoices(tx: Tx, ctx: Ctx) {
  const [{ baseCurrency }, used, users] = await Promise.all([
    companyOf(tx),
    tx.rows<{ moduleId: number; levels: number }>(sql`select module_id, count(*)::int as levels
      from approval_setting where company_id = ${sql.company} group by module_id`),
    tx.rows<{ userId: number; userLoginId: string; name: string; mayDecide: boolean }>(sql`
      select u.id as user_id, u.user_login_id, u.name, ${fit(sql`u`)} as may_decide
      from user_account u where u.company_id = ${sql.company} and u.enabled order by u.name limit 2000`),
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

/** Saves a level: by id, or else by the specification's three names, and adds it if there is none. */
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
  const desired = [edit.Approval, ...(edit.ToExamine ? [edit.ToExamine] : [])];
  const rows = await tx.rows<{ id: number }>(sql`select id from user_account
    where company_id = ${sql.company} and enabled and id = any(${arrayOf(desired)}::bigint[])`);
  const there = new Set(rows.map((row) => row.id));
  if (!there.has(edit.Approval)) throw badField('Approval', 'approvals.userUnknown');
  if (edit.ToExamine && !there.has(edit.ToExamine)) throw badField('ToExamine', 'approvals.userUnknown');
}

async function put(tx: Tx, edit: Edit): Promise<{ id: number; version: number }> {
  const row = await tx.row<{ id: number; version: number }>(sql`
    insert into approval_setting as s (company_id, module_id, level, approver_id, reviewer_id, amount_from)
    values (${sql.company}, ${edit.modelId}, ${edit.level}, ${edit.Approval}, ${edit.ToExamine ?? null}, ${edit.amountFrom})
    on conflict (company_id, module_id, level) do update set approver_id = excluded.approver_id,
      reviewer_id = excluded.reviewer_id, amount_from = excluded.amount_from, version = s.version + 1
    returning id, version`);
  if (!row) throw new Error('an approval level was not written');
  return row;
}

async function change(tx: Tx, edit: Edit & { id: number }): Promise<{ id: number; version: number }> {
  const before = await tx.row<{ version: number; moduleId: number; level: number }>(sql`
    select version, module_id, level from approval_setting
    where company_id = ${sql.company} and id = ${edit.id} for update`);
  if (!before) throw notFound('approvals.settingGone');
  if (edit.version !== undefined && edit.version !== before.version)
    throw conflict('core.stale', await lastChange(tx, 'approval_setting', edit.id));
  const taken = await tx.row(sql`select 1 as there from approval_setting
    where company_id = ${sql.company} and module_id = ${edit.modelId} and level = ${edit.level} and id <> ${edit.id}`);
  if (taken) throw badField('level', 'approvals.levelTaken', { level: edit.level });
  const row = await tx.row<{ id: number; version: number }>(sql`
    update approval_setting set module_id = ${edit.modelId}, level = ${edit.level}, approver_id = ${edit.Approval},
      reviewer_id = ${edit.ToExamine ?? null}, amount_from = ${edit.amountFrom}, version = version + 1
    where company_id = ${sql.company} and id = ${edit.id} returning id, version`);
  if (!row) throw notFound('approvals.settingGone');
  return row;
}

export async function deleteSettings(tx: Tx, ids: readonly number[]): Promise<void> {
  const gone = await tx.rows<{ id: number; moduleId: number; level: number }>(sql`delete from approval_setting
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) returning id, module_id, level`);
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
