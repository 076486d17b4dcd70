import { z } from 'zod';
import { anyOrder, rights } from './access/modules.ts';
import { day, defineCall, exportCall, id, idempotencyKey, list, pageOf, paging, text } from './call.ts';
import { ledgerLine } from './finance/ledger.ts';

export * from './finance/banking.ts';
export * from './finance/budget.ts';
export * from './finance/expense-money.ts';
export * from './finance/expenses.ts';
export * from './finance/ledger.ts';
export * from './finance/mapping.ts';
export * from './finance/platform-claims.ts';
export * from './finance/receiving.ts';
export * from './finance/receiving-set-aside.ts';
export * from './finance/registration.ts';
export * from './finance/settlement-files.ts';
export * from './finance/settlement-set-aside.ts';
export * from './finance/settlements.ts';

/** The figures of an order's profit, each the sum of ledger lines. Positive is what the seller gets, costs are positive too. */
export const PROFIT_FIGURES = [
  'goods',
  'shipping',
  'discount',
  'platformFee',
  'goodsCost',
  'labelCost',
  'refund',
] as const;
export type ProfitFigure = (typeof PROFIT_FIGURES)[number];
/** Figures that need the right to see costs. */
export const COST_FIGURES: readonly ProfitFigure[] = ['goodsCost', 'labelCost'];

export const profitFilter = z.strictObject({
  from: day().optional(),
  to: day().optional(),
  shopIds: list(id(), 200).optional(),
  platform: text(30).optional(),
  feeState: z.enum(['estimated', 'settled']).optional(),
  /** Prefix of an order number. */
  text: text(80).optional(),
});
export type ProfitFilter = z.output<typeof profitFilter>;

/** Base currency; figures without the right are null. */
const figures = z.object({
  goods: z.string(),
  shipping: z.string(),
  discount: z.string(),
  platformFee: z.string(),
  feeEstimate: z.string(),
  goodsCost: z.string().nullable(),
  labelCost: z.string().nullable(),
  refund: z.string(),
  profit: z.string().nullable(),
  /** Profit in percent of goods + shipping - discount. */
  margin: z.string().nullable(),
});
export type Figures = z.output<typeof figures>;

const profitRow = figures.extend({
  orderId: z.number(),
  orderNo: z.string(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  onDay: z.string(),
  status: z.string(),
  feeState: z.enum(['estimated', 'settled']),
});

export const profitList = defineCall({
  method: 'GET',
  path: '/seller/finance/profitList',
  access: [rights.orderProfit.view],
  summary: 'Lists the profit of orders by booking day, newest first.',
  input: profitFilter.extend(paging).extend({ sort: z.enum(['day', 'profit', 'loss']).default('day') }),
  result: pageOf(profitRow),
});
export const profitSums = defineCall({
  method: 'GET',
  path: '/seller/finance/profitSums',
  access: [rights.orderProfit.view],
  summary:
    'Returns profit totals of the matching orders: all, those with settled and those with estimated platform fees.',
  input: profitFilter,
  result: z.object({
    currency: z.string(),
    all: figures.extend({ orders: z.number().int() }),
    settled: figures.extend({ orders: z.number().int() }),
    estimated: figures.extend({ orders: z.number().int() }),
  }),
});

const bridgeStep = z.object({
  figure: z.enum(PROFIT_FIGURES),
  /** Booked when the order was sold and shipped. */
  atSale: z.string(),
  /** What the platform's settlements have changed. */
  bySettlement: z.string(),
  /** Refunds, returned goods, corrected freight and the like. */
  later: z.string(),
  now: z.string(),
  /** Known since this day. */
  since: z.string(),
});
export type BridgeStep = z.output<typeof bridgeStep>;

export const explainProfit = defineCall({
  method: 'GET',
  path: '/seller/finance/explainProfit',
  access: [rights.orderProfit.view],
  summary: 'Lists the ledger lines behind a profit figure, of one order or of all orders that match the filter.',
  input: profitFilter.extend(paging).extend({
    figure: z.enum([...PROFIT_FIGURES, 'profit']),
    orderId: id().optional(),
  }),
  result: pageOf(ledgerLine).extend({ currency: z.string(), sum: z.string() }),
});
export const orderProfit = defineCall({
  method: 'GET',
  path: '/seller/finance/orderProfit',
  access: [...anyOrder('view'), rights.orderProfit.view],
  summary: 'Returns the profit figures of an order and every ledger entry behind them, now or as known on a day.',
  input: z.strictObject({
    orderId: id(),
    /** As it was known at the end of this day. */
    knownOn: day().optional(),
  }),
  result: z.object({
    currency: z.string(),
    feeState: z.enum(['none', 'estimated', 'settled']),
    figures: figures.nullable(),
    /** How each figure that has entries came about. */
    bridge: z.array(bridgeStep),
    lines: z.array(ledgerLine),
    /** The cost of its resends and replacements, booked with those; null without the right to see costs. */
    again: z.object({ orders: z.number().int(), goodsCost: z.string(), labelCost: z.string() }).nullable(),
  }),
});
export const computeProfit = defineCall({
  method: 'POST',
  path: '/seller/finance/computeProfit',
  access: [rights.orderProfit.compute],
  summary: 'Books missing entries (orders shipped without an exchange rate) and requests fees from the platforms now.',
  input: z.strictObject({}),
  result: z.object({ shops: z.number().int() }),
});
export const exportProfit = exportCall(
  '/seller/finance/exportProfit',
  [rights.orderProfit.export],
  'Exports the order profit that matches the filter to a file in the background.',
  profitFilter.extend(idempotencyKey),
);
export const getAllPlat = defineCall({
  method: 'GET',
  path: '/seller/estimatedProfit/getAllPlat',
  access: 'user',
  summary: 'Lists platforms with the fees that are estimated until the actual fees settle.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        platform: z.string(),
        feePercent: z.string(),
        /** Per order, in its currency. */
        feeFixed: z.string(),
        taxCollectedByPlatform: z.boolean(),
      }),
    ),
  }),
});

export * from './finance/balances.ts';
export * from './finance/check-balance.ts';
export * from './finance/provider-statements.ts';
