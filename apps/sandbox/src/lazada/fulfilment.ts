import { isRecord, list, text } from '../http/types.ts';
import { IopError, missing } from '../iop/errors.ts';
import { drawLabel } from '../kit/label.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { jsonOf, type LazadaApi, type LazadaCall } from './api.ts';
import {
  CARRIER,
  isOwnDelivery,
  type LazadaPackage,
  linesOfUnits,
  packagesOf,
  parcelOf,
  unitStatus,
  unitsOf,
} from './units.ts';

const MOST = 20;
/** Orders of a seller across borders: the seller names who carries them to the hub. */
const choosesCarrier = (order: SandboxOrder): boolean => order.seq % 7 === 3 && !isOwnDelivery(order);
const PROVIDERS = [
  { name: 'LGS-FM50', provider_code: 'FM50' },
  { name: 'LGS-FM51', provider_code: 'FM51' },
];

/** Packing, telling as ready, unpacking, and the label. Source: Fulfillment API (pack, readytoship, printawb ...) */
export function registerFulfilment(api: LazadaApi): void {
  const add = (
    path: string,
    name: string,
    method: 'ANY' | 'POST',
    work: (call: LazadaCall, answered: Reply) => unknown,
  ) =>
    api.add({ method, path, params: [name] }, (call) => {
      if (!call.params[name]) throw missing(name);
      const answered = jsonOf(name, call.params[name]);
      if (!isRecord(answered)) throw new IopError('5', `E005: Invalid Request Format: ${name}`, 'ISP');
      return work(call, answered);
    });
  add('/order/shipment/providers/get', 'getShipmentProvidersReq', 'ANY', getProviders);
  add('/order/fulfill/pack', 'packReq', 'POST', pack);
  add('/order/package/rts', 'readyToShipReq', 'POST', readyToShip);
  add('/order/package/repack', 'rePackReq', 'ANY', repack);
  add('/order/package/document/get', 'getDocumentReq', 'ANY', getDocument);
}

type Reply = Record<string, unknown>;
type Refusal = readonly [code: string, message: string];

const done = (data: unknown) => ({ result: { success: true, error_code: '', error_msg: '', data } });
const failed = ([error_code, error_msg]: Refusal) => ({ result: { success: false, error_code, error_msg } });

function batch(answered: unknown): Reply[] | undefined {
  const rows = list(answered).filter(isRecord);
  return rows.length >= 1 && rows.length <= MOST ? rows : undefined;
}
const BATCH: Refusal = ['700022', 'BATCH_SIZE_OUT_OF_LIMIT'];

interface Packable {
  order: SandboxOrder;
  units: number[];
}

/** The order and units named, or why they cannot be packed. */
function packable(shop: Shop, orderId: unknown, unitIds: unknown): Packable | Refusal {
  const order = typeof orderId === 'number' ? shop.byId.get(String(orderId)) : undefined;
  if (!order) return ['700021', 'ORDER_NOT_FOUND'];
  const units = list(unitIds).map(Number);
  const known = unitsOf(order).map((unit) => unit.id);
  if (units.length === 0 || units.some((unit) => !known.includes(unit))) return ['700025', 'ORDER_ITEM_NOT_FOUND'];
  if (!units.every((unit) => ['pending', 'repacked'].includes(unitStatus(order, unit))))
    return ['700026', 'FO_ITEM_NOT_ALLOW_TO_PACK'];
  return { order, units };
}

function getProviders({ shop }: LazadaCall, answered: Reply) {
  const rows = batch(answered.orders);
  if (!rows) return failed(BATCH);
  const parts = rows.map((row) => packable(shop, row.order_id, row.order_item_ids));
  const [first] = parts;
  const refused = parts.find((part) => !('order' in part));
  if (refused && !('order' in refused)) return failed(refused);
  const chooses = first && 'order' in first && choosesCarrier(first.order);
  return done({
    platform_default: chooses ? 0 : 1,
    shipping_allocate_type: chooses ? 'NTFS' : 'TFS',
    shipment_providers: chooses ? PROVIDERS : [],
  });
}

function packOne({ ctx, shop }: LazadaCall, row: Reply, answered: Reply): LazadaPackage | Refusal {
  const part = packable(shop, row.order_id, row.order_item_list);
  if (!('order' in part)) return part;
  const { order, units } = part;
  const code = text(answered.shipment_provider_code);
  if (answered.shipping_allocate_type !== (choosesCarrier(order) ? 'NTFS' : 'TFS')) return ['700004', 'PARAM_ILLEGAL'];
  if (choosesCarrier(order) !== PROVIDERS.some((one) => one.provider_code === code))
    return ['700016', 'NOT_AVAILABLE_NTFS_3PL'];
  const now = ctx.world.clock.now();
  const known = packagesOf(order);
  const made = Number(order.extra.made ?? 0) + 1;
  const number = `${String(order.seq).padStart(9, '0')}${String(made).padStart(3, '0')}`;
  const one: LazadaPackage = { id: `FP${number}`, units, tracking: `SGNAM${number}`, at: now };
  notify(order, now, { kind: 'arrange', via: 'pack', ref: one.id, tracking: [one.tracking] });
  ctx.world.touch(order, () => {
    Object.assign(order.extra, { packages: [...known, one], made });
  });
  return one;
}

