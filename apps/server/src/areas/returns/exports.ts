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
import { Params, pageStatement } from '../../core/database/statement.ts';
import { defineExport } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { returnAnalysis } from './analysis.ts';
import { countReturns, returnRows, returnWhere } from './list.ts';

const number = (value: string | number) => ({ number: String(value) });

type Named<R> = R & { reasonName: string };

/** What reasons are called; one that the list does not know is called as it is. */
async function named<R extends { reason: string }>(
  tx: Tx,
  language: 'zh' | 'en',
  rows: readonly R[],
): Promise<Named<R>[]> {
  const options = await tx.prepared<{ value: string; zh: string; en: string | null }>(
    'return_reason_names',
    'select value, label_zh as zh, label_en as en from drop_option where company_id = $1 and zoot = $2 limit 2000',
    [tx.companyId, RETURN_REASONS],
  );
  const names = new Map(options.map((one) => [one.value, language === 'zh' ? one.zh : one.en || one.zh]));
  return rows.map((row) => ({ ...row, reasonName: names.get(row.reason) ?? row.reason }));
}

export const returnExport = defineExport<ReturnFilter, Named<ReturnRow>>({
  name: 'returns.list',
  title: ['退货售后', 'Returns'],
  filter: returnFilter,
  columns: () => [
    { title: ['退货单', 'Return'], width: 20, value: (row) => row.number },
    { title: ['订单号', 'Order'], width: 22, value: (row) => row.orderNo },
    { title: ['平台', 'Platform'], width: 12, value: (row) => row.platform },
    { title: ['店铺', 'Shop'], width: 18, value: (row) => row.shopName },
    { title: ['平台退货号', 'Platform return'], width: 22, value: (row) => row.platformReturnNo },
    { title: ['类型', 'Kind'], width: 14, value: (row, ctx) => say(ctx.language, `returns.kind.${row.kind}`) },
    { title: ['状态', 'State'], width: 12, value: (row, ctx) => say(ctx.language, `returns.state.${row.state}`) },
    { title: ['原因', 'Reason'], width: 18, value: (row) => row.reasonName },
    { title: ['买家说明', 'In their words'], width: 30, value: (row) => row.reasonText },
    {
      title: ['商品', 'Goods'],
      width: 30,
      value: (row) => row.summary.map((line) => `${line.sku} × ${line.quantity}`).join(', '),
    },
    { title: ['件数', 'Units'], value: (row) => number(row.units) },
    { title: ['已退款', 'Refunded'], value: (row) => number(row.refunded) },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    { title: ['运单号', 'Tracking number'], width: 22, value: (row) => row.trackingNumber },
    { title: ['申请时间', 'Asked at'], width: 24, value: (row) => new Date(row.requestedAt).toISOString() },
  ],
  count: (tx, _ctx, filter) => countReturns(tx, filter, 1_000_001),
  page: async (tx, ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = returnWhere(tx, filter, params);
    const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
    const size = Math.min(limit, 200);
    const found = await pageStatement<{ id: number }>(
      tx,
      `select r.id from sales_return r where ${where} and r.id < ${after} order by r.id desc limit ${size}`,
      params,
    );
    const ids = found.map((row) => row.id);
    const rows = await named(tx, ctx.language, ids.length > 0 ? await returnRows(tx, ids) : []);
    return { rows, next: found.length === size ? String(ids.at(-1)) : null };
  },
});

export const analysisExport = defineExport<AnalysisFilter, Named<ReturnAnalysisRow>>({
  name: 'returns.analysis',
  title: ['退货分析', 'Why products came back'],
  filter: returnAnalysisFilter,
  columns: (ctx) => [
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 34, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
    { title: ['原因', 'Reason'], width: 20, value: (row) => row.reasonName },
    { title: ['退货单数', 'Returns'], value: (row) => number(row.returns) },
    { title: ['退货件数', 'Units returned'], value: (row) => number(row.units) },
    { title: ['发货件数', 'Units shipped'], value: (row) => number(row.shipped) },
    { title: ['退货率', 'Rate'], value: (row) => (row.rate === null ? null : number(row.rate.toFixed(4))) },
    { title: ['占比', 'Share'], value: (row) => number(row.share.toFixed(4)) },
  ],
  count: async (tx, _ctx, filter) => (await returnAnalysis(tx, filter)).rows.length,
  page: async (tx, ctx, filter) => ({
    rows: await named(tx, ctx.language, (await returnAnalysis(tx, filter)).rows),
    next: null,
  }),
});
