import { z } from 'zod';
import type { OrderToAcknowledge } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { exact } from '../../json.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import type { Carriers } from './carriers.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { SheinUnit } from './orderShape.ts';
import { goesBySheinOnly, mayStillChoose, wentByShein } from './orders.ts';
import { PENDING } from './status.ts';
import { chooseUnits, isGone, isOpen, packageOf } from './units.ts';

const SET = 2;

const resultShape = z.array(z.object({ errorMsg: optionalText })).nullish();
const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });
const plain = (tracking: string): string => tracking.replace(/[\s-]/g, '').toUpperCase();

/** Accepting is told by asking for the address; SHEIN's own logistics need neither. */
export function createAcknowledgement(listing: Listing) {
  return async function acknowledge(access: ShopAccess, { platformOrderNo }: OrderToAcknowledge): Promise<void> {
    const order = await listing.wholeOrder(access, platformOrderNo);
    if (order.orderStatus !== PENDING || goesBySheinOnly(order) || (order.unProcessReason ?? []).length > 0) return;
    await listing.exportAddress(access, platformOrderNo, true);
  };
}

export function createConfirmation({ call }: SheinClient, listing: Listing, carriers: Carriers) {
  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.wholeOrder(access, notice.platformOrderNo);
    const { orderNo } = order;
    const isOurs = (unit: SheinUnit) => plain(packageOf(order, unit)?.waybillNo ?? '') === plain(notice.trackingNumber);
    if (chooseUnits(order, notice.lines, isOurs))
      return { outcome: 'alreadyConfirmed', detail: `SHEIN already ships the order with ${notice.trackingNumber}` };
    if (wentByShein(order) && chooseUnits(order, notice.lines, (unit) => isGone(unit) || !isOpen(order, unit)))
      return { outcome: 'alreadyConfirmed', detail: 'the parcel goes by SHEIN’s own logistics' };
    if (wentByShein(order) || goesBySheinOnly(order))
      throw rejected('SHEIN_SHIPPING', 'the order goes by SHEIN’s own logistics: its label has to be bought there');
    const units = chooseUnits(order, notice.lines, (unit) => isOpen(order, unit));
    if (!units) throw rejected('NOTHING_TO_SHIP', `SHEIN has fewer open units of order ${orderNo} than this parcel`);
    const channel = await carriers.channelOf(access, notice);
    if (order.orderStatus === PENDING) await listing.exportAddress(access, orderNo, true);
    // Where either way is open, SHEIN wants to be told that it is not to be its own.
    if (mayStillChoose(order))
      await call(access, {
        path: 'gsp/switch-self-shipping',
        json: { orderNo },
        effect: 'repeatable',
        shape: z.unknown(),
      });
    const results = await call(access, {
      path: 'order/import-batch-multiple-express',
      json: {
        orderNo,
        infoList: units.map((unit) => ({
          expressCode: notice.trackingNumber,
          expressIdCode: channel.expressIdCode,
          ...(channel.expressChannelCode ? { expressChannelCode: channel.expressChannelCode } : {}),
          goodsId: exact(unit.goodsId),
          status: SET,
        })),
      },
      effect: 'repeatable',
      shape: resultShape,
    });
    const failed = results?.find((one) => one.errorMsg);
    if (failed) throw rejected('NOT_TAKEN', `SHEIN does not take the tracking number: ${failed.errorMsg}`);
    return { outcome: 'confirmed' };
  };
}
