import type { PlatformOrder, PlatformOrderLine } from '@tradewind/connectors/capabilities/orders.ts';
import { chosenService } from '@tradewind/connectors/service.ts';
import { buyer } from './buyers.ts';
import type { Good } from './goods.ts';
import { type Random, seeded } from './random.ts';

export type Platform = 'amazon' | 'shopify';

const HOUR_MS = 3_600_000;
const NOTES = ['Please leave it at the back door', 'Gift, no price inside please', 'Call before delivery'];
/** What the shops ask for a good: the platforms' catalogue tells wholesale prices. */
const retailCents = (good: Good) => good.priceCents * 3 + 299;
const usd = (cents: number) => (cents / 100).toFixed(2);

/** How many orders a shop gets on a day: weekends are quieter, the shops grow, some days are simply good. */
export function ordersOn(day: number, platform: Platform): number {
  const random = seeded(`count${platform}${day}`);
  const week = [0.8, 1, 1.1, 1.05, 1, 1.15, 0.85][((day % 7) + 7) % 7] ?? 1;
  const base = platform === 'amazon' ? 22 : 13;
  return Math.round(base * week * (1 - day / 400) * (0.8 + random.next() * 0.45));
}

/**
 * What buyers ordered in a shop `day` days ago, the same at every call. `midnight` is the day's first instant;
 * orders come in over the day, most in the evening, none later than `until`.
 */
export function platformOrders(
  platform: Platform,
  day: number,
  midnight: Date,
  goods: readonly Good[],
  until: Date,
): PlatformOrder[] {
  const random = seeded(`orders${platform}${day}`);
  const made = Array.from({ length: ordersOn(day, platform) }, (_, index) =>
    platformOrder(random, platform, day, index, midnight, goods),
  );
  return made.filter((order) => Date.parse(order.orderedAt) <= until.getTime());
}

function platformOrder(
  random: Random,
  platform: Platform,
  day: number,
  index: number,
  midnight: Date,
  goods: readonly Good[],
): PlatformOrder {
  const orderedAt = new Date(midnight.getTime() + random.int(1, 23) * HOUR_MS + random.int(0, HOUR_MS - 1));
  const lines = basket(random, goods);
  const goodsCents = lines.reduce((sum, line) => sum + line.cents * line.line.quantity, 0);
  const shippingCents = goodsCents > 3500 ? 0 : 599;
  const discountCents = random.chance(0.12) ? Math.round(goodsCents * 0.1) : 0;
  const taxCents = Math.round((goodsCents - discountCents) * 0.07);
  const person = buyer(random, platform === 'shopify');
  const cancelled = random.chance(0.02);
  const number = numberOf(random, platform, day, index);
  return {
    ...number,
    status: cancelled ? 'cancelled' : 'toShip',
    fulfilledBy: 'seller',
    orderedAt: orderedAt.toISOString(),
    updatedAt: orderedAt.toISOString(),
    shipBy: new Date(orderedAt.getTime() + 48 * HOUR_MS).toISOString(),
    ...chosenService(serviceOf(platform, index)),
    ...(platform === 'amazon' ? { marketplaceId: 'ATVPDKIKX0DER' } : {}),
    currency: 'USD',
    goodsAmount: usd(goodsCents),
    shippingAmount: usd(shippingCents),
    taxAmount: usd(taxCents),
    discountAmount: usd(discountCents),
    totalAmount: usd(goodsCents + shippingCents + taxCents - discountCents),
    buyerName: person.name,
    buyerEmail: person.email,
    ...(random.chance(0.05) ? { buyerNote: random.pick(NOTES) } : {}),
    // Shopify does not say whether somebody lives there: what it says of the order later is then no change.
    shipTo: { ...person.shipTo, ...(platform === 'amazon' ? { residential: true } : {}) },
    lines: lines.map(({ line }, at) => ({
      ...line,
      platformLineId: lineNumber(day, index, at),
      discount: usd(at === 0 ? discountCents : 0),
      tax: usd(at === 0 ? taxCents : 0),
    })),
  };
}

/** Most take the standard way, every eighth pays for a quicker one. */
function serviceOf(platform: Platform, index: number): string {
  const [standard, quick, tomorrow] =
    platform === 'amazon' ? ['STANDARD', 'EXPEDITED', 'NEXT_DAY'] : ['Standard', 'Express', 'Next day delivery'];
  if (index % 8 !== 3) return standard;
  return index % 24 === 3 ? tomorrow : quick;
}

type Line = Omit<PlatformOrderLine, 'platformLineId' | 'discount' | 'tax'>;

/** One to four lines; a fifth of the goods make most of the sales. */
function basket(random: Random, goods: readonly Good[]): { line: Line; cents: number }[] {
  const chosen = new Map<string, { line: Line; cents: number }>();
  const desired = Math.min(goods.length, random.pick([1, 1, 1, 1, 2, 2, 3, 4]));
  while (chosen.size < desired) {
    const good = goods[Math.floor(goods.length * random.next() ** 2.2)] ?? random.pick(goods);
    chosen.set(good.sku, {
      cents: retailCents(good),
      line: {
        sellerSku: good.sku,
        title: good.title,
        quantity: random.pick([1, 1, 1, 2, 2, 3]),
        unitPrice: usd(retailCents(good)),
      },
    });
  }
  return [...chosen.values()];
}

/** Numbers of the platforms' kind, but of a range that the stand-ins never give. */
export const OWN_NUMBERS = { amazon: '199-', shopify: '8800' } as const;

/** Digits, as both platforms number lines. */
const lineNumber = (day: number, index: number, at: number) => `88${(400 - day) * 1000 + index}${at + 1}`;

function numberOf(random: Random, platform: Platform, day: number, index: number) {
  const running = String((400 - day) * 1000 + index).padStart(7, '0');
  if (platform === 'shopify')
    return { platformOrderNo: `${OWN_NUMBERS.shopify}${running}`, displayNo: `#D${running.slice(1)}` };
  return { platformOrderNo: `${OWN_NUMBERS.amazon}${running}-${String(random.int(0, 9_999_999)).padStart(7, '0')}` };
}
