import type { Instalment } from '@tradewind/contract/procurement/words.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { dayAt, firstDayOf, monthOf, numberOf } from '../advice/days.ts';
import { purchaseDocument } from '../documents.ts';

/** Days of an order by the company's calendar; null: it has not happened. */
export interface OrderDays {
  orderedOn: string | null;
  /** Of its first packing list. */
  shippedOn: string | null;
  receivedOn: string | null;
  /** When its goods are expected. */
  expectedOn: string | null;
}
interface Due {
  dueOn: string | null;
  /** Counted from the expected day, not from what happened. */
  planned: boolean;
}

const after = (day: string, days: number) => dayAt(numberOf(day) + days);

/** The last day of the month of a day, and so many days more. */
export const monthEnd = (day: string, days: number): string => dayAt(firstDayOf(monthOf(numberOf(day)) + 1) - 1 + days);

/** When a part of an order's price is due. What is due after the receipt is planned from the expected day until then. */
export function instalmentDue({ when, days }: Pick<Instalment, 'when' | 'days'>, on: OrderDays): Due {
  if (when === 'order') return { dueOn: on.orderedOn, planned: false };
  if (when === 'dispatch') return { dueOn: on.shippedOn, planned: false };
  const from = on.receivedOn ?? on.expectedOn;
  if (from === null) return { dueOn: null, planned: false };
  return { dueOn: when === 'receipt' ? after(from, days) : monthEnd(from, days), planned: on.receivedOn === null };
}

/**
 * When a bill is due: on the first day of what the terms ask for beside the deposit. The month is that of the bill; goods
 * count as shipped and received on the bill's day where nobody has said otherwise. Null without such terms.
 */
export function billDue(terms: readonly Instalment[], billedOn: string, on: OrderDays): string | null {
  const days = terms.flatMap(({ when, days: more }) => {
    if (when === 'order') return [];
    if (when === 'monthEnd') return [monthEnd(billedOn, more)];
    return [when === 'receipt' ? after(on.receivedOn ?? billedOn, more) : (on.shippedOn ?? billedOn)];
  });
  return days.sort()[0] ?? null;
}

export async function daysOfOrder(tx: Tx, id: number): Promise<OrderDays> {
  const row = await tx.row<OrderDays>(sql`
    select ${dayOf(sql`o.ordered_at`)}::text as ordered_on, o.expected_on::text as expected_on,
      (select min(k.shipped_on)::text from supplier_packing k where k.company_id = ${sql.company} and k.order_id = o.id
        and k.state <> 'refused') as shipped_on,
      (select ${dayOf(sql`max(t.at)`)}::text from inbound i
        join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = i.id and t.undone_at is null
        where i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind} and i.source_id = o.id) as received_on
    from purchase_order o where o.company_id = ${sql.company} and o.id = ${id}`);
  return row ?? { orderedOn: null, shippedOn: null, receivedOn: null, expectedOn: null };
}
