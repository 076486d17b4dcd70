import { z } from 'zod';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import type { OwnOrder } from '../../capabilities/own-shop.ts';
import { parseJson } from '../../json.ts';
import { isZero, negate, sum, times } from '../../money.ts';
import { amount, currencyCode, instant, malformed, optionalText, Unfit } from '../../read.ts';
import { chosenService } from '../../service.ts';

export const PLATFORM = 'other';
export const MOST_ORDERS = 100;
const MOST_LINES = 200;

const words = (most: number) => z.string().trim().min(1).max(most);
const optional = (most: number) =>
  optionalText.refine((text) => (text ?? '').length <= most, `more than ${most} characters`);
const notNegative = amount.refine((value) => !value.startsWith('-'), 'below zero');

const lineShape = z.object({
  lineId: optional(100),
  sku: words(100),
  title: optional(500),
  quantity: z.number().int().min(1).max(1_000_000),
  unitPrice: notNegative,
  discount: notNegative.default('0'),
  tax: notNegative.default('0'),
});

const orderShape = z.object({
  orderNo: words(100),
  displayNo: optional(100),
  status: z.enum(['unpaid', 'toShip', 'partiallyShipped', 'shipped', 'cancelled', 'refunded']).default('toShip'),
  orderedAt: instant,
  updatedAt: instant.optional(),
  shipBy: instant.nullish(),
  shippingService: optional(100),
  currency: currencyCode.optional(),
  shippingAmount: notNegative.default('0'),
  taxAmount: notNegative.optional(),
  discountAmount: notNegative.optional(),
  totalAmount: notNegative.optional(),
  cancelRequested: z.boolean().default(false),
  hold: optional(100),
  buyer: z.object({ name: optional(200), email: optional(200), note: optional(2000) }).nullish(),
  shipTo: z
    .object({
      name: words(200),
      company: optional(200),
      line1: words(200),
      line2: optional(200),
      city: words(100),
      state: optional(100),
      postalCode: optional(20).transform((text) => text ?? ''),
      country: z.string().regex(/^[A-Z]{2}$/, 'not a country code of two letters'),
      phone: optional(50),
      email: optional(200),
    })
    .nullish(),
  lines: z.array(lineShape).min(1).max(MOST_LINES),
});
type Reply = z.output<typeof orderShape>;

const bodyShape = z.object({ orders: z.array(z.unknown()).min(1).max(MOST_ORDERS) });

/** What is said without a value is left out. */
function input<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== null)) as never;
}

/** Lines keep their names from call to call: their own, else the SKU, counted where it stands twice. */
function namedLines(lines: Reply['lines']): { id: string; line: Reply['lines'][number] }[] {
  const visited = new Map<string, number>();
  return lines.map((line) => {
    const name = line.lineId ?? line.sku;
    const count = (visited.get(name) ?? 0) + 1;
    visited.set(name, count);
    if (count > 1 && line.lineId) throw new Unfit('lines', `lineId "${name}" stands twice`);
    return { id: count > 1 ? `${name}#${count}` : name, line };
  });
}

function toOrder(answered: Reply, shopCurrency: string): PlatformOrder {
  const currency = answered.currency ?? shopCurrency;
  const goodsAmount = sum(answered.lines.map((line) => times(line.unitPrice, line.quantity)));
  const taxAmount = answered.taxAmount ?? sum(answered.lines.map((line) => line.tax));
  const discountAmount = answered.discountAmount ?? sum(answered.lines.map((line) => line.discount));
  const total = sum([goodsAmount, answered.shippingAmount, taxAmount, negate(discountAmount)]);
  if (total.startsWith('-')) throw new Unfit('discountAmount', 'more than everything else together');
  if (answered.totalAmount !== undefined && !isZero(sum([answered.totalAmount, negate(total)])))
    throw new Unfit(
      'totalAmount',
      `${answered.totalAmount}, but goods, shipping and tax less the discount are ${total}`,
    );
  const { buyer, shipTo } = answered;
  return {
    platformOrderNo: answered.orderNo,
    status: answered.status,
    fulfilledBy: 'seller',
    orderedAt: answered.orderedAt,
    updatedAt: answered.updatedAt ?? answered.orderedAt,
    ...chosenService(answered.shippingService),
    currency,
    goodsAmount,
    shippingAmount: answered.shippingAmount,
    taxAmount,
    discountAmount,
    totalAmount: total,
    ...input({
      displayNo: answered.displayNo,
      shipBy: answered.shipBy,
      hold: answered.hold,
      buyerName: buyer?.name ?? shipTo?.name,
      buyerEmail: buyer?.email ?? shipTo?.email,
      buyerNote: buyer?.note,
    }),
    ...(answered.cancelRequested ? { cancelRequested: true } : {}),
    ...(shipTo ? { shipTo: { ...input(shipTo), ...withoutGaps(shipTo) } } : {}),
    lines: namedLines(answered.lines).map(({ id, line }) => ({
      platformLineId: id,
      sellerSku: line.sku,
      title: line.title ?? line.sku,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discount: line.discount,
      tax: line.tax,
    })),
  };
}

const withoutGaps = ({ name, line1, city, postalCode, country }: NonNullable<Reply['shipTo']>) => ({
  name,
  line1,
  city,
  postalCode,
  country,
});

/** An order as our own format has it; every field that does not fit is named. */
export function readOrder(raw: unknown, currency: string): OwnOrder {
  const setAside = (problems: OwnOrder['problems']): OwnOrder => {
    const named = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'orderNo') : undefined;
    const reason = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
    const number = typeof named === 'string' && named.trim() ? { platformOrderNo: named.trim().slice(0, 100) } : {};
    return { record: { ok: false, ...number, raw, reason }, problems };
  };
  const read = orderShape.safeParse(raw);
  if (!read.success) {
    const issues = read.error.issues.map(
      ({ path, message }) => [path.map(String).join('.') || '(order)', message] as const,
    );
    // The first thing that is wrong with a field says enough of it.
    const byField = new Map(issues.toReversed());
    return setAside([...byField].toReversed().map(([field, message]) => ({ field, message })));
  }
  try {
    return { record: { ok: true, order: toOrder(read.data, currency) }, problems: [] };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return setAside([{ field: error.field, message: error.message.slice(error.field.length + 2) }]);
  }
}

export function readOrders(body: Buffer, currency: string): OwnOrder[] {
  const text = body.toString('utf8');
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    throw malformed(PLATFORM, 'the body is not JSON', text, error);
  }
  const read = bodyShape.safeParse(json);
  if (!read.success) throw malformed(PLATFORM, 'the body', text, read.error);
  return read.data.orders.map((raw) => readOrder(raw, currency));
}
