import type { ParsedOf } from '@tradewind/contract/call.ts';
import { isAccepted, type shipVendorOrder, vendorMay } from '@tradewind/contract/vendor.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../core/documents.ts';
import { badField, conflict } from '../../core/errors.ts';
import { companyOf, localDay } from '../company/public.ts';
import { sendByHand } from '../logistics/public.ts';
import { splitOrder } from '../orders/public.ts';
import { lockOutboundsOfOrders } from '../warehouse/public.ts';
import { cartonsOf, packedUnits } from './cartons.ts';
import { DOC, goodsOf, type VendorOrder, vendorOrder } from './orders.ts';

type Input = ParsedOf<typeof shipVendorOrder>;
const SHIPMENT = { kind: 'vendor_shipment', prefix: 'VS' };

/**
 * Ships the cartons of an order: deducts stock and sends Amazon the ASN. Units in no carton are split off as a new
 * order. @throws conflict vendor.notReady, vendor.answerFirst, vendor.packFirst, vendor.packedOther; badField
 */
export async function shipOrder(tx: Tx, input: Input): Promise<{ number: string }> {
  // Outbounds are locked before orders.
  await lockOutboundsOfOrders(tx, [input.id]);
  const order = await vendorOrder(tx, input.id, true);
  await assertShippable(tx, order, input);
  const left = await leftBehind(tx, order);
  if (left.length > 0) {
    if (order.status === 'packed') throw conflict('vendor.packedWhole', { number: order.displayNo });
    await splitOrder(tx, order.id, [{ lines: left }]);
  }
  const [number = ''] = await nextNumbers(tx, SHIPMENT);
  await tx.rows(sql`insert into vendor_shipment (company_id, order_id, number, mode, scac, bill_of_lading, pro, terms, shipped_day,
      delivery_day, created_at)
    values (${sql.company}, ${order.id}, ${number}, ${input.mode}, ${input.scac}, ${input.billOfLading}, ${input.pro}, ${input.terms},
      ${input.shippedDay}, ${input.deliveryDay}, ${tx.now})`);
  const { status } = await vendorOrder(tx, order.id);
  // Several orders may share a truck and its documents; each shipment has its own number.
  const trackingNumber = input.mode === 'SmallParcel' ? input.pro : number;
  await sendByHand(tx, { id: order.id, status }, { carrierName: input.scac, trackingNumber });
  writeHistory(tx, [{ docKind: DOC, docId: order.id, event: 'vendorShipped', detail: { shipment: number } }]);
  return { number };
}

async function assertShippable(tx: Tx, order: VendorOrder, input: Input): Promise<void> {
  const params = { number: order.displayNo };
  if (!order.bulk) throw conflict('vendor.notBulk', params);
  if (!vendorMay('ship', order)) throw conflict('vendor.notReady', params);
  if (!isAccepted({ state: order.answerState })) throw conflict('vendor.answerFirst', params);
  if (input.mode === 'SmallParcel' && !input.pro) throw badField('pro', 'vendor.trackingMissing');
  if (!input.pro && !input.billOfLading) throw badField('billOfLading', 'vendor.paperMissing');
  const { timeZone } = await companyOf(tx);
  if (input.shippedDay > localDay(tx.now, timeZone)) throw badField('shippedDay', 'vendor.dayToCome');
  if (input.deliveryDay && input.deliveryDay < input.shippedDay) throw badField('deliveryDay', 'vendor.deliveryBefore');
}

/** Units of the order in no carton. */
async function leftBehind(tx: Tx, order: VendorOrder): Promise<{ lineId: number; quantity: number }[]> {
  const cartons = await cartonsOf(tx, [order.id]);
  if (cartons.length === 0) throw conflict('vendor.packFirst', { number: order.displayNo });
  const packed = packedUnits(cartons);
  const goods = await goodsOf(tx, [order.id]);
  const left = goods.map((line) => {
    const units = packed.get(line.platformLineId) ?? 0;
    packed.delete(line.platformLineId);
    return { lineId: line.lineId, quantity: line.quantity - units };
  });
  // The lines changed after packing.
  if (packed.size > 0 || left.some((line) => line.quantity < 0))
    throw conflict('vendor.packedOther', { number: order.displayNo });
  return left.filter((line) => line.quantity > 0);
}
