import type { WmsOutboundState, WmsOutboundStatus } from '../../wms.ts';

/** An order as both versions tell of it, in the words of the newer one. */
export interface OrderFacts {
  orderId: string;
  /** PROCESSING, COMPLETE, COMPLETE_PARTIAL, CANCELLED, UNFULFILLABLE, INVALID; '' where nothing was said. */
  status: string;
  /** As it was written. */
  raw: string;
  updatedAt: string;
  lines: { sku: string; ordered: number; cancelled: number; unfulfillable: number }[];
  shipments: {
    id: string;
    status: 'PROCESSING' | 'SHIPPED' | 'CANCELLED';
    /** When it left; before that an estimate. */
    at?: string | undefined;
    items: { sku: string; quantity: number; packageId?: string | undefined }[];
    packages: {
      id: string;
      carrier?: string | undefined;
      tracking?: string | undefined;
      /** IN_TRANSIT, DELIVERED, UNDELIVERABLE ... */
      status?: string | undefined;
    }[];
  }[];
}

const DEAD: Readonly<Record<string, WmsOutboundStatus>> = {
  CANCELLED: 'cancelled',
  INVALID: 'rejected',
  UNFULFILLABLE: 'rejected',
};
const LOST = new Set(['UNDELIVERABLE', 'EXPIRED']);

function packagesOf({ id, at, items, packages }: OrderFacts['shipments'][number]): WmsOutboundState['packages'] {
  const shown = (of: OrderFacts['shipments'][number]['items']) => of.map(({ sku, quantity }) => ({ sku, quantity }));
  const left = at ? { shippedAt: at } : {};
  if (packages.length === 0) return [{ packageNo: id, ...left, items: shown(items) }];
  return packages.map((one) => ({
    packageNo: one.id,
    ...(one.carrier ? { carrier: one.carrier } : {}),
    ...(one.tracking ? { trackingNumber: one.tracking } : {}),
    ...left,
    items: shown(packages.length === 1 ? items : items.filter(({ packageId }) => packageId === one.id)),
  }));
}

/** What was not and will not be sent, SKU by SKU. */
const unsent = (lines: OrderFacts['lines']): string =>
  lines
    .map(({ sku, ordered, cancelled, unfulfillable }) => ({ sku, ordered, missing: cancelled + unfulfillable }))
    .filter(({ missing }) => missing > 0)
    .map(({ sku, ordered, missing }) => `${sku}: ${missing}/${ordered}`)
    .join(', ');

function statusOf(order: OrderFacts): { status: WmsOutboundStatus; problem?: string } {
  const { status, lines, shipments } = order;
  const gone = shipments.filter((one) => one.status === 'SHIPPED');
  const words = [order.raw, unsent(lines)].filter(Boolean).join(': ');
  const dead = DEAD[status];
  if (dead && gone.length > 0) return { status: 'exception', problem: words };
  if (dead) return dead === 'cancelled' ? { status: dead } : { status: dead, problem: words };
  // Nothing more comes, and a part never left: a person decides what becomes of it.
  if (status === 'COMPLETE_PARTIAL') return { status: 'exception', problem: words };
  const parcels = gone.flatMap(({ packages }) => packages);
  const lost = parcels.find((one) => LOST.has(one.status ?? ''));
  if (lost) return { status: 'exception', problem: `${lost.status}: ${lost.tracking ?? lost.id}` };
  const delivered = parcels.length > 0 && parcels.every((one) => one.status === 'DELIVERED');
  if (status === 'COMPLETE') return { status: delivered ? 'delivered' : 'shipped' };
  if (status !== 'PROCESSING' && status !== '') return { status: 'exception', problem: `unknown status: ${order.raw}` };
  if (gone.length > 0) {
    const sent = gone.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum + quantity, 0);
    const due = lines.reduce((sum, one) => sum + one.ordered, 0);
    if (sent < due) return { status: 'partlyShipped' };
    return { status: delivered ? 'delivered' : 'shipped' };
  }
  return { status: shipments.some((one) => one.status === 'PROCESSING') ? 'processing' : 'accepted' };
}

export function stateOf(order: OrderFacts): WmsOutboundState {
  const gone = order.shipments.filter(({ status }) => status === 'SHIPPED');
  const times = [order.updatedAt, ...gone.flatMap(({ at }) => at ?? [])];
  return {
    // Our number is the order's number there.
    clientOrderNo: order.orderId,
    orderNo: order.orderId,
    rawStatus: order.raw,
    updatedAt: times.toSorted().at(-1) ?? order.updatedAt,
    packages: gone.flatMap(packagesOf),
    ...statusOf(order),
  };
}
