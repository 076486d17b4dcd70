import { randomBytes } from 'node:crypto';
import { deleteErpNames, listErpNames, saveErpName } from '@tradewind/contract/settings.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound } from '../../core/errors.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { arrayOf } from '../../core/scope.ts';

const saved = defineAction('settings.erpSaved', ['保存ERP名称', 'ERP name saved']);
const removed = defineAction('settings.erpRemoved', ['删除ERP名称', 'ERP name deleted']);

interface Erp extends Record<string, unknown> {
  id: number;
  name: string;
}

const about = (row: Erp) => ({ targetKind: 'erp_name', targetId: row.id, targetName: row.name });

async function save(tx: Tx, id: number | undefined, name: string): Promise<{ id: number }> {
  const taken = await tx.row(sql`select 1 as there from erp_name
    where company_id = ${sql.company} and name = ${name} and id <> ${id ?? 0}`);
  if (taken) throw badField('name', 'settings.erpTaken', { name });
  const row =
    id === undefined
      ? await tx.row<Erp>(sql`insert into erp_name (company_id, name, key)
          values (${sql.company}, ${name}, ${randomBytes(18).toString('base64url')})
          on conflict (company_id, name) do nothing returning id, name`)
      : await tx.row<Erp>(sql`update erp_name set name = ${name}
          where company_id = ${sql.company} and id = ${id} returning id, name`);
  if (!row) throw id === undefined ? badField('name', 'settings.erpTaken', { name }) : notFound('settings.erpGone');
  writeAudit(tx, [{ action: saved, ...about(row) }]);
  return { id: row.id };
}

async function remove(tx: Tx, ids: readonly number[]): Promise<void> {
  const gone = await tx.rows<Erp>(sql`delete from erp_name
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) returning id, name`);
  if (gone.length === 0) throw notFound('settings.erpGone');
  writeAudit(
    tx,
    gone.map((row) => ({ action: removed, ...about(row) })),
  );
}

export function erpRoutes(): Route[] {
  return [
    handle(listErpNames, async (tx) => ({
      list: await tx.rows<Erp>(
        sql`select id, name from erp_name where company_id = ${sql.company} order by name limit 500`,
      ),
    })),
    handle(saveErpName, (tx, { id, name }) => save(tx, id, name)),
    handle(deleteErpNames, (tx, { ids }) => remove(tx, ids)),
  ];
}
