import { randomUUID } from 'node:crypto';
import { isRecord, text } from '../http/types.ts';
import { isoSeconds } from '../world/clock.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type Call, type Operation, ok } from './api.ts';
import { bad } from './errors.ts';
import { seekPage } from './params.ts';
import { lineIdOf, lineOf, stateOf } from './views.ts';

const MOST = 1000;

export function recordParcel(
  { ctx, account }: Call,
  order: SandboxOrder,
  answered: { carrier: string; number: string; lines: Parcel['lines']; via: string },
): Parcel {
  const now = ctx.world.clock.now();
  const carrier = account.carriers.find((one) => one.code === answered.carrier);
  const parcel: Parcel = {
    ref: randomUUID(),
    carrier: answered.carrier,
    carrierName: carrier?.label ?? answered.carrier,
    method: '',
    numbers: [answered.number],
    urls: [],
    shippedAt: now,
    createdAt: now,
    updatedAt: now,
    cancelled: false,
    lines: answered.lines,
    events: [],
  };
  ctx.world.shipped(order, () => order.parcels.push(parcel));
  const { ref, lines } = parcel;
  notify(order, now, {
    kind: 'shipment',
    via: answered.via,
    ref,
    carrier: answered.carrier,
    tracking: [answered.number],
    lines,
  });
  return parcel;
}

const shipmentView = (order: SandboxOrder, parcel: Parcel) => ({
  id: parcel.ref,
  order_id: order.id,
  status: parcel.cancelled ? 'CANCELED' : 'SHIPPED',
  status_customer_debit: 'DEBITED',
  created_date: isoSeconds(parcel.createdAt),
  last_updated_date: isoSeconds(parcel.updatedAt),
  shipped_date: isoSeconds(parcel.shippedAt),
  shipment_lines: parcel.lines.map(({ lineId, quantity }) => ({ order_line_id: lineIdOf(order, lineId), quantity })),
  tracking: { carrier_code: parcel.carrier, carrier_name: parcel.carrierName, tracking_number: parcel.numbers[0] },
});

/** What one shipment asks for, or why it is refused: the others of the call go on. */
function createOne(call: Call, answered: Record<string, unknown>) {
  const { shop, account } = call;
  const order_id = text(answered.order_id);
  const refuse = (message: string) => ({ error: { order_id, message } });
  const order = shop.byId.get(order_id);
  if (!order) return refuse(`Order with id '${order_id}' not found`);
  if (stateOf(order) !== 'SHIPPING') return refuse('Order is not in the expected state for this operation');
  const tracking = isRecord(answered.tracking) ? answered.tracking : {};
  const number = text(tracking.tracking_number);
  if (answered.shipped !== true || !number) return refuse('Tracking details are mandatory for this shipping method');
  const carrier = account.carriers.find((one) => one.code === text(tracking.carrier_code));
  if (!carrier)
    return refuse(`Carrier '${text(tracking.carrier_code) || text(tracking.carrier_name)}' is not registered`);
  const lines: Parcel['lines'] = [];
  for (const row of Array.isArray(answered.shipment_lines) ? answered.shipment_lines.filter(isRecord) : []) {
    const line = lineOf(order, text(row.order_line_id));
    if (!line) return refuse(`Order line with id '${text(row.order_line_id)}' not found`);
    const { quantity } = row;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1)
      return refuse('quantity must be greater than 0');
    if (quantity > line.quantity - line.shipped) return refuse('quantity exceeds the quantity left to ship');
    lines.push({ lineId: line.id, quantity });
  }
  if (lines.length === 0) return refuse('shipment_lines must not be empty');
  const parcel = recordParcel(call, order, { carrier: carrier.code, number, lines, via: 'ST01' });
  return { success: shipmentView(order, parcel) };
}

function createShipments(call: Call) {
  const { body } = call;
  const answered = isRecord(body) && Array.isArray(body.shipments) ? body.shipments.filter(isRecord) : [];
  if (answered.length === 0 || answered.length > MOST)
    throw bad(`shipments must hold 1 to ${MOST}`, 'VALIDATION_ERROR');
  const results = answered.map((one) => createOne(call, one));
  return ok(
    {
      shipment_errors: results.flatMap((one) => ('error' in one ? [one.error] : [])),
      shipment_success: results.flatMap((one) => ('success' in one ? [one.success] : [])),
    },
    201,
  );
}

/** Source: ST01, ST11, SH21, PC01. */
export const shipments: Operation[] = [
  { method: 'POST', path: '/api/shipments', name: 'ST01', handle: createShipments },
  {
    method: 'GET',
    path: '/api/shipments',
    name: 'ST11',
    query: ['order_id', 'limit', 'page_token'],
    handle: (call) => {
      const desired = call.query.getAll('order_id');
      const rows = desired.flatMap((id) => {
        const order = call.shop.byId.get(id);
        return (order?.parcels ?? []).map((parcel) => shipmentView(order as SandboxOrder, parcel));
      });
      const { rows: data, ...next } = seekPage(call, rows, 100);
      return ok({ data, ...next });
    },
  },
  {
    method: 'GET',
    path: '/api/shipping/carriers',
    name: 'SH21',
    handle: ({ account }) => ok({ carriers: account.carriers }),
  },
  {
    method: 'GET',
    path: '/api/platform/configuration',
    name: 'PC01',
    handle: ({ account }) =>
      ok({
        platform_name: account.platform,
        tenant_name: `${account.platform}-demo`,
        timezone: 'America/New_York',
        features: {
          disable_seller_alternative_carrier: true,
          order_tax_mode: 'TAX_EXCLUDED',
          shipment: { multi_shipment: true, multi_part_item_shipment: false },
        },
      }),
  },
];
