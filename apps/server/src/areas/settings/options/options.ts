import type { DropOption, DropOptionInput } from '@tradewind/contract/settings.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { listOf, optionLists, usedValues } from './lists.ts';

const acts = {
  added: defineAction('settings.optionAdded', ['新增下拉选项', 'Option added']),
  changed: defineAction('settings.optionChanged', ['修改下拉选项', 'Option changed']),
  disabled: defineAction('settings.optionDisabled', ['停用下拉选项', 'Option disabled']),
  deleted: defineAction('settings.optionDeleted', ['删除下拉选项', 'Option deleted']),
};
const audit = (tx: Tx, action: AuditAction, option: { id: number; zoot: string; labelZh: string }) =>
  writeAudit(tx, [
    { action, targetKind: 'drop_option', targetId: option.id, targetName: `${option.zoot} · ${option.labelZh}` },
  ]);

type Found = Omit<DropOption, 'label'>;

async function read(tx: Tx, language: Language, where: Sql): Promise<DropOption[]> {
  const rows = await tx.rows<Found & Record<string, unknown>>(sql`
    select id, zoot as "zootId", parent_id as rid, value, label_zh, label_en, place, enabled,
      built_in
    from drop_option where company_id = ${sql.company} and ${where} order by zoot, place, id limit 2000`);
  return rows.map((row) => ({ ...row, label: language === 'zh' ? row.labelZh : row.labelEn || row.labelZh }));
}

/** @throws notFound settings.listUnknown */
export function optionsOf(tx: Tx, language: Language, zoot: string): Promise<DropOption[]> {
  if (!listOf(zoot)) throw notFound('settings.listUnknown');
  return read(tx, language, sql`zoot = ${zoot}`);
}

export async function listsAndOptions(
  tx: Tx,
  language: Language,
  input: { sonId?: string | undefined; rid?: number | undefined },
) {
  const { sonId, rid } = input;
  const [counts, list] = await Promise.all([
    tx.rows<{ zoot: string; options: number }>(sql`select zoot, count(*)::int as options from drop_option
      where company_id = ${sql.company} group by zoot`),
    sonId === undefined && rid === undefined
      ? []
      : read(
          tx,
          language,
          sql`(${sonId ?? null}::text is null or zoot = ${sonId ?? null})
            and (${rid ?? null}::bigint is null or parent_id = ${rid ?? null})`,
        ),
  ]);
  const known = new Map(counts.map((row) => [row.zoot, row.options]));
  const lists = optionLists.map(({ zoot, title }) => ({
    zootId: zoot,
    title: title[language === 'zh' ? 0 : 1],
    options: known.get(zoot) ?? 0,
  }));
  return { lists, list };
}

/** All or none. */
export async function saveOptions(tx: Tx, options: readonly DropOptionInput[], at: (i: number) => string) {
  const ids: number[] = [];
  for (const [i, option] of options.entries()) {
    if (!listOf(option.zootId)) throw badField(`${at(i)}.zootId`, 'settings.listUnknown');
    ids.push(option.id === undefined ? await add(tx, option, at(i)) : await change(tx, { ...option, id: option.id }));
  }
  return ids;
}

async function add(tx: Tx, option: DropOptionInput, path: string): Promise<number> {
  const { zootId: zoot, labelZh, labelEn, rid, place, enabled } = option;
  const value = option.value || labelEn || labelZh;
  if (rid) {
    const parent = await tx.row(
      sql`select 1 as there from drop_option where company_id = ${sql.company} and id = ${rid}`,
    );
    if (!parent) throw badField(`${path}.rid`, 'settings.optionGone');
  }
  const row = await tx.row<{ id: number }>(sql`
    insert into drop_option (company_id, zoot, parent_id, value, label_zh, label_en, place, enabled)
    select ${sql.company}, ${zoot}, ${rid ?? null}, ${value}, ${labelZh}, ${labelEn},
      coalesce(${place ?? null}::int, (select coalesce(max(place), -1) + 1 from drop_option
        where company_id = ${sql.company} and zoot = ${zoot})), ${enabled}
    on conflict (company_id, zoot, value) do nothing returning id`);
  if (!row) throw badField(`${path}.value`, 'settings.optionTaken', { value });
  audit(tx, acts.added, { id: row.id, zoot, labelZh });
  return row.id;
}

async function change(tx: Tx, option: DropOptionInput & { id: number }): Promise<number> {
  const { id, zootId: zoot, labelZh, labelEn, place, enabled } = option;
  const row = await tx.row<{ id: number }>(sql`
    update drop_option set label_zh = ${labelZh}, label_en = ${labelEn}, enabled = ${enabled},
      place = coalesce(${place ?? null}::int, place)
    where company_id = ${sql.company} and id = ${id} and zoot = ${zoot} returning id`);
  if (!row) throw notFound('settings.optionGone');
  audit(tx, acts.changed, { id, zoot, labelZh });
  return id;
}

interface Picked extends Record<string, unknown> {
  id: number;
  zoot: string;
  value: string;
  labelZh: string;
  builtIn: boolean;
}

/** Disables options that are built in, in use or have options under them; deletes the rest. */
export async function deleteOptions(tx: Tx, ids: readonly number[]) {
  const picked = await tx.rows<Picked & { parent: boolean }>(sql`
    select id, zoot, value, label_zh, built_in, exists (select 1 from drop_option c
      where c.company_id = ${sql.company} and c.parent_id = o.id) as parent
    from drop_option o where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) order by id for update`);
  if (picked.length === 0) throw notFound('settings.optionGone');
  const kept = new Set<number>();
  for (const zoot of new Set(picked.map((row) => row.zoot))) {
    const mine = picked.filter((row) => row.zoot === zoot);
    const used = await usedValues(
      tx,
      zoot,
      mine.map((row) => row.value),
    );
    for (const row of mine) if (row.builtIn || row.parent || used.has(row.value)) kept.add(row.id);
  }
  const disabled = picked.filter((row) => kept.has(row.id));
  const deleted = picked.filter((row) => !kept.has(row.id));
  const idsOf = (rows: readonly Picked[]) => rows.map((row) => row.id);
  await tx.rows(sql`update drop_option set enabled = false
    where company_id = ${sql.company} and id = any(${arrayOf(idsOf(disabled))}::bigint[])`);
  await tx.rows(sql`delete from drop_option
    where company_id = ${sql.company} and id = any(${arrayOf(idsOf(deleted))}::bigint[])`);
  for (const row of disabled) audit(tx, acts.disabled, row);
  for (const row of deleted) audit(tx, acts.deleted, row);
  return { deleted: idsOf(deleted), disabled: idsOf(disabled) };
}
