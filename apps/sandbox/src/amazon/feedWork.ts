import type { Shop } from '../world/shop.ts';
import type { World } from '../world/world.ts';
import { recordShipment } from './confirm.ts';
import { readDate } from './dates.ts';
import { invalidInput, SpApiError } from './errors.ts';
import type { Outcome } from './feedOutcome.ts';
import { listingsFeed } from './listingsFeed.ts';
import { orderOf } from './ordersV0.ts';

export const FEED_TYPES = [
  'POST_FLAT_FILE_FULFILLMENT_DATA',
  'POST_ORDER_FULFILLMENT_DATA',
  'POST_FLAT_FILE_ORDER_ACKNOWLEDGEMENT_DATA',
  'POST_ORDER_ACKNOWLEDGEMENT_DATA',
  'JSON_LISTINGS_FEED',
];

const CANCEL_REASONS = [
  ...['NoInventory', 'ShippingAddressUndeliverable', 'CustomerExchange', 'BuyerCanceled', 'GeneralAdjustment'],
  ...[
    'CarrierCreditDecision',
    'RiskAssessmentInformationNotValid',
    'CarrierCoverageFailure',
    'CustomerReturn',
    'MerchandiseNotReceived',
  ],
];

const PLAIN = 'text/plain; charset=UTF-8';

type Row = Record<string, string>;

/** Carries out one feed and writes the processing report of its rows. */
export function processFeed(world: World, shop: Shop, feedType: string, content: string): Outcome {
  if (feedType === 'JSON_LISTINGS_FEED') return listingsFeed(world, shop, content);
  const rows = feedType.startsWith('POST_FLAT_FILE') ? readFlatFile(content) : readXml(content);
  if (!rows)
    return {
      fatal: true,
      type: PLAIN,
      report: report(0, [{ record: 0, code: '90057', message: 'The file has no header row with order-id.' }]),
    };
  const failures: { record: number; code: string; message: string }[] = [];
  const work = feedType.includes('FULFILLMENT') ? ship : cancel;
  rows.forEach((row, index) => {
    try {
      work(world, shop, row, rows);
    } catch (error) {
      if (!(error instanceof SpApiError)) throw error;
      failures.push({ record: index + 1, code: '18028', message: `${error.message} ${error.details}`.trim() });
    }
  });
  return { fatal: false, type: PLAIN, report: report(rows.length, failures) };
}

function report(count: number, failures: { record: number; code: string; message: string }[]): string {
  const lines = [
    'Feed Processing Summary:',
    `\tNumber of records processed\t\t${count}`,
    `\tNumber of records successful\t\t${count - failures.filter((failure) => failure.record > 0).length}`,
    '',
  ];
  if (failures.length > 0) {
    lines.push('original-record-number\torder-id\terror-code\terror-type\terror-message');
    for (const failure of failures) lines.push(`${failure.record}\t\t${failure.code}\tError\t${failure.message}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Tab-separated; a template line may stand before the header. */
function readFlatFile(content: string): Row[] | undefined {
  const lines = content.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
  const head = lines.findIndex((cells) => cells.includes('order-id'));
  const names = lines[head];
  if (!names) return undefined;
  return lines
    .slice(head + 1)
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

function readXml(content: string): Row[] | undefined {
  const messages = [...content.matchAll(/<Message>([\s\S]*?)<\/Message>/g)].map((match) => match[1]!);
  if (messages.length === 0) return undefined;
  const tag = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? '';
  return messages.flatMap((message) => {
    const common: Row = {
      'order-id': tag(message, 'AmazonOrderID'),
      'ship-date': tag(message, 'FulfillmentDate'),
      'carrier-code': tag(message, 'CarrierCode'),
      'carrier-name': tag(message, 'CarrierName'),
      'tracking-number': tag(message, 'ShipperTrackingNumber'),
      'ship-method': tag(message, 'ShippingMethod'),
      status: tag(message, 'StatusCode'),
    };
    const items = [...message.matchAll(/<Item>([\s\S]*?)<\/Item>/g)].map((match) => match[1]!);
    if (items.length === 0) return [common];
    return items.map((item) => ({
      ...common,
      'order-item-id': tag(item, 'AmazonOrderItemCode'),
      quantity: tag(item, 'Quantity'),
      'cancellation-reason-code': tag(item, 'CancelReason'),
    }));
  });
}

/** One row is one item of a parcel; rows of one order and tracking number are one parcel. */
function ship(world: World, shop: Shop, row: Row, rows: Row[]): void {
  const order = orderOf(shop, row['order-id'] ?? '');
  const tracking = row['tracking-number'] ?? '';
  const mates = rows.filter((other) => other['order-id'] === order.id && other['tracking-number'] === tracking);
  if (mates[0] !== row) return;
  const shippedAt = readDate('ship-date', row['ship-date'], false);
  if (shippedAt === undefined) throw invalidInput('Missing ship-date.');
  if (!row['carrier-code'] && !row['carrier-name']) throw invalidInput('Missing carrier-code.');
  const whole = mates.length === 1 && !row['order-item-id'];
  const lines = whole
    ? order.lines
        .filter((line) => line.shipped < line.quantity)
        .map((line) => ({ lineId: line.id, quantity: line.quantity - line.shipped }))
    : mates.map((mate) => ({ lineId: mate['order-item-id'] ?? '', quantity: Number(mate.quantity) }));
  for (const line of lines)
    if (!Number.isInteger(line.quantity) || line.quantity < 1) throw invalidInput('Invalid quantity.');
  const known = order.parcels.find((parcel) => tracking !== '' && parcel.numbers.includes(tracking));
  const ref = known?.ref ?? String(Math.max(0, ...order.parcels.map((parcel) => Number(parcel.ref))) + 1);
  const carrierCode = row['carrier-code'] || 'Other';
  recordShipment(
    world,
    order,
    {
      ref,
      carrierCode,
      carrierName: row['carrier-name'] ?? '',
      method: row['ship-method'] ?? '',
      tracking,
      shippedAt,
      lines,
    },
    'feed',
  );
}

/** The acknowledgement feed only cancels: whole orders, before anything of them is shipped. */
function cancel(world: World, shop: Shop, row: Row): void {
  if (row.status === 'Success') return;
  const order = orderOf(shop, row['order-id'] ?? '');
  const reason = row['cancellation-reason-code'] ?? '';
  if (!CANCEL_REASONS.includes(reason)) throw invalidInput(`Invalid cancellation-reason-code: ${reason}`);
  if (order.status === 'cancelled') return;
  if (order.status === 'shipped' || order.status === 'partial')
    throw invalidInput('The order is already shipped and cannot be cancelled.');
  world.cancel(order, reason, 'MERCHANT');
}
