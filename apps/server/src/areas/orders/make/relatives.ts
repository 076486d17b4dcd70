import type { ORDER_ORIGINS } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { visibleModules } from '../list/filter.ts';
import type { Status } from '../status.ts';

type Origin = (typeof ORDER_ORIGINS)[number];

interface Relative extends Record<string, unknown> {
  id: number;
  displayNo: string;
  origin: Origin;
  status: Status;
  units: number;
  at: Date;
  reason: string | null;
}

/** @throws notFound orders.notFound also for orders out of the actor's shops and modules */
export async function relativesOf(tx: Tx, id: number) {
  const modules = visibleModules(tx.rights);
  const observed = sql`o.company_id = ${sql.company} and ${inShops(tx, sql`o.shop_id`)}
    and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}`;
  const about = await tx.row<{ origin: Origin; sourceId: number | null }>(
    sql`select o.origin, o.source_order_id as "sourceId" from sales_order o where ${observed} and o.id = ${id}`,
  );
  if (!about) throw notFound('orders.notFound');
  const listed = (which: Sql) =>
    tx.rows<Relative>(sql`select o.id, o.display_no, o.origin, o.status, o.units, o.created_at as at,
        (select e.detail ->> 'reason' from document_event e where e.company_id = ${sql.company} and e.doc_kind = 'sales_order'
          and e.doc_id = o.id and e.event = 'made' limit 1) as reason
      from sales_order o where ${observed} and ${which} order by o.id desc limit 50`);
  const [source] = about.sourceId === null ? [] : await listed(sql`o.id = ${about.sourceId}`);
  const made = await listed(sql`o.source_order_id = ${id}`);
  const answered = ({ at, ...row }: Relative) => ({ ...row, at: at.toISOString() });
  return { origin: about.origin, source: source ? answered(source) : null, made: made.map(answered) };
}
