import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';

interface Page {
  path: string;
  id: (docId: number) => Sql;
}

const ofCost = (docKind: string) => (docId: number) =>
  sql`select doc_id as id from transit_cost where company_id = ${sql.company} and id = ${docId} and doc_kind = ${docKind}`;

/** How documents of entries are found that have a page of their own: the id that the page opens. */
const PAGES: Record<string, Page | readonly Page[]> = {
  supplier_bill: {
    path: pagePaths.purchaseOrder,
    id: (docId) => sql`select order_id as id from supplier_bill where company_id = ${sql.company} and id = ${docId}`,
  },
  supplier_payment: {
    path: pagePaths.purchaseOrder,
    id: (docId) => sql`select order_id as id from supplier_payment where company_id = ${sql.company} and id = ${docId}`,
  },
  transit_cost: [
    { path: pagePaths.transitLeg, id: ofCost('transit_leg') },
    { path: pagePaths.fbaShipment, id: ofCost('fba_shipment') },
  ],
  inbound: { path: pagePaths.inbound, id: (docId) => sql`select ${docId}::bigint as id` },
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
  for (const page of [PAGES[docKind] ?? []].flat()) {
    const row = await tx.row<{ id: number }>(page.id(docId));
    if (row) return `${page.path}${page.path.includes('?') ? '&' : '?'}open=${row.id}`;
  }
  return orderId === null ? null : `${pagePaths.order}?open=${orderId}`;
}
