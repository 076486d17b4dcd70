import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { isZero, negate, sum } from '../../money.ts';
import { createPages, keysOf } from '../../pages.ts';
import { currencyCode, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Decimal, Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import { optionalAmount, orNothing } from './orderShape.ts';
import { beijing, moment } from './times.ts';

const PAGE_SIZE = 30;
const EXPENDITURE = 2;

/** What an item's income is made of: the field, what it is, and whether it adds to it or takes from it. */
const PARTS = [
  ['sellerCurrencyPrice', 'sale', 1],
  ['costPrice', 'sale', 1],
  ['couponAmount', 'discount', -1],
  ['sellerCurrencyPromotionPrice', 'discount', -1],
  ['settleCurrencyPromotionPrice', 'discount', -1],
  ['sellerRealTax', 'tax', -1],
  ['commissionSaleTax', 'tax', -1],
  ['whtTotalAmount', 'tax', -1],
  ['subsidyTotalAmount', 'other', 1],
  ['commissionAmount', 'commission', -1],
  ['serviceFee', 'payment', -1],
  ['performanceCost', 'fulfilment', -1],
  ['stockExpense', 'storage', -1],
  ['returnExpense', 'fulfilment', -1],
  ['returnFreightSubsidy', 'other', 1],
] as const satisfies readonly (readonly [string, SettlementKind, 1 | -1])[];
type Part = (typeof PARTS)[number][0];

const amounts = Object.fromEntries(PARTS.map(([field]) => [field, orNothing])) as Record<Part, typeof orNothing>;
const listShape = z.object({ count: wholeNumber, list: z.array(z.unknown()).nullish() });
const numbered = z.object({ checkOrderNo: z.string().min(1) });
const checkShape = z.object({
  checkOrderNo: z.string().min(1),
  incomeExpenditureType: z.coerce.number().int(),
  secondOrderType: z.coerce.number().int(),
  bzOrderNo: optionalText,
  originalOrderNo: optionalText,
  businessCompletedTime: moment,
  currencyCode,
  reportOrderNo: optionalText,
  estimateIncomeMoneyTotal: optionalAmount,
  itemList: z.array(z.object({ skuCode: optionalText, incomeAmount: optionalAmount, ...amounts })).nullish(),
});
type Check = z.output<typeof checkShape>;

const pages = createPages({ platform: PLATFORM, size: PAGE_SIZE, longestMs: 7 * 86_400_000, overlapMs: 60_000 });

/** A line for every part of every item, and one for what the parts leave of SHEIN's own sum. */
export function linesOf(check: Check): SettlementLine[] {
  const taken = check.incomeExpenditureType === EXPENDITURE;
  const signed = (amount: Decimal, sign: 1 | -1) => ((sign === 1) === taken ? negate(amount) : amount);
  const orderNo = check.originalOrderNo ?? check.bzOrderNo;
  const line = (place: string, type: string, kind: SettlementKind, amount: Decimal): SettlementLine[] =>
    isZero(amount)
      ? []
      : [
          {
            reference: `${check.checkOrderNo}/${place}/${type}`,
            ...(check.reportOrderNo ? { settlementId: check.reportOrderNo } : {}),
            ...(orderNo ? { platformOrderNo: orderNo } : {}),
            kind: taken && kind === 'sale' ? 'refund' : kind,
            type,
            amount,
            currency: check.currencyCode,
            postedAt: check.businessCompletedTime,
          },
        ];
  const items = check.itemList ?? [];
  if (items.length === 0)
    return line(
      'total',
      `order type ${check.secondOrderType}`,
      'other',
      signed(check.estimateIncomeMoneyTotal ?? '0', 1),
    );
  return items.flatMap((item, index) => {
    const lines = PARTS.flatMap(([field, kind, sign]) => line(String(index), field, kind, signed(item[field], sign)));
    if (!item.incomeAmount) return lines;
    const rest = sum([signed(item.incomeAmount, 1), ...lines.map((one) => negate(one.amount))]);
    return [...lines, ...line(String(index), 'rest_of_income', 'other', rest)];
  });
}

export function createSettlements({ call }: SheinClient, now: () => number) {
  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const window = { after: input.postedAfter, before: now(), cursor: input.cursor };
    const { page, ...rest } = await pages.read(window, async (place) => {
      const { count, list } = await call(access, {
        path: 'finance/get-check-order-list',
        json: {
          startAddTime: beijing(place.from),
          endAddTime: beijing(place.to),
          page: place.page,
          pageSize: PAGE_SIZE,
        },
        effect: 'read',
        shape: listShape,
      });
      const rows = list ?? [];
      return { rows, keys: keysOf(rows, 'checkOrderNo'), total: count };
    });
    const result: SettlementPage = { lines: [], unreadable: [], ...rest };
    await readEach(numbered, page.rows, result.unreadable, async ({ checkOrderNo }) => {
      const answered = await call(access, {
        method: 'GET',
        path: 'finance/get-check-order-detail',
        query: { checkOrderNo },
        effect: 'read',
        shape: z.unknown(),
      });
      await readEach(checkShape, [answered], result.unreadable, (check) => result.lines.push(...linesOf(check)));
    });
    return result;
  };
}
