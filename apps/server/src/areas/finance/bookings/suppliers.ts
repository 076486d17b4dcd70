import type { Tx } from '../../../core/database/database.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { type BilledBySupplier, supplierBilled, supplierPaid } from '../../procurement/public.ts';
import { book } from '../ledger/book.ts';
import type { Line } from '../ledger/entry.ts';

const negated = (amount: string) => money(new Decimal(amount).neg());

/**
 * A bill: goods received leave `stock_received` at what they were received at; what they cost more goes to units in
 * stock and, for those that have left, to `purchase_difference`; another rate to `fx_difference`. The deposit it uses up
 * lowers what is owed.
 */
async function bookBill(tx: Tx, bill: BilledBySupplier): Promise<void> {
  const { baseCurrency } = await companyOf(tx);
  const party = { partyKind: 'supplier' as const, partyId: bill.supplierId };
  const base = (amount: string) => ({ amount, currency: baseCurrency, rate: '1', baseAmount: amount });
  const owed = toBase(bill.amount, bill.rate);
  const own = { currency: bill.currency, rate: bill.rate };
  const known = bill.stock.reduce(
    (sum, one) => sum.plus(one.value),
    new Decimal(bill.receivedBase).plus(bill.differenceBase),
  );
  const lines: Line[] = [
    { account: 'stock_received', ...base(bill.receivedBase) },
    ...bill.stock.map(
      ({ warehouseId, value }): Line => ({
        ...{ account: 'stock_value', partyKind: 'warehouse', partyId: warehouseId },
        ...base(value),
      }),
    ),
    { account: 'purchase_difference', ...base(bill.differenceBase) },
    { account: 'fx_difference', ...base(money(new Decimal(owed).minus(known))) },
    { account: 'supplier_payable', ...party, amount: negated(bill.amount), ...own, baseAmount: negated(owed) },
  ];
  const { deposit } = bill;
  if (!new Decimal(deposit.amount).isZero()) {
    const [at, then] = [toBase(deposit.amount, bill.rate), toBase(deposit.amount, deposit.rate)];
    lines.push(
      { account: 'supplier_payable', ...party, amount: deposit.amount, ...own, baseAmount: at },
      {
        ...{ account: 'supplier_prepaid' as const, ...party, amount: negated(deposit.amount) },
        ...{ currency: bill.currency, rate: deposit.rate, baseAmount: negated(then) },
      },
      { account: 'fx_difference', ...base(money(new Decimal(then).minus(at))) },
    );
  }
  await book(tx, [
    { docKind: 'supplier_bill', docId: bill.billId, step: 'booked', onDay: bill.onDay, text: 'supplierBill', lines },
  ]);
}

supplierBilled.listen(bookBill);

supplierPaid.listen(async (tx, { paymentId, supplierId, onDay, currency, amount, rate, billRate }) => {
  const { baseCurrency } = await companyOf(tx);
  const party = { partyKind: 'supplier' as const, partyId: supplierId };
  const paid = toBase(amount, rate);
  const booked = toBase(amount, billRate ?? rate);
  const gain = money(new Decimal(paid).minus(booked));
  await book(tx, [
    {
      ...{ docKind: 'supplier_payment', docId: paymentId, step: 'paid', onDay },
      text: billRate === null ? 'supplierDeposit' : 'supplierPaid',
      lines: [
        {
          ...{ account: billRate === null ? ('supplier_prepaid' as const) : ('supplier_payable' as const), ...party },
          ...{ amount, currency, rate: billRate ?? rate, baseAmount: booked },
        },
        { account: 'fx_difference', amount: gain, currency: baseCurrency, rate: '1', baseAmount: gain },
        { account: 'cash', amount: negated(amount), currency, rate, baseAmount: negated(paid) },
      ],
    },
  ]);
});
