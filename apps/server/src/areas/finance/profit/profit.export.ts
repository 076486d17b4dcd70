import { type ProfitFilter, profitFilter } from '@tradewind/contract/finance.ts';
import { maySee } from '../../../core/context.ts';
import { defineExport, type ExportColumn, partOf } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import type { Cell } from '../../../core/xlsx.ts';
import { countRows, figuresFor, matching, type ProfitRow, profitRows } from './profit.queries.ts';

const figure = (value: string | null): Cell => (value === null ? null : { number: value });

export const profitExport = defineExport<ProfitFilter, ProfitRow>({
  name: 'orderProfit',
  title: ['订单利润', 'Order profit'],
  filter: profitFilter,
  columns: (ctx) => {
    const amount = (
      title: readonly [string, string],
      name: keyof ReturnType<typeof figuresFor>,
    ): ExportColumn<ProfitRow> => ({
      title,
      width: 14,
      value: (row) => figure(figuresFor(ctx, row)[name]),
    });
    const costs = maySee(ctx.rights, 'seeCost');
    return [
      { title: ['日期', 'Date'], width: 12, value: (row) => row.onDay },
      { title: ['订单号', 'Order'], width: 24, value: (row) => row.orderNo },
      { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
      { title: ['平台', 'Platform'], width: 12, value: (row) => row.platform },
      amount(['商品收入', 'Sales'], 'goods'),
      amount(['运费收入', 'Shipping income'], 'shipping'),
      amount(['折扣', 'Discount'], 'discount'),
      amount(['平台费用', 'Platform fees'], 'platformFee'),
      amount(['平台费用（预估）', 'Platform fees (estimated)'], 'feeEstimate'),
      {
        title: ['费用状态', 'Fee status'],
        width: 12,
        value: (row) => say(ctx.language, `finance.feeState.${row.feeState}`),
      },
      ...(costs
        ? [amount(['商品成本', 'Cost of goods'], 'goodsCost'), amount(['尾程运费', 'Shipping cost'], 'labelCost')]
        : []),
      amount(['退款', 'Refunds'], 'refund'),
      ...(costs ? [amount(['利润', 'Profit'], 'profit'), amount(['利润率 %', 'Margin %'], 'margin')] : []),
    ];
  },
  count: async (tx, ctx, filter) => (await countRows(tx, matching(ctx, filter), 2_000_000)).total,
  page: async (tx, ctx, filter, cursor, limit) => {
    const [onDay, orderId] = cursor?.split('/') ?? [];
    const after = onDay && orderId ? { onDay, orderId: Number(orderId) } : undefined;
    const rows = await profitRows(tx, matching(ctx, filter), { limit, ...(after ? { after } : {}) });
    return partOf(rows, limit, (row) => `${row.onDay}/${row.orderId}`);
  },
});
