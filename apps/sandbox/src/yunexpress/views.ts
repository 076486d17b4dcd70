import { COUNTRIES, PRODUCTS } from './tariff.ts';
import { packageStatusOf, stateOf, type Waybill, type WaybillEvent } from './waybills.ts';

export function createdView(one: Waybill) {
  return {
    customer_order_number: one.reference,
    waybill_number: one.waybill,
    tracking_number: one.tracking,
    bar_codes: [one.tracking || one.waybill],
    remote_area: 'N',
    track_type: one.trackType,
    shipper_boxs: [],
  };
}

export function orderView(one: Waybill) {
  return {
    waybill_number: one.waybill,
    customer_order_number: one.reference,
    product_code: one.product,
    tracking_number: one.tracking,
    platform_account_code: '',
    pieces: one.packages.length,
    weight_unit: 'KG',
    size_unit: 'CM',
    status: one.held && stateOf(one) === 'B' ? 'Y' : stateOf(one),
    sensitive_type: 'W',
    source_code: '',
    // Weighed in the warehouse.
    chargeWeight: stateOf(one) === 'A' ? 0 : one.grams / 1000,
    packages: one.packages,
    receiver: one.receiver,
    ...(one.sender === undefined ? {} : { sender: one.sender }),
    declaration_info: one.declarations,
  };
}

/** What the clock of the place showed, and the same moment in UTC, both without a zone. */
function eventView({ at, node, words, country, city }: WaybillEvent) {
  const zone = COUNTRIES[country]?.zone ?? 'Asia/Shanghai';
  const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return {
    process_time: local.replace(' ', 'T'),
    process_utc_time: new Date(at).toISOString().slice(0, 19),
    process_content: words,
    process_country: country,
    process_province: '',
    process_city: city,
    process_location: city,
    track_node_code: node,
    track_node_description: words,
    pod_url: '',
  };
}

/** By what three public clients read: a list with an entry for the number. */
export function trackView(number: string, one: Waybill) {
  return [
    {
      order_number: number,
      package_status: packageStatusOf(one),
      track_Info: {
        waybill_number: one.waybill,
        tracking_number: one.tracking,
        customer_order_number: one.reference,
        product_code: one.product,
        product_name: PRODUCTS.find(({ code }) => code === one.product)?.name ?? '',
        origin_code: 'CN',
        destination_code: one.country,
        actual_weight: one.grams / 1000,
        track_events: one.events.map(eventView),
      },
    },
  ];
}
