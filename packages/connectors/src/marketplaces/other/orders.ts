import { z } from 'zod';
import { amountsOfOrder, count, laxAmount } from '../../amounts.ts';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import type { OwnOrder } from '../../capabilities/own-shop.ts';
import { flag } from '../../iop/shapes.ts';
import { parseJson } from '../../json.ts';
import { lax, laxObject, laxText, orUnreadable } from '../../lax.ts';
import { isZero, negate, sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { amount, currencyCode, instant, malformed, Unfit } from '../../read.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';

export const PLATFORM = 'other';
export const MOST_ORDERS = 100;
const MOST_LINES = 200;

const words = (most: number) =>
  z
    .union([z.string(), z.number().int()])
    .transform((answered) => String(answered).trim())
    .pipe(z.string().min(1).max(most));
/** What is longer is cut off. */
const optional = (most: number) => laxText.transform((text) => text?.slice(0, most));
const notNegative = amount.refine((value) => !value.startsWith('-'), 'below zero');
const laxNotNegative = laxAmount.transform((value) => (value?.startsWith('-') ? null : value));
const laxInstant = lax(instant);

const lineShape = z.object({
  lineId: optional(100),
  sku: words(100),
  title: optional(500),
  quantity: count.refine((pieces) => pieces >= 1 && pieces <= 1_000_000, 'not from 1 to 1000000'),
  unitPrice: notNegative,
  discount: laxNotNegative,
  tax: laxNotNegative,
});

const STATUSES = ['unpaid', 'toShip', 'partiallyShipped', 'shipped', 'cancelled', 'refunded'] as const;
/** A word that is not known may mean that nothing is to be shipped any more. */
const status = laxText.transform((answered, context): PlatformOrder['status'] => {
  const known = STATUSES.find((one) => one.toLowerCase() === (answered ?? 'toShip').toLowerCase());
  if (!known) context.addIssue({ code: 'custom', message: `not one of ${STATUSES.join(', ')}` });
  return known ?? 'toShip';
});

const orderShape = z.object({
  orderNo: words(100),
  displayNo: optional(100),
  status,
  orderedAt: instant,
  updatedAt: laxInstant,
  shipBy: laxInstant,
  shippingService: optional(100),
  /** Null for one that cannot be read. */
  currency: orUnreadable(
    z
      .string()
      .nullish()
      .transform((answered) => answered?.trim().toUpperCase() || undefined)
      .pipe(currencyCode.optional()),
  ),
  shippingAmount: laxNotNegative,
  taxAmount: laxNotNegative,
  discountAmount: laxNotNegative,
  totalAmount: laxNotNegative,
  cancelRequested: flag.catch(false),
  hold: optional(100),
  buyer: laxObject({ name: optional(200), email: optional(200), note: optional(2000) }),
  shipTo: laxObject({
    name: optional(200),
    company: optional(200),
    line1: optional(200),
    line2: optional(200),
    city: optional(100),
    state: optional(100),
    postalCode: optional(20),
    country: optional(100),
    phone: optional(50),
    email: optional(200),
  }),
  lines: z.array(lineShape).min(1).max(MOST_LINES),
});
type Reply = z.output<typeof orderShape>;

const bodyShape = z.object({ orders: z.array(z.unknown()).min(1).max(MOST_ORDERS) });

/** What is said without a value is left out. */
function input<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== null)) as never;
}

/** Lines keep their names from call to call: their own, else the SKU, counted where it stands twice. */
function namedLines<L extends { lineId?: string | undefined; sku: string }>(
  lines: readonly L[],
): { id: string; line: L }[] {
  const visited = new Map<string, number>();
  return lines.map((line) => {
    const name = line.lineId ?? line.sku;
    const count = (visited.get(name) ?? 0) + 1;
    visited.set(name, count);
    if (count > 1 && line.lineId) throw new Unfit('lines', `lineId "${name}" stands twice`);
    return { id: count > 1 ? `${name}#${count}` : name, line };
  });
}

/** @throws Unfit where the sums contradict each other */
function sumsOf(answered: Reply) {
  const amounts = amountsOfOrder();
  const lines = answered.lines.map((line) => ({
    ...line,
    discount: amounts.optional(line.discount),
    tax: amounts.optional(line.tax),
  }));
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const ofLines = { tax: sum(lines.map((line) => line.tax)), discount: sum(lines.map((line) => line.discount)) };
  const shippingAmount = amounts.optional(answered.shippingAmount);
  const taxAmount = amounts.optional(answered.taxAmount === undefined ? ofLines.tax : answered.taxAmount);
  const discountAmount = amounts.optional(
    answered.discountAmount === undefined ? ofLines.discount : answered.discountAmount,
  );
  const total = sum([goodsAmount, shippingAmount, taxAmount, negate(discountAmount)]);
  const named = amounts.optional(answered.totalAmount === undefined ? total : answered.totalAmount);
  if (answered.currency === null) amounts.due(null);
  const unknown = amounts.unknown();
  if (!unknown.amountsUnknown && total.startsWith('-'))
    throw new Unfit('discountAmount', 'more than everything else together');
  if (!unknown.amountsUnknown && !isZero(sum([named, negate(total)])))
    throw new Unfit('totalAmount', `${named}, but goods, shipping and tax less the discount are ${total}`);
  return { lines, sums: { goodsAmount, shippingAmount, taxAmount, discountAmount, totalAmount: total, ...unknown } };
}

function addressOf({ name, line1, city, postalCode, country, ...more }: Reply['shipTo']): Address | undefined {
  if (!name && !line1) return undefined;
  return {
    ...input(more),
    name: name ?? '',
    line1: line1 ?? '',
    city: city ?? '',
    postalCode: postalCode ?? '',
    country: countryCode(country) ?? country ?? '',
  };
}

function toOrder(answered: Reply, shopCurrency: string): PlatformOrder {
  const { lines, sums } = sumsOf(answered);
  const { buyer, shipTo } = answered;
  const address = addressOf(shipTo);
  return {
    platformOrderNo: answered.orderNo,
    status: answered.status,
    fulfilledBy: 'seller',
    orderedAt: answered.orderedAt,
    updatedAt: answered.updatedAt ?? answered.orderedAt,
    ...chosenService(answered.shippingService),
    currency: answered.currency ?? shopCurrency,
    ...sums,
    ...input({
      displayNo: answered.displayNo,
      shipBy: answered.shipBy,
      hold: answered.hold,
      buyerName: buyer.name ?? shipTo.name,
      buyerEmail: buyer.email ?? shipTo.email,
      buyerNote: buyer.note,
    }),
    ...(answered.cancelRequested ? { cancelRequested: true } : {}),
    ...(address ? { shipTo: address } : {}),
    lines: namedLines(lines).map(({ id, line }) => ({
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
