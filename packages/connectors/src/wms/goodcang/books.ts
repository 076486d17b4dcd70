import { z } from 'zod';
import { magnitude, sum } from '../../money.ts';
import type { WmsAccess, WmsFee, WmsPage, WmsStockEntry } from '../../wms.ts';
import { anyText, count, fromBeijing, money, nextPage, pageNumber, rows, someText, toBeijing } from '../convert.ts';
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
  product_sku: someText,
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

const KIND: Readonly<Record<string, WmsStockEntry['kind']>> = {
  '1': 'transfer',
  '2': 'transfer',
  '3': 'count',
  '4': 'ship',
  '5': 'adjust',
  '6': 'return',
  '7': 'receipt',
  '8': 'adjust',
};

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
    entryId: [one.reference_no, one.application_code, one.product_sku, one.ibl_add_time, one.ibl_change_quantity].join(
      ':',
    ),
    at: fromBeijing(one.ibl_add_time) ?? new Date(0).toISOString(),
    sku: one.product_sku,
    delta: out ? -quantity : quantity,
    kind: KIND[one.application_code] ?? 'adjust',
    ...(one.reference_no ? { refNo: one.reference_no } : {}),
  };
}
