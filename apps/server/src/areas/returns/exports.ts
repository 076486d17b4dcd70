import {
  type AnalysisFilter,
  RETURN_REASONS,
  type ReturnAnalysisRow,
  type ReturnFilter,
  type ReturnRow,
  returnAnalysisFilter,
  returnFilter,
} from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineExport } from '../../core/exports.ts';
import { exportOf } from '../../core/lists.ts';
import { nameIn } from '../../core/text/names.ts';
import { say } from '../../core/text/texts.ts';
import { returnAnalysis } from './analysis.ts';
import { returns } from './list.ts';

const number = (value: string) => ({ number: value });

type Named<R> = R & { reasonName: string };

/** Names of reasons; an unknown code stays as it is. */
async function named<R extends { reason: string }>(
  tx: Tx,
  language: 'zh' | 'en',
  rows: readonly R[],
): Promise<Named<R>[]> {
  const options = await tx.rows<{ value: string; zh: string; en: string | null }>(
    sql`select value, label_zh as zh, label_en as en from drop_option where company_id = ${sql.company} and zoot = ${RETURN_REASONS} limit 2000`,
  );
  const names = new Map(options.map((one) => [one.value, language === 'zh' ? one.zh : one.en || one.zh]));
  return rows.map((row) => ({ ...row, reasonName: names.get(row.reason) ?? row.reason }));
}

export const returnExport = exportOf<ReturnFilter, ReturnRow, Named<ReturnRow>>(returns, {
  name: 'returns.list',
  title: ['退货售后', 'Returns'],
  filter: returnFilter,
  columns: [
    { title: ['退货单', 'Return'], width: 20, value: (row) => row.number },
    { title: ['订单号', 'Order no.'], width: 22, value: (row) => row.orderNo },
    { title: ['平台', 'Platform'], width: 12, value: (row) => row.platform },
    { title: ['店铺', 'Shop'], width: 18, value: (row) => row.shopName },
    { title: ['平台退货号', 'Platform return no.'], width: 22, value: (row) => row.platformReturnNo },
    { title: ['类型', 'Type'], width: 14, value: (row, ctx) => say(ctx.language, `returns.kind.${row.kind}`) },
    { title: ['状态', 'Status'], width: 12, value: (row, ctx) => say(ctx.language, `returns.state.${row.state}`) },
    { title: ['原因', 'Reason'], width: 18, value: (row) => row.reasonName },
    { title: ['买家说明', 'Buyer note'], width: 30, value: (row) => row.reasonText },
    {
      title: ['商品', 'Items'],
      width: 30,
      value: (row) => row.summary.map((line) => `${line.sku} × ${line.quantity}`).join(', '),
    },
    { title: ['件数', 'Units'], value: (row) => row.units },
    { title: ['已退款', 'Refunded'], value: (row) => number(row.refunded) },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    { title: ['退回跟踪号', 'Return tracking no.'], width: 22, value: (row) => row.trackingNumber },
    { title: ['申请时间', 'Requested at'], width: 24, value: (row) => row.requestedAt },
  ],
  more: (tx, ctx, rows) => named(tx, ctx.language, rows),
});

export const analysisExport = defineExport<AnalysisFilter, Named<ReturnAnalysisRow>>({
  name: 'returns.analysis',
  title: ['退货分析', 'Return analysis'],
  filter: returnAnalysisFilter,
  columns: (ctx) => [
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 34, value: (row) => nameIn(ctx.language, row) },
    { title: ['原因', 'Reason'], width: 20, value: (row) => row.reasonName },
    { title: ['退货单数', 'Returns'], value: (row) => row.returns },
    { title: ['退货件数', 'Units returned'], value: (row) => row.units },
    { title: ['发货件数', 'Units shipped'], value: (row) => row.shipped },
    { title: ['退货率', 'Return rate'], value: (row) => (row.rate === null ? null : number(row.rate.toFixed(4))) },
    { title: ['占比', 'Share'], value: (row) => number(row.share.toFixed(4)) },
  ],
  count: async (tx, _ctx, filter) => (await returnAnalysis(tx, filter)).rows.length,
  page: async (tx, ctx, filter) => ({
    rows: await named(tx, ctx.language, (await returnAnalysis(tx, filter)).rows),
    next: null,
  }),
});
