import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { labelBought, labelVoided } from '../../logistics/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book, reverse } from '../ledger/book.ts';

/** The costs of labels: owed to the carrier from the purchase day. */
export async function bookLabels(tx: Tx, parcelIds: readonly number[]): Promise<void> {
  const parcels = await tx.rows<{
    id: number;
    orderId: number;
    shopId: number;
    accountId: number | null;
    amount: string;
    currency: string;
    at: Date | null;
  }>(sql`select id, order_id, shop_id, carrier_account_id as "accountId", label_cost as amount,
      label_currency as currency, bought_at as at
    from parcel where company_id = ${sql.company} and id = any(${parcelIds}::bigint[])
      and label_cost is not null and label_currency is not null order by id`);
  const { timeZone } = await companyOf(tx);
  const bought = parcels.map(({ at, ...parcel }) => ({ ...parcel, day: localDay(at ?? tx.now, timeZone) }));
  const rates = await ratesOn(tx, bought);
  await book(
    tx,
    bought.map(({ id, orderId, shopId, accountId, amount, currency, day }) => {
      const plain = { currency, rate: rates.get(rateKey(currency, day)) ?? '1' };
      const credit = money(new Decimal(amount).neg());
      return {
        ...{ docKind: 'parcel', docId: id, step: 'label', onDay: day, text: 'label' },
        order: { id: orderId, shopId },
        lines: [
          { account: 'last_mile', amount, ...plain },
          {
            ...{ account: 'carrier_payable', partyKind: 'carrier_account', partyId: accountId ?? 0 },
            ...{ amount: credit, ...plain },
          },
        ],
      };
    }),
  );
}

/** Transactions commit in another order than their ids: rereads this many ids. */
const LOOK_BACK = 10_000;

/** Labels of parcels `p` that cost something and are not booked. */
export const UNBOOKED_LABELS = sql`from parcel p where p.company_id = ${sql.company} and p.label_cost <> 0 and p.label_currency is not null
  and p.state <> 'voided' and not exists (select 1 from ledger_entry e where e.company_id = ${sql.company}
    and e.doc_kind = 'parcel' and e.doc_id = p.id and e.step = 'label')`;

/** Labels that no event booked, by currency: one without a rate only keeps its own waiting. `all`, or only newer ones. */
export function unbookedLabels(
  tx: Tx,
  all: boolean,
  most: number,
): Promise<{ currency: string; parcelIds: number[] }[]> {
  const from = all
    ? sql`0`
    : sql`coalesce((select max(doc_id) from ledger_entry where company_id = ${sql.company} and doc_kind = 'parcel'), 0) - ${LOOK_BACK}`;
  return tx.rows(sql`select x.currency, jsonb_agg(x.id order by x.id) as "parcelIds" from (
    select p.id, p.label_currency as currency ${UNBOOKED_LABELS} and p.id > ${from} order by p.id limit ${most}) x
    group by 1 order by 1`);
}

/** Books the purchase first if its own job has not run: jobs run in any order. */
export async function bookVoid(tx: Tx, parcelId: number): Promise<void> {
  await bookLabels(tx, [parcelId]);
  const { timeZone } = await companyOf(tx);
  await reverse(tx, [{ docKind: 'parcel', docId: parcelId, step: 'label' }], localDay(tx.now, timeZone), 'labelVoid');
}

subscribe(labelBought, 'finance', ['记账：面单', 'Book label costs'], (app, ctx, { parcelIds, parcelId }) =>
  app.database.inCompany(ctx, (tx) => bookLabels(tx, parcelIds ?? [parcelId])),
);

subscribe(labelVoided, 'finance', ['记账：面单作废', 'Book voided labels'], (app, ctx, { parcelId }) =>
  app.database.inCompany(ctx, (tx) => bookVoid(tx, parcelId)),
);
