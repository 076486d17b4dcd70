import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { rateOn } from '../../settings/public.ts';
import { wholesalePaid } from '../../wholesale/public.ts';
import { book } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';

/**
 * Books wholesale payments and their reversals against the customer's receivable, at the day's exchange rate. A payment
 * in advance is a negative receivable until shipping.
 */
export async function bookPayments(tx: Tx, paymentIds: readonly number[]): Promise<number> {
  const rows = await tx.rows<{
    id: number;
    customerId: number;
    kind: 'deposit' | 'balance';
    amount: string;
    currency: string;
    onDay: string;
  }>(sql`select p.id, w.customer_id, p.kind, p.amount, w.currency, p.on_day::text as "onDay"
    from wholesale_payment p join wholesale_order w on w.company_id = p.company_id and w.id = p.order_id
    where p.company_id = ${sql.company} and p.id = any(${arrayOf(paymentIds)}::bigint[]) order by p.id`);
  const entries: Entry[] = [];
  for (const { id, customerId, kind, amount, currency, onDay } of rows) {
    const plain = { currency, rate: await rateOn(tx, currency, onDay) };
    entries.push({
      docKind: 'wholesale_payment',
      docId: id,
      step: 'paid',
      onDay,
      text: kind,
      lines: [
        { account: 'cash', amount, ...plain },
        {
          account: 'receivable',
          partyKind: 'wholesale_customer',
          partyId: customerId,
          amount: money(new Decimal(amount).neg()),
          ...plain,
        },
      ],
    });
  }
  return book(tx, entries);
}

/** Unbooked payments, oldest first. */
export async function unbookedPayments(tx: Tx, limit: number): Promise<number[]> {
  const rows = await tx.rows<{
    id: number;
  }>(sql`select p.id from wholesale_payment p where p.company_id = ${sql.company}
    and not exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = 'wholesale_payment'
      and e.doc_id = p.id and e.step = 'paid') order by p.id limit ${limit}`);
  return rows.map((row) => row.id);
}

subscribe(wholesalePaid, 'finance', ['记账：批发收款', 'Book wholesale payments'], (app, ctx, { paymentId }) =>
  app.database.inCompany(ctx, async (tx) => void (await bookPayments(tx, [paymentId]))),
);
