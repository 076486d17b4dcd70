import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { type BilledLine, billedLines, carrierBillSettled } from '../../logistics/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';

const PAGE = 1_000;

/**
 * What a settled bill charges beside the costs of labels, and what it gives back, as a cost of each order: a label was
 * booked when it was bought, so its price is taken off.
 */
async function bookBill(app: App, ctx: Ctx, billId: number): Promise<void> {
  let after = 0;
  for (;;) {
    const lines = await app.database.inCompany(ctx, async (tx) => {
      const some = await billedLines(tx, billId, after, PAGE);
      await bookLines(tx, some);
      return some;
    });
    if (lines.length < PAGE) return;
    after = lines.at(-1)?.id ?? after;
  }
}

async function bookLines(tx: Tx, billed: readonly BilledLine[]): Promise<void> {
  const { timeZone } = await companyOf(tx);
  const dated = billed.map((line) => ({ ...line, boughtOn: localDay(line.boughtAt ?? tx.now, timeZone) }));
  const rates = await ratesOn(tx, [
    ...new Map(
      dated
        .flatMap(({ currency, day, labelCurrency, boughtOn }) => [
          { currency, day },
          ...(labelCurrency === null ? [] : [{ currency: labelCurrency, day: boughtOn }]),
        ])
        .map((pair) => [rateKey(pair.currency, pair.day), pair]),
    ).values(),
  ]);
  const pair = (line: (typeof dated)[number], amount: string, currency: string, day: string): Line[] => {
    const plain = { currency, rate: rates.get(rateKey(currency, day)) ?? '1' };
    const party = { partyKind: 'carrier_account', partyId: line.carrierAccountId ?? 0 } as const;
    return [
      { account: 'last_mile', amount, ...plain },
      { account: 'carrier_payable', ...party, amount: money(new Decimal(amount).neg()), ...plain },
    ];
  };
  await book(
    tx,
    dated.map((line): Entry => {
      const { id, orderId, shopId, amount, currency, day, labelCost, labelCurrency, boughtOn } = line;
      const label =
        labelCost === null || labelCurrency === null
          ? []
          : pair(line, money(new Decimal(labelCost).neg()), labelCurrency, boughtOn);
      return {
        ...{ docKind: 'carrier_bill_line', docId: id, step: 'bill', onDay: day },
        text: new Decimal(amount).isNegative() ? 'carrierCredit' : 'carrierBill',
        order: { id: orderId, shopId },
        lines: [...pair(line, amount, currency, day), ...label],
      };
    }),
  );
}

subscribe(carrierBillSettled, 'finance', ['记账：物流账单', 'Book carrier bills'], (app, ctx, { billId }) =>
  bookBill(app, ctx, billId),
);
