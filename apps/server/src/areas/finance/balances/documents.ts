import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';

/** How documents of entries are found that have a page of their own: the id that the page opens. */
const PAGES: Record<string, { path: string; id: (docId: number) => Sql }> = {
  supplier_bill: {
    path: pagePaths.purchaseOrder,
    id: (docId) => sql`select order_id as id from supplier_bill where company_id = ${sql.company} and id = ${docId}`,
  },
  supplier_payment: {
    path: pagePaths.purchaseOrder,
    id: (docId) => sql`select order_id as id from supplier_payment where company_id = ${sql.company} and id = ${docId}`,
  },
  transit_cost: {
    path: pagePaths.transitLeg,
    id: (docId) => sql`select doc_id as id from transit_cost where company_id = ${sql.company} and id = ${docId}`,
  },
  wholesale_payment: {
    path: pagePaths.wholesaleOrder,
    id: (docId) =>
      sql`select order_id as id from wholesale_payment where company_id = ${sql.company} and id = ${docId}`,
  },
  carrier_bill_line: {
    path: `${pagePaths.carrier}?view=bills`,
    id: (docId) => sql`select bill_id as id from carrier_bill_line where company_id = ${sql.company} and id = ${docId}`,
  },
  carrier_claim: { path: `${pagePaths.carrier}?view=claims`, id: (docId) => sql`select ${docId}::bigint as id` },
  provider_statement_line: {
    path: pagePaths.providerReconciliation,
    id: (docId) =>
      sql`select statement_id as id from provider_statement_line where company_id = ${sql.company} and id = ${docId}`,
  },
  warehouse_prepayment: {
    path: pagePaths.warehouse,
    id: (docId) =>
      sql`select warehouse_id as id from warehouse_prepayment where company_id = ${sql.company} and id = ${docId}`,
  },
};

/** The page of the document that an entry was booked for; an order's where the document has none. */
export async function pathOf(
  tx: Tx,
  { docKind, docId, orderId }: { docKind: string; docId: number; orderId: number | null },
): Promise<string | null> {
  const page = PAGES[docKind];
  const row = page && (await tx.row<{ id: number }>(page.id(docId)));
  if (page && row) return `${page.path}${page.path.includes('?') ? '&' : '?'}open=${row.id}`;
  return orderId === null ? null : `${pagePaths.order}?open=${orderId}`;
}
