import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type BulkResult, overOrders, type Selection } from './bulk.ts';

/**
 * Whether the box of an order is delivered against a signature: one of the orders in it is enough. Not by `exists`, for
 * which all orders of boxes may be read into a hash.
 */
export const boxSigned = (order: Sql): Sql => sql`(${order}.signature or coalesce((select true from sales_order x
  where x.company_id = ${sql.company} and x.merged_into = ${order}.id and x.signature limit 1), false))`;

/** Of orders that have not left and have no label yet. Repeated, it changes nothing. */
export function setSignature(app: App, ctx: Ctx, selection: Selection, signature: boolean): Promise<BulkResult> {
  return overOrders(app, ctx, selection, async (ids) => ({
    done: await app.database.inCompany(ctx, async (tx) => {
      const rows = await tx.rows<{ id: number; changed: boolean }>(sql`with old as materialized (
          select id, signature from sales_order where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])
            and tracking_number is null
            and status in ('unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held')
          order by id for update)
        update sales_order o set signature = ${signature},
          version = o.version + (o.signature <> ${signature})::int from old
        where o.company_id = ${sql.company} and o.id = old.id returning o.id, old.signature <> ${signature} as changed`);
      const event = signature ? 'signatureAsked' : 'signatureDropped';
      const changed = rows.filter((row) => row.changed);
      writeHistory(
        tx,
        changed.map(({ id: docId }) => ({ docKind: 'sales_order', docId, event })),
      );
      return rows.map((row) => row.id);
    }),
    otherwise: 'orders.state',
  }));
}
