import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Tx } from '../../../core/database/database.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { warehousePrepaid } from '../../warehouse/public.ts';
import { book } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';

interface Prepayment extends Record<string, unknown> {
  id: number;
  warehouseId: number;
  orderId: number | null;
  shopId: number | null;
  amount: string;
  at: Date;
}

/** Money laid down with whoever runs a warehouse, and the fees that they take of it for orders: costs of those orders. */
async function bookPrepayments(tx: Tx, which: SQL, limit = 5000): Promise<number> {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<Prepayment>(sql`
    select p.id, p.warehouse_id as "warehouseId", b.order_id as "orderId", b.shop_id as "shopId", p.amount, p.at
    from warehouse_prepayment p left join outbound b on b.company_id = p.company_id and b.id = p.outbound_id
    where p.company_id = ${tx.companyId} and ${which} order by p.id limit ${limit}`);
  return book(
    tx,
    rows.map(({ id, warehouseId, orderId, shopId, amount, at }): Entry => {
      const fee = orderId !== null && shopId !== null;
      const off = money(new Decimal(amount).neg());
      const plain = { currency: baseCurrency, rate: '1' };
      return {
        docKind: 'warehouse_prepayment',
        docId: id,
        step: fee ? 'fee' : 'prepaid',
        onDay: localDay(at, timeZone),
        text: fee ? 'warehouseFee' : 'warehousePrepaid',
        ...(fee ? { order: { id: orderId, shopId } } : {}),
        lines: [
          // To the last digit: the balance of the warehouse stands beside it.
          {
            account: 'warehouse_prepaid',
            partyKind: 'warehouse',
            partyId: warehouseId,
            amount,
            baseAmount: amount,
            ...plain,
          },
          { account: fee ? 'warehouse_fee' : 'cash', amount: off, baseAmount: off, ...plain },
        ],
      };
    }),
  );
}

export const bookWarehouseFees = (tx: Tx, outboundIds: readonly number[]): Promise<number> =>
  bookPrepayments(tx, sql`p.outbound_id = any(${arrayOf(outboundIds)}::bigint[])`);

/** Transactions commit in another order than they draw ids: this many ids are looked at once more. */
const LOOK_BACK = 10_000;

/** What no event told, the oldest first; `all` looks through everything, else only at what is new. */
export const bookUnbookedPrepayments = (tx: Tx, all: boolean, limit: number): Promise<number> =>
  bookPrepayments(
    tx,
    sql`p.id > ${
      all
        ? sql`0`
        : sql`coalesce((select max(doc_id) from ledger_entry where company_id = ${tx.companyId}
          and doc_kind = 'warehouse_prepayment'), 0) - ${LOOK_BACK}`
    } and not exists (select 1 from ledger_entry e where e.company_id = p.company_id and e.doc_kind = 'warehouse_prepayment'
      and e.doc_id = p.id)`,
    limit,
  );

subscribe(
  warehousePrepaid,
  'finance',
  ['记账：仓库预付款', 'Book a warehouse prepayment'],
  (app, ctx, { prepaymentId }) =>
    app.database.inCompany(ctx, async (tx) => void (await bookPrepayments(tx, sql`p.id = ${prepaymentId}`))),
);
