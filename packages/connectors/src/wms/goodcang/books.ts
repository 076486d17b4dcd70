import { z } from 'zod';
import { magnitude, sum } from '../../money.ts';
import type { WmsAccess, WmsFee, WmsPage, WmsStockEntry } from '../../wms.ts';
import {
  anyText,
  article,
  count,
  fromBeijing,
  money,
  nextPage,
  pageNumber,
  rows,
  skuOf,
  someText,
  toBeijing,
} from '../convert.ts';
import type { AskCall } from '../eccang/ask.ts';
import { directionOf, refTypeOf } from '../eccang/base.ts';

const PLATFORM = 'goodcang';
const PAGE = 200;

const flow = z.object({
  id: anyText,
  order_number: anyText,
  types_of_fee: anyText,
  types_of_fee_text: anyText,
  flow_type: someText,
  amount: money,
  currency_code: someText,
  add_time: someText,
});
const flows = z.object({
  data: z.object({ list: rows(flow), next_page_token: anyText, total: count }),
});

const entry = z.object({
  reference_no: anyText,
  application_code: someText,
  application_code_text: someText,
  ...article,
  inventory_change_type: someText,
  ibl_change_quantity: count,
  ibl_add_time: someText,
});
const entries = z.object({ data: rows(entry), count });

const accounts = z.object({
  data: z.object({
    account_list: rows(z.object({ balance_list: rows(z.object({ currency_code: someText, amount: money })) })),
  }),
});

/** What moved, by the number and by the name that the published list has for it. */
const KIND: Readonly<Record<string, WmsStockEntry['kind']>> = {
  '1': 'transfer',
  调出下架: 'transfer',
  '2': 'transfer',
  调入上架: 'transfer',
  '3': 'count',
  盘点: 'count',
  '4': 'ship',
  订单签出: 'ship',
  '5': 'adjust',
  库存调整: 'adjust',
  '6': 'return',
  售后上架: 'return',
  '7': 'receipt',
  入库上架: 'receipt',
  '8': 'adjust',
  增值完成: 'adjust',
};
/** Answers name it by an English word, of which only `Putaway` is published. The special ones first. */
const WORDS: readonly (readonly [RegExp, WmsStockEntry['kind']])[] = [
  [/return|after.?sale/i, 'return'],
  [/transfer|tune.?(in|out)/i, 'transfer'],
  [/count|take.?stock|stock.?tak/i, 'count'],
  [/adjust|value.?add/i, 'adjust'],
  [/put.?away|receiv|inbound/i, 'receipt'],
  [/order|ship|outbound/i, 'ship'],
];

const kindOf = (code: string, name: string): WmsStockEntry['kind'] =>
  KIND[code] ?? KIND[name] ?? WORDS.find(([words]) => words.test(code))?.[1] ?? 'adjust';

export function createBooks(call: AskCall) {
  return {
    /** After 5000 rows pages are told by a token only; both are places here. */
    async fees(access: WmsAccess, from: string, to: string, cursor?: string): Promise<WmsPage<WmsFee>> {
      const token = cursor?.startsWith('token:') ? cursor.slice(6) : '';
      const page = token ? 1 : pageNumber(PLATFORM, cursor);
      const params = {
        page,
        page_size: PAGE,
        happen_start_time: toBeijing(from),
        happen_end_time: toBeijing(to),
        ...(token ? { next_page_token: token } : {}),
      };
      const service = 'finance/cost_flow_list';
      const { data } = await call(access, { service, params, effect: 'read', shape: flows });
      const next = data.next_page_token;
      return {
        rows: data.list.map(feeOf),
        ...(next ? { next: `token:${next}` } : token ? {} : nextPage(page, page * PAGE < data.total)),
      };
    },

    async balances(access: WmsAccess) {
      const answered = await call(access, {
        service: 'base_data/get_account_list',
        params: {},
        effect: 'read',
        shape: accounts,
      });
      const all = answered.data.account_list.flatMap(({ balance_list }) => balance_list);
      return [...Map.groupBy(all, ({ currency_code }) => currency_code)].map(([currency, some]) => ({
        currency,
        amount: sum(some.map(({ amount }) => amount)),
      }));
    },

    /** Told by whole days, 31 at most. */
    async stockLedger(
      access: WmsAccess,
      warehouse: string,
      from: string,
      to: string,
      cursor?: string,
    ): Promise<WmsPage<WmsStockEntry>> {
      const page = pageNumber(PLATFORM, cursor);
      const params = {
        page,
        pageSize: PAGE,
        warehouse_code: warehouse,
        create_date_from: toBeijing(from).slice(0, 10),
        create_date_end: toBeijing(to).slice(0, 10),
      };
      const service = 'inventory/get_inventory_log';
      const answered = await call(access, { service, params, effect: 'read', shape: entries });
      const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
      return {
        rows: answered.data.map(entryOf).filter(({ at }) => at >= start && at < end),
        ...nextPage(page, page * PAGE < answered.count),
      };
    },
  };
}

function feeOf(one: z.output<typeof flow>): WmsFee {
  const type = one.types_of_fee ?? one.types_of_fee_text ?? 'OTHER';
  const words = `${type} ${one.types_of_fee_text ?? ''}`;
  return {
    feeId: one.id ?? [one.order_number, type, one.flow_type, one.amount, one.add_time].join(':'),
    at: fromBeijing(one.add_time) ?? new Date(0).toISOString(),
    refType: refTypeOf(one.order_number, words),
    ...(one.order_number ? { refNo: one.order_number } : {}),
    feeType: type,
    direction: directionOf(one.flow_type, one.order_number, words, one.amount),
    amount: magnitude(one.amount),
    currency: one.currency_code,
  };
}

/** Entries have no number of their own: what they say is what tells them apart. */
function entryOf(one: z.output<typeof entry>): WmsStockEntry {
  const out = one.inventory_change_type === '2';
  const quantity = Math.abs(one.ibl_change_quantity);
  return {
    entryId: [one.reference_no, one.application_code, skuOf(one), one.ibl_add_time, one.ibl_change_quantity].join(':'),
    at: fromBeijing(one.ibl_add_time) ?? new Date(0).toISOString(),
    sku: skuOf(one),
    delta: out ? -quantity : quantity,
    kind: kindOf(one.application_code, one.application_code_text),
    ...(one.reference_no ? { refNo: one.reference_no } : {}),
  };
}
