import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
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
  reference: string;
  amount: string;
  moneyAccountId: number | null;
  at: Date;
}

/** The booking of a row of warehouse prepayments; null: a prepayment or its reversal. */
function feeText({ reference, orderId, amount }: Prepayment): string | null {
  if (reference === 'replaced') return 'warehouseFeeReplaced';
  if (reference) return amount.startsWith('-') ? 'providerFee' : 'providerFeeBack';
  return orderId === null ? null : 'warehouseFee';
}

/** Books warehouse prepayments, and the fees deducted from them: costs of their orders, or of the warehouse. */
async function bookPrepayments(tx: Tx, which: Sql, limit = 5000): Promise<number> {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<Prepayment>(sql`
    select p.id, p.warehouse_id, b.order_id, b.shop_id, p.reference, p.amount, p.money_account_id, p.at
    from warehouse_prepayment p left join outbound b on b.company_id = p.company_id and b.id = p.outbound_id
    where p.company_id = ${sql.company} and ${which} order by p.id limit ${limit}`);
  return book(
    tx,
    rows.map((row): Entry => {
      const { id, warehouseId, orderId, shopId, amount, moneyAccountId, at } = row;
      const fee = feeText(row);
      const ofOrder = orderId !== null && shopId !== null;
      const warehouse = { partyKind: 'warehouse', partyId: warehouseId } as const;
      const paidFrom =
        moneyAccountId === null ? {} : ({ partyKind: 'money_account', partyId: moneyAccountId } as const);
      const off = money(new Decimal(amount).neg());
      const plain = { currency: baseCurrency, rate: '1' };
      return {
        docKind: 'warehouse_prepayment',
        docId: id,
        step: fee === null ? 'prepaid' : 'fee',
        onDay: localDay(at, timeZone),
        text: fee ?? 'warehousePrepaid',
        ...(ofOrder ? { order: { id: orderId, shopId } } : {}),
        lines: [
          // To the last digit, to match the balance of the warehouse.
          { account: 'warehouse_prepaid', ...warehouse, amount, baseAmount: amount, ...plain },
          {
            account: fee === null ? 'cash' : 'warehouse_fee',
            ...(fee === null ? paidFrom : ofOrder ? {} : warehouse),
            amount: off,
            baseAmount: off,
            ...plain,
          },
        ],
      };
    }),
  );
}

/** These rows, at once. */
export const bookPrepaid = (tx: Tx, ids: readonly number[]): Promise<number> =>
  bookPrepayments(tx, sql`p.id = any(${arrayOf(ids)}::bigint[])`, ids.length);

export const bookWarehouseFees = (tx: Tx, outboundIds: readonly number[]): Promise<number> =>
  bookPrepayments(tx, sql`p.outbound_id = any(${arrayOf(outboundIds)}::bigint[])`);

/** Transactions commit in another order than their ids: rereads this many ids. */
const LOOK_BACK = 10_000;

/** Books what events missed, oldest first; `all` checks everything, else only new rows. */
export const bookUnbookedPrepayments = (tx: Tx, all: boolean, limit: number): Promise<number> =>
  bookPrepayments(
    tx,
    sql`p.id > ${
      all
        ? sql`0`
        : sql`coalesce((select max(doc_id) from ledger_entry where company_id = ${sql.company}
          and doc_kind = 'warehouse_prepayment'), 0) - ${LOOK_BACK}`
    } and not exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = 'warehouse_prepayment'
      and e.doc_id = p.id)`,
    limit,
  );

subscribe(
  warehousePrepaid,
  'finance',
  ['记账：仓库预付款', 'Book warehouse prepayments'],
  (app, ctx, { prepaymentIds }) =>
    app.database.inCompany(
      ctx,
      async (tx) => void (await bookPrepayments(tx, sql`p.id = any(${arrayOf(prepaymentIds)}::bigint[])`)),
    ),
);
