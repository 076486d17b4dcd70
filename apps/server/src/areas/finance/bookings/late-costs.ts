import { Decimal, money } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { legCostsCame } from '../../transit/public.ts';
import { book } from '../ledger/book.ts';
import type { Line } from '../ledger/entry.ts';

/**
 * Freight and duty that came after the goods: units in stock are worth more, and the share of those that have left is a
 * difference of the day, by product. Against it, as with the receipt, what is not billed yet.
 */
legCostsCame.listen(async (tx, { costId, onDay, lines }) => {
  const { baseCurrency } = await companyOf(tx);
  const base = (amount: string) => ({ amount, currency: baseCurrency, rate: '1', baseAmount: amount });
  const own = lines.flatMap(({ productId, stock, difference }): (Line & { baseAmount: string })[] => [
    ...stock.map(({ warehouseId, value }) => ({
      ...{ account: 'stock_value' as const, partyKind: 'warehouse' as const, partyId: warehouseId, productId },
      ...base(value),
    })),
    { account: 'purchase_difference', productId, ...base(difference) },
  ]);
  const total = own.reduce((sum, line) => sum.plus(line.baseAmount), new Decimal(0));
  await book(tx, [
    {
      ...{ docKind: 'transit_cost', docId: costId, step: 'late', onDay, text: 'lateCosts' },
      lines: [...own, { account: 'stock_received', ...base(money(total.neg())) }],
    },
  ]);
});
