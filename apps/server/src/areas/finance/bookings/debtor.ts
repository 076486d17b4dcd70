import { sql } from '../../../core/database/sql.ts';
import type { Account, Party } from '../ledger/accounts.ts';

/** The wholesale customer of a sales order's shipment, or null. The order is `o`. */
export const CUSTOMER_ID = sql`(select w.customer_id from wholesale_shipment h
  join wholesale_order w on w.company_id = h.company_id and w.id = h.order_id
  where h.company_id = ${sql.company} and h.sales_order_id = o.id)`;

/** The debtor of a sale: the wholesale customer, else the shop's platform until it settles. */
export const debtor = (of: {
  shopId: number;
  customerId: number | null;
}): { account: Account; partyKind: Party; partyId: number } =>
  of.customerId === null
    ? { account: 'platform_unsettled', partyKind: 'shop', partyId: of.shopId }
    : { account: 'receivable', partyKind: 'wholesale_customer', partyId: of.customerId };
