import { LINE_KIND_WORDS } from '@tradewind/contract/finance/words.ts';
import {
  type SettlementLineRow,
  type SettlementRow,
  settlementFilter,
  settlementLineFilter,
} from '@tradewind/contract/finance.ts';
import type { Ctx } from '../../../core/context.ts';
import type { ExportColumn } from '../../../core/exports.ts';
import { exportOf } from '../../../core/lists.ts';
import { say } from '../../../core/text/texts.ts';
import { platformName } from '../../channels/public.ts';
import { settlementLines, settlements } from './lists.ts';

const figure = (value: string | null) => (value === null ? null : { number: value });
const ofShop: readonly ExportColumn<{ shopName: string; platform: string }>[] = [
  { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
  { title: ['平台', 'Platform'], width: 14, value: (row, ctx) => platformName(row.platform, ctx.language) },
];

export const settlementExport = exportOf(settlements, {
  name: 'finance.settlements',
  title: ['平台结算', 'Settlements'],
  filter: settlementFilter,
  columns: [
    ...ofShop,
    { title: ['结算单号', 'Settlement no.'], width: 26, value: (row) => row.number },
    { title: ['开始日期', 'From'], width: 12, value: (row) => row.fromDay },
    { title: ['结束日期', 'To'], width: 12, value: (row) => row.toDay },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['明细', 'Lines'], width: 8, value: (row) => row.lines },
    { title: ['结算金额', 'Amount'], width: 14, value: (row) => figure(row.amount) },
    { title: ['平台合计', 'Platform total'], width: 14, value: (row) => figure(row.total) },
    { title: ['差额', 'Gap'], width: 12, value: (row) => figure(row.gap) },
    { title: ['已打款', 'Paid out'], width: 14, value: (row) => figure(row.paidOut) },
    { title: ['打款日期', 'Deposit date'], width: 12, value: (row) => row.depositDay },
  ] satisfies ExportColumn<SettlementRow>[],
});

const accountIn = (account: string | null, { language }: Ctx) =>
  say(language, account === null ? 'finance.notBooked' : `finance.account.${account}`);

export const settlementLineExport = exportOf(settlementLines, {
  name: 'finance.settlementLines',
  title: ['平台结算明细', 'Settlement lines'],
  filter: settlementLineFilter,
  columns: [
    { title: ['入账时间', 'Posted at'], width: 22, value: (row) => new Date(row.postedAt) },
    ...ofShop,
    { title: ['结算单号', 'Settlement no.'], width: 26, value: (row) => row.settlementNumber },
    { title: ['平台订单号', 'Platform order no.'], width: 24, value: (row) => row.platformOrderNo },
    { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sellerSku },
    {
      title: ['款项', 'Kind'],
      width: 14,
      value: (row, { language }) => LINE_KIND_WORDS[row.kind][language === 'zh' ? 0 : 1],
    },
    { title: ['平台类型', 'Platform’s term'], width: 30, value: (row) => row.type },
    { title: ['金额', 'Amount'], width: 14, value: (row) => figure(row.amount) },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['科目', 'Account'], width: 22, value: (row, ctx) => accountIn(row.account, ctx) },
  ] satisfies ExportColumn<SettlementLineRow>[],
});
