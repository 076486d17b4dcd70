import { Decimal, money, toBase } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import {
  SUPPLIER_RETURN,
  supplierReturned,
  supplierReturnSettled,
  supplierSettlementUndone,
} from '../../procurement/public.ts';
import { book, reverse } from '../ledger/book.ts';
import type { Line } from '../ledger/entry.ts';

const SETTLEMENT = 'supplier_return_settlement';
const negated = (amount: string) => money(new Decimal(amount).neg());
/** What the supplier owes stands against its bills, or with what it got in advance. */
const claimAccount = (remedy: string) => (remedy === 'debitNote' ? 'supplier_payable' : 'supplier_prepaid');

/**
 * Goods that left for their supplier: the claim against what they cost, through `stock_received` as their receipt came;
 * their layers book the stock. What the supplier owes more or less is a purchase difference.
 */
supplierReturned.listen(async (tx, { returnId, step, supplierId, remedy, onDay, claim, costBase }) => {
  const { baseCurrency } = await companyOf(tx);
  const base = (amount: string) => ({ amount, currency: baseCurrency, rate: '1', baseAmount: amount });
  await book(tx, [
    {
      ...{ docKind: SUPPLIER_RETURN, docId: returnId, step, onDay },
      text: step.startsWith('undone') ? 'supplierReturnUndone' : 'supplierReturn',
      lines: [
        {
          ...{ account: claimAccount(remedy), partyKind: 'supplier', partyId: supplierId },
          ...{ amount: claim.amount, currency: claim.currency, rate: claim.rate, baseAmount: claim.base },
        },
        { account: 'stock_received', ...base(negated(costBase)) },
        { account: 'purchase_difference', ...base(money(new Decimal(costBase).minus(claim.base))) },
      ],
    },
  ]);
});

/**
 * What the supplier gave ends the claim: a debit note at the rate of the bill that it lowers, money at the day's rate, new
 * units at the value of the returned ones. What is no longer expected is a purchase difference.
 */
supplierReturnSettled.listen(async (tx, settled) => {
  const { remedy, currency, rate, rateThen, amount, short, amountBase, shortBase } = settled;
  const { baseCurrency } = await companyOf(tx);
  const party = { partyKind: 'supplier' as const, partyId: settled.supplierId };
  const base = (value: string) => ({ amount: value, currency: baseCurrency, rate: '1', baseAmount: value });
  const came = toBase(amount, rateThen);
  const own: Record<typeof remedy, Line> = {
    debitNote: { account: 'supplier_payable', ...party, amount, currency, rate: rateThen, baseAmount: came },
    refund: { account: 'cash', amount, currency, rate: rateThen, baseAmount: came },
    replacement: { account: 'stock_received', ...base(amount) },
  };
  const claim = { account: claimAccount(remedy), ...party, currency, rate } as const;
  await book(tx, [
    {
      ...{ docKind: SETTLEMENT, docId: settled.settlementId, step: 'settled', onDay: settled.onDay },
      text: 'supplierReturnSettled',
      lines: [
        own[remedy],
        { ...claim, amount: negated(amount), baseAmount: negated(amountBase) },
        { account: 'fx_difference', ...base(money(new Decimal(amountBase).minus(came))) },
        { ...claim, amount: negated(short), baseAmount: negated(shortBase) },
        { account: 'purchase_difference', ...base(shortBase) },
      ],
    },
  ]);
});

supplierSettlementUndone.listen(async (tx, { settlementId, onDay }) => {
  await reverse(tx, [{ docKind: SETTLEMENT, docId: settlementId, step: 'settled' }], onDay, 'supplierSettlementUndone');
});
