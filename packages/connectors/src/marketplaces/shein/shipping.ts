import { z } from 'zod';
import type {
  PlatformLabel,
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { unreadable } from '../../http.ts';
import { exact } from '../../json.ts';
import { currencyCode, optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import type { Listing } from './listing.ts';
import { optionalAmount, type SheinOrder, type SheinPackage, type SheinUnit } from './orderShape.ts';
import { goesBySheinOnly, mayStillChoose, wentByShein } from './orders.ts';
import { chooseUnits, isOpen, isRefunded, packageOf } from './units.ts';

const CARRIER = 'SHEIN';
const AVAILABLE = 1;

const choiceShape = z.object({ warehouse: z.string(), channel: z.string() });
const warehousesShape = z.object({
  availableWarehouses: z
    .array(z.object({ warehouseAddressCode: z.string().min(1), availableStatus: z.coerce.number() }))
    .nullish(),
});
const channelsShape = z.object({
  preRequestId: z.string().min(1),
  channelInfoList: z
    .array(
      z.object({
        expressChannelCode: z.string().min(1),
        expressIdCode: optionalText,
        expressShortName: optionalText,
        performanceCost: optionalAmount,
        currencyCode: currencyCode.nullish(),
      }),
    )
    .nullish(),
});
const checkShape = z
  .object({ handleResult: z.coerce.number().nullish(), placeStateFailReasonDesc: optionalText })
  .nullish();
const labelShape = z.array(z.object({ filePdfUrl: optionalText, remark: optionalText })).nullish();

const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** Whole centimetres that the parcel fits into. */
function centimetres(mm: number | undefined): string {
  if (mm === undefined) throw rejected('NO_SIZE', 'SHEIN wants to know length, width and height of the parcel');
  return String(Math.ceil(mm / 10));
}

function holdsJust(order: SheinOrder, made: SheinPackage, request: PlatformParcelRequest): boolean {
  const units = order.orderGoodsInfoList.filter((unit) => !isRefunded(unit) && packageOf(order, unit) === made);
  const chosen = chooseUnits(order, request.lines, (unit) => units.includes(unit));
  return chosen !== null && chosen.length === units.length;
}

const toParcel = (one: SheinPackage): PlatformParcel => ({
  ref: one.deliveryNo ?? one.packageNo,
  carrierName: one.carrier ?? CARRIER,
  ...(one.waybillNo ? { trackingNumber: one.waybillNo } : {}),
});

export function createShipping({ call, http }: SheinClient, listing: Listing): PlatformShipping {
  async function openUnits(access: ShopAccess, request: PlatformParcelRequest) {
    const order = await listing.wholeOrder(access, request.platformOrderNo);
    if (goesBySheinOnly(order) === false || !(wentByShein(order) || mayStillChoose(order)))
      throw rejected('SELLER_SHIPPING', 'SHEIN leaves the shipping of this order to the seller');
    const units = chooseUnits(order, request.lines, (unit) => isOpen(order, unit));
    if (!units) throw rejected('NOTHING_TO_SHIP', `SHEIN has fewer open units of ${order.orderNo} than this parcel`);
    return { order, units };
  }

  async function channels(access: ShopAccess, request: PlatformParcelRequest, warehouse: string, units: SheinUnit[]) {
    return call(access, {
      path: 'gsp/order-mapping-channels',
      json: {
        orderNo: request.platformOrderNo,
        warehouseAddressCode: warehouse,
        packageSizeInfo: {
          packageLength: centimetres(request.lengthMm),
          packageWidth: centimetres(request.widthMm),
          packageHeight: centimetres(request.heightMm),
          unit: 'cm',
        },
        packageWeightInfo: { packageWeight: String(request.weightGrams), unit: 'g' },
        prePackageInfo: { goodsIds: units.map((unit) => exact(unit.goodsId)) },
      },
      effect: 'read',
      shape: channelsShape,
    });
  }

  async function options(access: ShopAccess, request: PlatformParcelRequest, units: SheinUnit[]) {
    const { availableWarehouses } = await call(access, {
      path: 'gsp/available-shipping-warehouse',
      json: { orderNo: request.platformOrderNo },
      effect: 'read',
      shape: warehousesShape,
    });
    const found: PlatformShippingOption[] = [];
    for (const { warehouseAddressCode: warehouse, availableStatus } of availableWarehouses ?? []) {
      if (availableStatus !== AVAILABLE) continue;
      const { channelInfoList } = await channels(access, request, warehouse, units);
      for (const one of channelInfoList ?? []) {
        const name = one.expressShortName ?? one.expressIdCode ?? one.expressChannelCode;
        found.push({
          id: writeCursor({ warehouse, channel: one.expressChannelCode }),
          name,
          carrierName: one.expressIdCode ?? name,
          ...(one.performanceCost && one.currencyCode
            ? { amount: one.performanceCost, currency: one.currencyCode }
            : {}),
          handOver: 'unknown',
        });
      }
    }
    return found;
  }

  /** The package that holds just this parcel and has been placed: its tracking number may still be on its way. */
  async function bought(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel | null> {
    const order = await listing.wholeOrder(access, request.platformOrderNo);
    if (!wentByShein(order)) return null;
    for (const one of order.packageWaybillList) {
      if (!holdsJust(order, one, request)) continue;
      if (one.waybillNo) return toParcel(one);
      const check = await call(access, {
        path: 'gsp/check-express-order',
        json: { deliveryNo: one.deliveryNo ?? one.packageNo },
        effect: 'read',
        shape: checkShape,
      });
      if (check?.handleResult && !check.placeStateFailReasonDesc) return toParcel(one);
    }
    return null;
  }

  async function place(access: ShopAccess, request: PlatformParcelRequest, units: SheinUnit[]): Promise<string> {
    const optionId = request.optionId || (await options(access, request, units))[0]?.id;
    if (!optionId) throw rejected('NO_OPTION', 'SHEIN offers no way to ship this parcel');
    const { warehouse, channel } = readCursor(PLATFORM, choiceShape, optionId);
    // What was asked for is good for a while only, so it is asked for again.
    const { preRequestId } = await channels(access, request, warehouse, units);
    const { deliveryNo } = await call(access, {
      path: 'gsp/place-express-order',
      json: {
        expressChannelCode: channel,
        preRequestId,
        packageInfoList: [{ orderNo: request.platformOrderNo, goodsIds: units.map((unit) => exact(unit.goodsId)) }],
      },
      effect: 'once',
      shape: z.object({ deliveryNo: z.string().min(1) }),
    });
    return deliveryNo;
  }

  async function label(access: ShopAccess, parcel: PlatformParcel, orderNo: string): Promise<PlatformLabel> {
    const order = await listing.wholeOrder(access, orderNo);
    const made = order.packageWaybillList.find((one) => [one.deliveryNo, one.packageNo].includes(parcel.ref));
    if (!made) throw rejected('NO_PACKAGE', `SHEIN has no package ${parcel.ref} of order ${orderNo}`);
    const answered = await call(access, {
      path: 'order/print-express-info',
      json: { orderNo, packageNo: [made.packageNo] },
      effect: 'read',
      shape: labelShape,
    });
    const url = answered?.[0]?.filePdfUrl;
    if (!url)
      throw new ConnectorError(
        PLATFORM,
        'unavailable',
        `the label is not made yet ${answered?.[0]?.remark ?? ''}`.trim(),
      );
    // The address opens by itself, for a while.
    const file = await http({ method: 'GET', url, effect: 'read', headers: { accept: 'application/pdf' } });
    if (file.status !== 200 || !file.bytes.subarray(0, 4).equals(Buffer.from('%PDF')))
      throw unreadable(PLATFORM, { effect: 'read' }, 'the label is no PDF', undefined);
    return { format: 'pdf', data: file.bytes };
  }

  return {
    use: 'may',

    async options(access, request) {
      const { units } = await openUnits(access, request);
      return options(access, request, units);
    },

    async arrange(access, request) {
      const { units } = await openUnits(access, request);
      const ref = await place(access, request, units);
      const check = await call(access, {
        path: 'gsp/check-express-order',
        json: { deliveryNo: ref },
        effect: 'read',
        shape: checkShape,
      }).catch(() => null);
      if (check?.placeStateFailReasonDesc) throw rejected('PLACE_FAILED', check.placeStateFailReasonDesc);
      // It is placed, whatever becomes of the question for its number: that is asked again later.
      return (await bought(access, request).catch(() => null)) ?? { ref, carrierName: CARRIER };
    },

    findParcel: bought,

    label,
  };
}
