import { rights } from '@tradewind/contract/access/modules.ts';
import { writeAudit } from '../../core/audit.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, forbidden, notFound } from '../../core/errors.ts';
import { acts } from './audit.ts';

const about = (id: number, name: string) => ({ targetKind: 'position', targetId: id, targetName: name });

export const positionsOf = (tx: Tx) =>
  tx.rows<{ id: number; name: string; members: number }>(sql`
    select p.id, p.name, (select count(*)::int from user_account u where u.company_id = ${sql.company} and u.position_id = p.id) as members
    from position p where p.company_id = ${sql.company} order by p.name, p.id`);

/** Adds a position or renames one. */
export async function keepPosition(tx: Tx, ctx: Ctx, { id, name }: { id?: number | undefined; name: string }) {
  if (!mayPress(ctx.rights, id ? rights.department.edit : rights.department.add)) throw forbidden();
  const taken = await tx.row(sql`select 1 as taken from position
    where company_id = ${sql.company} and name = ${name} and id <> ${id ?? 0}`);
  if (taken) throw badField('name', 'identity.positionTaken', { name });
  const row = await tx.row<{ id: number }>(
    id
      ? sql`update position set name = ${name} where company_id = ${sql.company} and id = ${id} returning id`
      : sql`insert into position (company_id, name) values (${sql.company}, ${name}) on conflict do nothing returning id`,
  );
  if (!row) throw id ? notFound('identity.noPosition') : badField('name', 'identity.positionTaken', { name });
  writeAudit(tx, [{ action: acts.positionSaved, ...about(row.id, name) }]);
  return { id: row.id };
}

/** @throws conflict identity.positionInUse */
export async function removePosition(tx: Tx, id: number): Promise<void> {
  const position = await tx.row<{ name: string; members: number }>(sql`select name,
      (select count(*)::int from user_account u where u.company_id = ${sql.company} and u.position_id = p.id) as members
    from position p where company_id = ${sql.company} and id = ${id} for update of p`);
  if (!position) throw notFound('identity.noPosition');
  if (position.members > 0) throw conflict('identity.positionInUse', position);
  await tx.rows(sql`delete from position where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: acts.positionDeleted, ...about(id, position.name) }]);
}
