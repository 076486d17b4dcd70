import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import { readOrder } from '@tradewind/connectors/marketplaces/other/orders.ts';
import { z } from 'zod';
import { atLocalTime } from '../../../core/cell-time.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineImport, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { type Shop, shopsInScope } from '../../channels/public.ts';
import { companyOf } from '../../company/public.ts';
import { reportImport } from '../../messages/public.ts';
import { columns } from './import-columns.ts';
import { intakeOrders } from './intake.ts';

const ORDERS_A_TURN = 500;
/** The most rows that one request may import. */
const ROWS_AT_ONCE = 500;

const words = (most: number) => z.string().min(1).max(most);
const money = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/);
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/);

const row = z.strictObject({
  orderNo: words(100),
  shop: words(100),
  orderedAt: time.optional(),
  updatedAt: time.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  sku: words(100),
  title: words(500).optional(),
  quantity: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number),
  unitPrice: money,
  discount: money.optional(),
  tax: money.optional(),
  lineId: words(100).optional(),
  shippingAmount: money.optional(),
  name: words(200).optional(),
  line1: words(200).optional(),
  line2: words(200).optional(),
  city: words(100).optional(),
  state: words(100).optional(),
  postalCode: words(20).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  phone: words(50).optional(),
  email: words(200).optional(),
  note: words(2000).optional(),
});
type Row = z.output<typeof row>;

/** Order-level values belong in the order's first row. Other rows may only repeat them. */
const HEAD = [
  ...(['orderedAt', 'updatedAt', 'currency', 'shippingAmount', 'name', 'line1', 'line2', 'city', 'state'] as const),
  ...(['postalCode', 'country', 'phone', 'email', 'note'] as const),
];
const NEEDED = ['orderedAt', 'name', 'line1', 'city', 'country'] as const;

const orderKey = ({ shop, orderNo }: { shop: string; orderNo: string }) => `${shop}\n${orderNo}`;

/** Shops by name within the actor's scope. A name shared by several shops is ambiguous. */
async function shopsByName(tx: Tx, ctx: Ctx): Promise<Map<string, Shop[]>> {
  const shops = (await shopsInScope(tx, ctx)).filter((shop) => shop.state !== 'pending');
  return Map.groupBy(shops, (shop) => shop.name);
}

interface Read {
  order: PlatformOrder | undefined;
  problems: Verdict['problems'];
}

/** The rows of one order, in our own format for shops without an interface. */
function orderOf(rows: readonly Row[], currency: string, timeZone: string): Read {
  const [head] = rows;
  if (!head) throw new Error('an order without rows');
  const at = (text: string | undefined) => (text === undefined ? undefined : atLocalTime(text, timeZone));
  const { name, line1, line2, city, state, postalCode, country, phone, email } = head;
  const { record, problems } = readOrder(
    {
      orderNo: head.orderNo,
      orderedAt: at(head.orderedAt),
      updatedAt: at(head.updatedAt),
      currency: head.currency,
      shippingAmount: head.shippingAmount,
      buyer: { name, email, note: head.note },
      shipTo: { name, line1, line2, city, state, postalCode, country, phone, email },
      lines: rows.map(({ lineId, sku, title, quantity, unitPrice, discount, tax }) => ({
        lineId,
        sku,
        title,
        quantity,
        unitPrice,
        discount,
        tax,
      })),
    },
    currency,
  );
  if (record.ok) return { order: record.order, problems: [] };
  const answered = problems.map(({ field, message }) => ({
    column: field.split('.').at(-1) ?? '',
    code: 'orders.importUnfit',
    params: { detail: `${field}: ${message}` },
  }));
  return { order: undefined, problems: answered };
}

async function knownOrders(tx: Tx, desired: readonly { shopId: number; no: string }[]): Promise<Map<string, Date>> {
  const rows = await tx.rows<{ shopId: number; no: string; at: Date }>(sql`
    select o.shop_id as "shopId", o.platform_order_no as no, o.platform_updated_at as at from sales_order o
    join jsonb_to_recordset(${JSON.stringify(desired)}::jsonb) as r("shopId" bigint, no text)
      on r."shopId" = o.shop_id and r.no = o.platform_order_no
    where o.company_id = ${sql.company}`);
  return new Map(rows.map((one) => [`${one.shopId}\n${one.no}`, one.at]));
}

