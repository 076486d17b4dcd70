import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { labelBought, labelVoided } from '../../logistics/public.ts';
import { rateOn } from '../../settings/public.ts';
import { book, reverse } from '../ledger/book.ts';

/** The cost of a label: owed to the carrier from the purchase day. */
export async function bookLabel(tx: Tx, parcelId: number): Promise<void> {
  const parcel = await tx.row<{
    orderId: number;
    shopId: number;
    accountId: number | null;
    amount: string | null;
    currency: string | null;
    at: Date | null;
  }>(sql`select order_id, shop_id, carrier_account_id as "accountId", label_cost as amount,
      label_currency as currency, bought_at as at
    from parcel where company_id = ${tx.companyId} and id = ${parcelId}`);
  if (!parcel || parcel.amount === null || parcel.currency === null) return;
  const { timeZone } = await companyOf(tx);
  const onDay = localDay(parcel.at ?? tx.now, timeZone);
  const plain = { currency: parcel.currency, rate: await rateOn(tx, parcel.currency, onDay) };
  await book(tx, [
    {
      docKind: 'parcel',
      docId: parcelId,
      step: 'label',
      onDay,
      text: 'label',
      order: { id: parcel.orderId, shopId: parcel.shopId },
      lines: [
        { account: 'last_mile', amount: parcel.amount, ...plain },
        {
          account: 'carrier_payable',
          partyKind: 'carrier_account',
          partyId: parcel.accountId ?? 0,
          amount: money(new Decimal(parcel.amount).neg()),
          ...plain,
        },
      ],
    },
  ]);
}

/** Books the purchase first if its own job has not run: jobs run in any order. */
export async function bookVoid(tx: Tx, parcelId: number): Promise<void> {
  await bookLabel(tx, parcelId);
  const { timeZone } = await companyOf(tx);
  await reverse(tx, [{ docKind: 'parcel', docId: parcelId, step: 'label' }], localDay(tx.now, timeZone), 'labelVoid');
}

subscribe(labelBought, 'finance', ['记账：面单', 'Book label costs'], (app, ctx, { parcelId }) =>
  app.database.inCompany(ctx, (tx) => bookLabel(tx, parcelId)),
);

subscribe(labelVoided, 'finance', ['记账：面单作废', 'Book voided labels'], (app, ctx, { parcelId }) =>
  app.database.inCompany(ctx, (tx) => bookVoid(tx, parcelId)),
);
