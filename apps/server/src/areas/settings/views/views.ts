import { deleteView, listViews, saveView } from '@tradewind/contract/settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { userRemoving, userSwapping } from '../../identity/public.ts';

const OWN_OF_A_LIST = 100;
const SHOWN = 300;

interface View {
  listId: string;
  name: string;
  query: Record<string, string>;
  shared: boolean;
}

function viewsOf(tx: Tx, listId: string) {
  return tx.rows<Omit<View, 'listId'> & { id: number; own: boolean; by: string; mayDelete: boolean }>(sql`
    select v.id, v.name, v.query, v.shared, v.user_id = ${tx.actor.userId} as own, coalesce(u.name, '') as by,
      (v.user_id = ${tx.actor.userId} or ${tx.actor.mainAccount}) as "mayDelete"
    from list_view v left join user_account u on u.company_id = v.company_id and u.id = v.user_id
    where v.company_id = ${sql.company} and v.list_id = ${listId} and (v.shared or v.user_id = ${tx.actor.userId})
    order by own desc, v.name, v.id limit ${SHOWN}`);
}

/** @throws conflict settings.viewsFull */
async function keep(tx: Tx, { listId, name, query, shared }: View): Promise<{ id: number }> {
  const mine = sql`company_id = ${sql.company} and list_id = ${listId} and user_id = ${tx.actor.userId}`;
  const kept = await tx.row<{ id: number }>(sql`
    insert into list_view (company_id, list_id, user_id, name, query, shared)
    select ${sql.company}, ${listId}, ${tx.actor.userId}, ${name}, ${JSON.stringify(query)}::jsonb, ${shared}
    where (select count(*) from list_view where ${mine} and name <> ${name}) < ${OWN_OF_A_LIST}
    on conflict (company_id, list_id, user_id, name) do update set query = excluded.query, shared = excluded.shared
    returning id`);
  if (!kept) throw conflict('settings.viewsFull', { most: OWN_OF_A_LIST });
  return kept;
}

/** @throws notFound settings.viewGone, also for another user's filter */
async function remove(tx: Tx, id: number): Promise<void> {
  const gone = await tx.row(sql`delete from list_view where company_id = ${sql.company} and id = ${id}
    and (user_id = ${tx.actor.userId} or (shared and ${tx.actor.mainAccount})) returning id`);
  if (!gone) throw notFound('settings.viewGone');
}

/** The heir's own filter of the same name stays. */
userSwapping.listen(async (tx, { oldUserId, newUserId }) => {
  await tx.rows(sql`update list_view v set user_id = ${newUserId} where company_id = ${sql.company} and user_id = ${oldUserId}
    and not exists (select from list_view o where o.company_id = ${sql.company} and o.list_id = v.list_id
      and o.user_id = ${newUserId} and o.name = v.name)`);
});
/** Shared filters stay shared; a main account may delete them. */
userRemoving.listen(async (tx, { userId }) => {
  await tx.rows(sql`delete from list_view where company_id = ${sql.company} and user_id = ${userId} and not shared`);
});

export function viewRoutes(): Route[] {
  return [
    handle(listViews, async (tx, { listId }) => ({ list: await viewsOf(tx, listId) })),
    handle(saveView, (tx, view) => keep(tx, view)),
    handle(deleteView, (tx, { id }) => remove(tx, id)),
  ];
}
