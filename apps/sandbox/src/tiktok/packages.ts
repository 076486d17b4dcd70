import type { OrderLine, SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { orderIdOf, prefixOf } from './shops.ts';

/** A parcel of an order: shipped by the seller, or with a label of TikTok's. */
export interface TtsPackage {
  id: string;
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

export const packagesOf = (order: SandboxOrder): TtsPackage[] => (order.extra.packages ?? []) as TtsPackage[];

/** "1153", the order's running number, the package's: 19 digits. */
const packageId = (order: SandboxOrder, n: number) =>
  `1153${String(order.seq).padStart(11, '0')}${String(n).padStart(4, '0')}`;

/** Where everything lies that is not shipped yet: TikTok makes a package of it beforehand. */
export const openPackageId = (order: SandboxOrder): string => packageId(order, packagesOf(order).length + 1);

export function orderOfPackage(shop: Shop, id: string): SandboxOrder | undefined {
  const seq = /^1153(\d{11})\d{4}$/.exec(id)?.[1];
  const order = seq ? shop.byId.get(orderIdOf(prefixOf(shop), Number(seq))) : undefined;
  if (!order) return undefined;
  return id === openPackageId(order) || packagesOf(order).some((one) => one.id === id) ? order : undefined;
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
export function addPackage(order: SandboxOrder, desired: Omit<TtsPackage, 'id'>, carrier: string): TtsPackage {
  const made: TtsPackage = { id: openPackageId(order), ...desired };
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