function pack(call: LazadaCall, answered: Reply) {
  const rows = batch(answered.pack_order_list);
  if (!rows) return failed(BATCH);
  if (answered.delivery_type !== 'dropship') return failed(['700004', 'PARAM_ILLEGAL: delivery_type']);
  return done({
    pack_order_list: rows.map((row) => {
      const result = packOne(call, row, answered);
      return {
        order_id: row.order_id,
        order_item_list: list(row.order_item_list).map((order_item_id) =>
          'id' in result
            ? {
                order_item_id,
                item_err_code: '0',
                msg: 'success',
                package_id: result.id,
                tracking_number: result.tracking,
                shipment_provider: CARRIER,
                retry: false,
              }
            : { order_item_id, item_err_code: result[0], msg: result[1], retry: false },
        ),
      };
    }),
  });
}

function findPackage(shop: Shop, answered: unknown): { order: SandboxOrder; one: LazadaPackage } | undefined {
  for (const order of shop.byId.values()) {
    const one = packagesOf(order).find((candidate) => candidate.id === text(answered));
    if (one) return { order, one };
  }
  return undefined;
}

/** What of each package named comes out. */
function eachPackage(
  { shop }: LazadaCall,
  answered: Reply,
  work: (order: SandboxOrder, one: LazadaPackage) => Refusal | undefined,
) {
  const rows = batch(answered.packages);
  if (!rows) return failed(BATCH);
  const packages = rows.map((row) => {
    const package_id = text(row.package_id);
    const found = findPackage(shop, package_id);
    const refused: Refusal | undefined = found ? work(found.order, found.one) : ['600001', 'package not found'];
    const [item_err_code, msg] = refused ?? ['0', 'success'];
    return { package_id, item_err_code, msg, retry: false };
  });
  return done({ packages });
}

const WRONG_STATE: Refusal = ['700000', 'PACKAGE_STATUS_NOT_ALLOW_TO_OP'];

function readyToShip(call: LazadaCall, answered: Reply) {
  return eachPackage(call, answered, (order, one) => {
    if (order.status === 'cancelled') return ['600002', 'package already cancelled'];
    if (parcelOf(order, one)) return WRONG_STATE;
    const { world } = call.ctx;
    const now = world.clock.now();
    const lines = linesOfUnits(order, one.units);
    const numbers = [one.tracking];
    notify(order, now, { kind: 'shipment', via: 'rts', ref: one.id, carrier: CARRIER, tracking: numbers, lines });
    world.shipped(order, () =>
      order.parcels.push({
        ref: one.id,
        carrier: CARRIER,
        carrierName: CARRIER,
        method: 'rts',
        numbers,
        urls: [],
        shippedAt: now,
        createdAt: now,
        updatedAt: now,
        cancelled: false,
        lines,
        events: [],
      }),
    );
    return undefined;
  });
}

/** The package is taken apart; its units may be packed anew. */
function repack(call: LazadaCall, answered: Reply) {
  return eachPackage(call, answered, (order, one) => {
    if (parcelOf(order, one)) return WRONG_STATE;
    call.ctx.world.touch(order, () => {
      order.extra.packages = packagesOf(order).filter((candidate) => candidate.id !== one.id);
      order.extra.repacked = [...list(order.extra.repacked).map(Number), ...one.units];
    });
    return undefined;
  });
}

async function getDocument({ shop }: LazadaCall, answered: Reply) {
  const rows = batch(answered.packages);
  if (!rows) return failed(BATCH);
  if (answered.doc_type !== 'PDF' && answered.doc_type !== 'HTML') return failed(['700004', 'PARAM_ILLEGAL: doc_type']);
  const [row, ...others] = rows;
  if (others.length > 0) return failed(['700022', 'BATCH_SIZE_OUT_OF_LIMIT: the stand-in prints one at a time']);
  const found = findPackage(shop, row?.package_id);
  if (!found) return failed(['600001', 'package not found']);
  if (answered.doc_type === 'HTML')
    return done({ doc_type: 'HTML', file: Buffer.from('<iframe></iframe>').toString('base64') });
  const pdf = await drawLabel('LEX', found.order, found.one.tracking);
  return done({ doc_type: 'PDF', file: pdf.toString('base64') });
}
