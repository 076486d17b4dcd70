import type { Tx } from '../../../core/database/database.ts';
import { firstOf, sql } from '../../../core/database/sql.ts';

/** What a line of a settled bill adds to the cost of its parcel. */
export interface BilledLine {
  id: number;
  orderId: number;
  shopId: number;
  carrierAccountId: number | null;
  day: string;
  amount: string;
  currency: string;
  /** What its label costs already: of the first line of a parcel whose label stands. */
  labelCost: string | null;
  labelCurrency: string | null;
  boughtAt: Date | null;
}

/** The lines of a settled bill with an order, behind a line. A credit belongs to the parcel of its claim. */
export const billedLines = (tx: Tx, billId: number, after: number, limit: number): Promise<BilledLine[]> =>
  tx.rows<BilledLine>(sql`select l.id, p.order_id, p.shop_id, p.carrier_account_id, b.billed_on::text as day, l.amount, b.currency,
      case when l.reason not in ('duplicate', 'voided', 'credit') then p.label_cost end as label_cost,
      case when l.reason not in ('duplicate', 'voided', 'credit') then p.label_currency end as label_currency, p.bought_at
    from carrier_bill_line l join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id
    left join carrier_claim c on c.company_id = ${sql.company} and c.id = l.claim_id
    join parcel p on p.company_id = ${sql.company} and p.id = ${firstOf(sql`c.parcel_id`, sql`l.parcel_id`)}
    where l.company_id = ${sql.company} and l.bill_id = ${billId} and b.state = 'settled' and l.amount <> 0 and l.id > ${after}
    order by l.id limit ${limit}`);
