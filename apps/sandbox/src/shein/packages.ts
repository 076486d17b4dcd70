import { text } from '../http/types.ts';
import type { OrderLine, SandboxOrder } from '../world/orders.ts';

export interface SheinPackage {
  packageNo: string;
  goodsIds: string[];
  waybill: string;
  carrier: string;
  /** With a label of SHEIN's: it stands in the house until their courier comes. */
  byShein: boolean;
  gone: boolean;
}

interface Kept {
  packages: SheinPackage[];
  noStock: string[];
  /** 0 not chosen, 1 SHEIN's logistics, 2 the seller's. */
  logistics: 0 | 1 | 2;
}

/** What only SHEIN keeps of an order. */
export function kept(order: SandboxOrder): Kept {
  order.extra.shein ??= { packages: [], noStock: [], logistics: 0 } satisfies Kept;
  return order.extra.shein as Kept;
}

/** By SHEIN's logistics (1), by the seller (2): one way, the other, or both, in turn. */
export const optionsOf = (order: SandboxOrder): number[] => [[2], [1, 2], [2], [1]][order.seq % 4] ?? [2];

export interface Unit {
  goodsId: string;
  line: OrderLine;
  taxCents: number;
  package: SheinPackage | undefined;
  noStock: boolean;
}

export function unitsOf(order: SandboxOrder): Unit[] {
  const { packages, noStock } = kept(order);
  return order.lines.flatMap((line) => {
    const share = Math.floor(line.taxCents / line.quantity);
    return Array.from({ length: line.quantity }, (_, index): Unit => {
      const goodsId = `${line.id}${String(index + 1).padStart(3, '0')}`;
      return {
        goodsId,
        line,
        taxCents: index === 0 ? line.taxCents - share * (line.quantity - 1) : share,
        package: packages.find((one) => one.goodsIds.includes(goodsId)),
        noStock: noStock.includes(goodsId),
      };
    });
  });
}

/** Where everything lies that has no parcel yet: SHEIN makes a package of it beforehand. */
export const nextPackageNo = (order: SandboxOrder): string =>
  `GU${String(order.seq).padStart(10, '0')}${String(kept(order).packages.length + 1).padStart(3, '0')}`;

/** The units named, each still without a parcel. */
export function findUnits(order: SandboxOrder, ids: readonly unknown[]): Unit[] | undefined {
  const units = unitsOf(order);
  const found = ids.map((id) => units.find((unit) => unit.goodsId === text(id)));
  return found.every((unit) => unit !== undefined) ? found : undefined;
}

/** The courier has it: for the world it is shipped only now. */
export function leave(order: SandboxOrder, made: SheinPackage, now: number): { lineId: string; quantity: number }[] {
  made.gone = true;
  const lines = new Map<string, number>();
  for (const unit of unitsOf(order))
    if (made.goodsIds.includes(unit.goodsId)) lines.set(unit.line.id, (lines.get(unit.line.id) ?? 0) + 1);
  const parts = [...lines].map(([lineId, quantity]) => ({ lineId, quantity }));
  order.parcels.push({
    ref: made.packageNo,
    carrier: made.carrier,
    carrierName: made.carrier,
    method: '',
    numbers: [made.waybill],
    urls: [],
    shippedAt: now,
    createdAt: now,
    updatedAt: now,
    cancelled: false,
    lines: parts,
    events: [],
  });
  return parts;
}