function headProblems(rows: readonly ImportRow<Row>[]): Map<number, Verdict['problems']> {
  const [first, ...others] = rows;
  const problems = new Map<number, Verdict['problems']>();
  if (!first) return problems;
  const missing = NEEDED.filter((column) => first.value[column] === undefined);
  problems.set(
    first.line,
    missing.map((column) => ({ column, code: 'orders.importMissing' })),
  );
  for (const { line, value } of others)
    problems.set(
      line,
      HEAD.filter((column) => value[column] !== undefined && value[column] !== first.value[column]).map((column) => ({
        column,
        code: 'orders.importDiffers',
        params: { line: first.line },
      })),
    );
  return problems;
}

async function check(tx: Tx, ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const [shops, { timeZone }] = await Promise.all([shopsByName(tx, ctx), companyOf(tx)]);
  const shopOf = (value: Row) => {
    const named = shops.get(value.shop) ?? [];
    return named.length === 1 ? named[0] : undefined;
  };
  const known = await knownOrders(
    tx,
    rows.flatMap(({ value }) => {
      const shop = shopOf(value);
      return shop ? [{ shopId: shop.id, no: value.orderNo }] : [];
    }),
  );
  const verdicts = new Map<number, Verdict>();
  for (const group of Map.groupBy(rows, ({ value }) => orderKey(value)).values()) {
    const [first] = group;
    if (!first) continue;
    const problems = headProblems(group);
    const mine = problems.get(first.line) ?? [];
    const shop = shopOf(first.value);
    if (!shop)
      mine.push({
        column: 'shop',
        code: shops.has(first.value.shop) ? 'orders.importShopAmbiguous' : 'orders.importShopUnknown',
        params: { name: first.value.shop },
      });
    else if (mine.length === 0) {
      const { order, problems: unfit } = orderOf(
        group.map((one) => one.value),
        shop.currency,
        timeZone,
      );
      mine.push(...unfit);
      const at = known.get(`${shop.id}\n${first.value.orderNo}`);
      if (order && at && Date.parse(order.updatedAt) <= at.getTime())
        mine.push({ column: 'orderNo', code: 'orders.importKnown', params: { at: at.toISOString() } });
    }
    const action = shop && known.has(`${shop.id}\n${first.value.orderNo}`) ? 'update' : 'create';
    for (const { line } of group) verdicts.set(line, { action, problems: problems.get(line) ?? [] });
  }
  return verdicts;
}

/** Ingests them like platform orders: (shop, number) is unique, and only newer versions change an order. */
async function write(tx: Tx, ctx: Ctx, rows: readonly Row[]) {
  const [shops, { timeZone }] = await Promise.all([shopsByName(tx, ctx), companyOf(tx)]);
  const done = { created: 0, updated: 0 };
  for (const [name, ofShop] of Map.groupBy(rows, (one) => one.shop)) {
    const [shop] = shops.get(name) ?? [];
    if (!shop) continue;
    const orders = [...Map.groupBy(ofShop, orderKey).values()].flatMap(
      (group) => orderOf(group, shop.currency, timeZone).order ?? [],
    );
    for (let from = 0; from < orders.length; from += ORDERS_A_TURN) {
      const { inserted, updated } = await intakeOrders(tx, shop, orders.slice(from, from + ORDERS_A_TURN));
      done.created += inserted;
      done.updated += updated;
    }
  }
  return done;
}

export const orderImport = defineImport<Row>({
  name: 'orders',
  title: ['订单导入模板', 'Order import template'],
  columns,
  most: 20_000,
  row,
  keyOf: (one) => `${orderKey(one)}\n${one.lineId ?? one.sku}`,
  groupOf: (cells) => orderKey({ shop: cells.shop ?? '', orderNo: cells.orderNo ?? '' }),
  check,
  write,
  later: {
    from: ROWS_AT_ONCE,
    notify: (tx, ctx, result) => reportImport(tx, ctx, result, 'orders.importDone', 'orders.importAllIn'),
  },
});
