import type { OrderLine, SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { orderIdOf, packagePrefixOf, prefixOf } from './shops.ts';

/** A parcel of an order: shipped by the seller, or with a label of TikTok's. One of several orders stands on each of them. */
export interface TtsPackage {
  id: string;
  orderIds: string[];
  kind: 'SELLER' | 'TIKTOK';
  unitIds: string[];
  tracking: string;
  providerId: string;
  createdAt: number;
}

export interface Unit {
  id: string;
  line: OrderLine;
  taxCents: number;
  package: TtsPackage | undefined;
}

/** Every fourth order goes by TikTok's own shipping; the seller cannot choose. */
export const shippingTypeOf = (order: SandboxOrder): 'TIKTOK' | 'SELLER' => (order.seq % 4 === 3 ? 'TIKTOK' : 'SELLER');

export const packagesOf = (order: SandboxOrder): TtsPackage[] =>
  // Worlds that were saved earlier know no packages of several orders.
  ((order.extra.packages ?? []) as TtsPackage[]).map((one) => ({ ...one, orderIds: one.orderIds ?? [order.id] }));

/** The shop's digits, the order's running number, the package's: 19 digits. */
const packageId = (order: SandboxOrder, n: number) =>
  `${packagePrefixOf(order.shop)}${String(order.seq).padStart(11, '0')}${String(n).padStart(4, '0')}`;

type OpenPackage = Pick<TtsPackage, 'id' | 'orderIds'>;

/** Where everything lies that is not shipped yet: TikTok makes a package of it beforehand. */
export function openPackage(order: SandboxOrder): OpenPackage {
  const renewed = Number(order.extra.renewed ?? 0);
  const own = { id: packageId(order, renewed + packagesOf(order).length + 1), orderIds: [order.id] };
  return (order.extra.combined as OpenPackage | undefined) ?? own;
}

/** A new package of what is open of these orders: their old ids are void. */
export function repack(orders: readonly SandboxOrder[]): OpenPackage {
  for (const order of orders) {
    order.extra.renewed = Number(order.extra.renewed ?? 0) + 1;
    delete order.extra.combined;
  }
  const [first] = orders;
  if (!first) throw new Error('a package without orders');
  const made = { id: openPackage(first).id, orderIds: orders.map((order) => order.id) };
  if (orders.length > 1) for (const order of orders) order.extra.combined = made;
  return made;
}

/** The orders in a package, the one that its id begins with first; none where the id is void. */
export function ordersOfPackage(shop: Shop, id: string): SandboxOrder[] {
  const [, prefix, seq] = /^(\d{4})(\d{11})\d{4}$/.exec(id) ?? [];
  const own = prefix === packagePrefixOf(shop.id);
  const order = own ? shop.byId.get(orderIdOf(prefixOf(shop), Number(seq))) : undefined;
  const found = order && [openPackage(order), ...packagesOf(order)].find((one) => one.id === id);
  return (found?.orderIds ?? []).flatMap((one) => shop.byId.get(one) ?? []);
}

/** One for each piece of each line. */
export function unitsOf(order: SandboxOrder): Unit[] {
  const packages = packagesOf(order);
  return order.lines.flatMap((line) => {
    const share = Math.floor(line.taxCents / line.quantity);
    return Array.from({ length: line.quantity }, (_, index): Unit => {
      const id = `${line.id}${String(index + 1).padStart(3, '0')}`;
      return {
        id,
        line,
        taxCents: index === 0 ? line.taxCents - share * (line.quantity - 1) : share,
        package: packages.find((one) => one.unitIds.includes(id)),
      };
    });
  });
}

/** Notes a parcel on the order, by units here and by lines for the world. */
export function addPackage(
  order: SandboxOrder,
  desired: Omit<TtsPackage, 'id' | 'orderIds'>,
  carrier: string,
): TtsPackage {
  const made: TtsPackage = { ...openPackage(order), ...desired };
  delete order.extra.combined;
  const lines = new Map<string, number>();
  for (const unit of unitsOf(order))
    if (made.unitIds.includes(unit.id)) lines.set(unit.line.id, (lines.get(unit.line.id) ?? 0) + 1);
  order.extra.packages = [...packagesOf(order), made];
  order.parcels.push({
    ref: made.id,
    carrier: made.providerId,
    carrierName: carrier,
    method: '',
    numbers: [made.tracking],
    urls: [],
    shippedAt: made.createdAt,
    createdAt: made.createdAt,
    updatedAt: made.createdAt,
    cancelled: false,
    lines: [...lines].map(([lineId, quantity]) => ({ lineId, quantity })),
    events: [],
  });
  return made;
}
