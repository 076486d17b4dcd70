import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type AeApi, type AeCall, BusinessError, json, listed, wrong } from './api.ts';
import { orderOf } from './orders.ts';
import { OTHER, SERVICES } from './services.ts';
import { orderStatus } from './views.ts';

const OPEN = ['WAIT_SELLER_SEND_GOODS', 'SELLER_PART_SEND_GOODS'];

/** Telling that goods were sent, as a whole or by parts of the order. Source: aliexpress.logistics.* */
export function registerShipments(api: AeApi): void {
  api.add('aliexpress.logistics.redefining.listlogisticsservice', [], () => ({
    result_success: true,
    result_list: listed(
      'aeop_logistics_service_result',
      SERVICES.map((one, index) => ({
        service_name: one.key,
        display_name: one.name,
        logistics_company: one.company,
        min_process_day: 1,
        max_process_day: 5,
        recommend_order: index + 1,
        tracking_no_regex: one.number.source,
      })),
    ),
  }));
  api.add(
    'aliexpress.logistics.sellershipmentfortop',
    ['service_name', 'logistics_no', 'send_type', 'out_ref', 'tracking_website', 'description', 'actual_carrier'],
    shipWhole,
  );
  api.add(
    'aliexpress.logistics.sellershipmentsupportsubtradeorder',
    ['trade_order_id', 'sub_trade_order_list'],
    shipParts,
  );
}

interface Sending {
  service: string;
  number: string;
  website: string;
}

function check(call: AeCall, order: SandboxOrder, { service, number, website }: Sending): void {
  if (!number) throw wrong('logistics_no is empty');
  const known = SERVICES.find((one) => one.key === service);
  if (!known && service !== OTHER)
    throw new BusinessError('isv.service-name-invalid', `service_name ${service} is unknown`);
  if (service === OTHER && !/^https?:\/\//.test(website)) throw wrong('tracking_website is required for Other');
  if (known && !known.number.test(number))
    throw new BusinessError('isv.logistics-no-invalid', `logistics_no does not fit ${service}`);
  if (!OPEN.includes(orderStatus(call.ctx, call.shop, order)))
    throw new BusinessError('isv.order-status-error', 'the status of the order does not allow to declare a shipment');
  if (order.parcels.some((parcel) => parcel.numbers.includes(number)))
    throw new BusinessError('isv.logistics-no-repeated', 'this logistics_no was declared already');
}

function ship(
  call: AeCall,
  order: SandboxOrder,
  via: string,
  sending: Sending,
  lines: { lineId: string; quantity: number }[],
) {
  const { world } = call.ctx;
  const now = world.clock.now();
  const { service: carrier, number } = sending;
  const ref = `${order.id}-${order.parcels.length + 1}`;
  notify(order, now, { kind: 'shipment', via, ref, carrier, tracking: [number], lines });
  world.shipped(order, () =>
    order.parcels.push({
      ref,
      carrier,
      carrierName: SERVICES.find((one) => one.key === carrier)?.name ?? carrier,
      method: via,
      numbers: [number],
      urls: sending.website ? [sending.website] : [],
      shippedAt: now,
      createdAt: now,
      updatedAt: now,
      cancelled: false,
      lines,
      events: [],
    }),
  );
}

const openLines = (order: SandboxOrder) => order.lines.filter((line) => line.shipped < line.quantity);

function shipWhole(call: AeCall) {
  const { params } = call;
  const order = orderOf(call.shop, params.out_ref);
  const sending = {
    service: params.service_name ?? '',
    number: params.logistics_no ?? '',
    website: params.tracking_website ?? '',
  };
  if (params.send_type !== 'all' && params.send_type !== 'part') throw wrong('send_type must be all or part');
  check(call, order, sending);
  if (params.send_type === 'part')
    throw new BusinessError('isv.send-type-error', 'which part is sent is said by sub orders only');
  const lines = openLines(order).map((line) => ({ lineId: line.id, quantity: line.quantity - line.shipped }));
  ship(call, order, 'sellershipmentfortop', sending, lines);
  return { result_success: true };
}

function shipParts(call: AeCall) {
  const order = orderOf(call.shop, call.params.trade_order_id);
  const parts = list(json(call, 'sub_trade_order_list')).filter(isRecord);
  if (parts.length < 1 || parts.length > 20) throw wrong('sub_trade_order_list must hold 1 to 20 sub orders');
  const [first] = list(parts[0]?.shipment_list).filter(isRecord);
  const sending = {
    service: text(first?.service_name),
    number: text(first?.logistics_no),
    website: text(first?.tracking_web_site),
  };
  const lines = parts.map((part) => {
    const line = order.lines[Number(part.sub_trade_order_index) - 1];
    if (!line || line.shipped >= line.quantity)
      throw new BusinessError('isv.sub-order-error', `sub order ${text(part.sub_trade_order_index)} cannot be sent`);
    if (part.send_type !== 'all') throw wrong('the stand-in takes whole sub orders only');
    return { lineId: line.id, quantity: line.quantity };
  });
  check(call, order, sending);
  ship(call, order, 'sellershipmentsupportsubtradeorder', sending, lines);
  return { result_success: true };
}
