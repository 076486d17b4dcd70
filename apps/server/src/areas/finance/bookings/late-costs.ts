import { Decimal, money } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { transitCostsCame } from '../../transit/public.ts';
import { book } from '../ledger/book.ts';
import type { Line } from '../ledger/entry.ts';

/**
 * Freight and duty beside their goods: units in stock are worth more, the share of those that have left is a difference of
 * the day, and the share of those that never came is lost with them, each by product. Against it, as with the receipt, what
 * is not billed yet.
 */
transitCostsCame.listen(async (tx, { docKind, docId, step, onDay, lines }) => {
  const { baseCurrency } = await companyOf(tx);
  const base = (amount: string) => ({ amount, currency: baseCurrency, rate: '1', baseAmount: amount });
  const own = lines.flatMap(({ productId, stock, difference, lost }): (Line & { baseAmount: string })[] => [
    ...stock.map(({ warehouseId, value }) => ({
      ...{ account: 'stock_value' as const, partyKind: 'warehouse' as const, partyId: warehouseId, productId },
      ...base(value),
    })),
    { account: 'purchase_difference', productId, ...base(difference) },
    { account: 'stock_difference', productId, ...base(lost) },
  ]);
  const total = own.reduce((sum, line) => sum.plus(line.baseAmount), new Decimal(0));
  const text = docKind === 'transit_cost' ? 'lateCosts' : 'lostCosts';
  await book(tx, [
    {
      ...{ docKind, docId, step, onDay, text },
      lines: [...own, { account: 'stock_received', ...base(money(total.neg())) }],
    },
  ]);
});
