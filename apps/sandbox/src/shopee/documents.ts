import { isRecord, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { ShopeeError } from './errors.ts';
import { type OperationBook, records, type ShopCall } from './operations.ts';
import { orderOf } from './orders.ts';
import { isCollected, packageOf, parcelOf, type ShopeePackage, trackingOf } from './packages.ts';
import { drawWaybill } from './waybill.ts';

const TYPES = ['NORMAL_AIR_WAYBILL', 'THERMAL_AIR_WAYBILL'];
const SUGGESTED = 'NORMAL_AIR_WAYBILL';

type Document = { type: string; readyAt: number };

const failure = (code: string, message: string) => new ShopeeError(`logistics.${code}`, message);

/** What of each order and package named in `order_list` comes out; all of them failing is an error of the call. */
function batch(
  call: ShopCall,
  work: (order: SandboxOrder, one: ShopeePackage, answered: Record<string, unknown>) => object,
) {
  const answered = records('order_list', call.body.order_list);
  let failed = 0;
  const result_list = answered.map((one) => {
    const named = { order_sn: text(one.order_sn), package_number: text(one.package_number) };
    try {
      const order = orderOf(call.shop, one.order_sn);
      return { ...named, ...work(order, packageOf(order, one.package_number), one) };
    } catch (error) {
      if (!(error instanceof ShopeeError)) throw error;
      failed++;
      return { ...named, fail_error: error.code, fail_message: error.message };
    }
  });
  if (failed < answered.length) return { result_list };
  throw new ShopeeError('common.batch_api_all_failed', 'Failed, please check result_list for more details.', {
    response: { result_list },
  });
}

/** Printed between arranging and the courier's scan. */
function assertPrintable(order: SandboxOrder, one: ShopeePackage): void {
  const parcel = parcelOf(order, one);
  if (!parcel || isCollected(parcel) || order.status === 'cancelled')
    throw failure('package_can_not_print', 'The package can not print now.');
}

function documentOf(order: SandboxOrder, one: ShopeePackage, type: string): Document {
  const found = isRecord(order.extra.documents) ? order.extra.documents[`${one.number}/${type}`] : undefined;
  if (!isRecord(found))
    throw failure(
      'shipping_document_should_print_first',
      'The package can not print now, please create shipping document first.Detail: no document.',
    );
  return found as Document;
}

function typeOf(answered: unknown): string {
  const type = answered === undefined ? SUGGESTED : text(answered);
  if (!TYPES.includes(type))
    throw failure(
      'shipping_document_type_invalid',
      'The shipping_document_type is not invalid. Please check the shipping_document_type.',
    );
  return type;
}

/** A label in four steps: which kinds there are, make one, ask until it is made, fetch it. */
export function registerDocuments(book: OperationBook): void {
  const add = (path: string, work: (call: ShopCall) => unknown, body: string[] = []) =>
    book.add({ method: 'POST', path: `logistics/${path}`, body: ['order_list', ...body] }, work);

  add('get_shipping_document_parameter', (call) =>
    batch(call, (order, one) => {
      assertPrintable(order, one);
      return { suggest_shipping_document_type: SUGGESTED, selectable_shipping_document_type: TYPES };
    }),
  );

  add('create_shipping_document', (call) =>
    batch(call, (order, one, answered) => {
      assertPrintable(order, one);
      const type = typeOf(answered.shipping_document_type);
      const tracking = trackingOf(call.ctx.world, order, one);
      if (!tracking || text(answered.tracking_number) !== tracking)
        throw failure('tracking_number_invalid', 'The tracking number is invalid. Please check the tracking number.');
      const known = isRecord(order.extra.documents) ? order.extra.documents : {};
      const key = `${one.number}/${type}`;
      const readyAt = call.ctx.world.clock.now() + call.ctx.world.settings.feedStepMs;
      order.extra.documents = { ...known, [key]: known[key] ?? { type, readyAt } };
      return {};
    }),
  );

  add('get_shipping_document_result', (call) =>
    batch(call, (order, one, answered) => {
      const { readyAt } = documentOf(order, one, typeOf(answered.shipping_document_type));
      return {
        status: call.ctx.world.clock.now() >= readyAt ? 'READY' : 'PROCESSING',
        fail_error: '',
        fail_message: '',
      };
    }),
  );

  add('download_shipping_document', download, ['shipping_document_type']);
}

async function download(call: ShopCall): Promise<Buffer> {
  const type = typeOf(call.body.shipping_document_type);
  const labels = records('order_list', call.body.order_list).map((answered) => {
    const order = orderOf(call.shop, answered.order_sn);
    const one = packageOf(order, answered.package_number);
    if (call.ctx.world.clock.now() < documentOf(order, one, type).readyAt)
      throw failure('download_later', 'Processing, please download later. Detail: not ready.');
    return { order, tracking: parcelOf(order, one)?.numbers[0] ?? '' };
  });
  call.reply.type('application/pdf');
  return drawWaybill(labels);
}
