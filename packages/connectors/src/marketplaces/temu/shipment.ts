import { z } from 'zod';
import type { ConfirmResult, PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { exact } from '../../json.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TemuClient } from './client.ts';
import type { Listing } from './listing.ts';
import { id, type TemuOrder } from './orderShape.ts';
import type { Packages } from './packages.ts';
import { isWhole, type Sold, soldIn } from './parts.ts';

const companiesShape = z
  .array(
    z.object({
      logisticsServiceProviderId: id,
      logisticsServiceProviderName: optionalText,
      logisticsBrandName: optionalText,
    }),
  )
  .nullish();
const warehousesShape = z
  .object({
    warehouseList: z
      .array(
        z.object({
          warehouseId: id,
          warehouseName: optionalText,
          defaultWarehouse: z.boolean().nullish(),
          enableBuyShippingLabel: z.boolean().nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
export const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export const sendInfo = (order: TemuOrder, sold: Sold) =>
  sold.map(({ line, quantity }) => ({
    parentOrderSn: order.parentOrderMap.parentOrderSn,
    orderSn: line.orderSn,
    ...(line.goodsId ? { goodsId: exact(line.goodsId) } : {}),
    ...(line.skuId ? { skuId: exact(line.skuId) } : {}),
    quantity,
  }));
/** The whole order in one parcel, or in several. */
export const sendType = (order: TemuOrder, sold: Sold): 0 | 1 => (isWhole(order, sold) ? 0 : 1);

export function createCarriers({ call }: TemuClient) {
  async function listCarriers(access: ShopAccess, regionId = access.tokens.keys?.regionId): Promise<PlatformCarrier[]> {
    if (!regionId) throw rejected('NO_REGION', 'the shop’s country is not known: it has to be authorized anew');
    const answered = await call(access, {
      type: 'bg.logistics.companies.get',
      params: { regionId: exact(regionId) },
      effect: 'read',
      shape: companiesShape,
    });
    return (answered ?? []).map((one) => ({
      code: one.logisticsServiceProviderId,
      name: one.logisticsServiceProviderName ?? one.logisticsBrandName ?? one.logisticsServiceProviderId,
    }));
  }

  return {
    listCarriers: (access: ShopAccess) => listCarriers(access),

    async carrierOf(access: ShopAccess, order: TemuOrder, notice: ShipmentConfirmation): Promise<string> {
      const carriers = await listCarriers(access, order.parentOrderMap.regionId);
      const names = [notice.carrierCode, notice.carrierName].map(plain);
      const found =
        carriers.find((one) => one.code === notice.carrierCode) ??
        carriers.find((one) => names.includes(plain(one.name)));
      if (found) return found.code;
      const known = carriers
        .slice(0, 20)
        .map((one) => one.name)
        .join(', ');
      throw rejected('UNKNOWN_CARRIER', `Temu does not know ${notice.carrierName} there, but: ${known}`);
    },

    async warehouses(access: ShopAccess) {
      const answered = await call(access, {
        type: 'bg.logistics.warehouse.list.get',
        effect: 'read',
        shape: warehousesShape,
      });
      const all = answered?.warehouseList ?? [];
      return [...all.filter((one) => one.defaultWarehouse), ...all.filter((one) => !one.defaultWarehouse)];
    },
  };
}

export type Carriers = ReturnType<typeof createCarriers>;

export function createConfirmation({ call }: TemuClient, listing: Listing, packages: Packages, carriers: Carriers) {
  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.wholeOrder(access, notice.platformOrderNo);
    const sold = soldIn(order, notice.lines);
    const there = await packages.shipped(
      access,
      order,
      sold.map(({ line }) => line.orderSn),
    );
    const holdsAll = (one: (typeof there)[number]) =>
      sold.every(({ line, quantity }) => (one.holds.get(line.orderSn) ?? 0) >= quantity);
    const ours = there.find((one) => plain(one.trackingNumber ?? '') === plain(notice.trackingNumber));
    if (ours && holdsAll(ours))
      return { outcome: 'alreadyConfirmed', detail: `Temu already ships the order with ${notice.trackingNumber}` };
    if (there.some((one) => one.byTemu && holdsAll(one)))
      return { outcome: 'alreadyConfirmed', detail: 'the parcel goes with a label of Temu’s' };
    const carrierId = await carriers.carrierOf(access, order, notice);
    const [warehouse] = await carriers.warehouses(access);
    await call(access, {
      type: 'bg.logistics.shipment.v2.confirm',
      params: {
        sendType: sendType(order, sold),
        sendRequestList: [
          {
            carrierId: exact(carrierId),
            trackingNumber: notice.trackingNumber,
            ...(warehouse ? { selfShippingWarehouseId: warehouse.warehouseId } : {}),
            orderSendInfoList: sendInfo(order, sold),
          },
        ],
      },
      effect: 'repeatable',
      shape: z.unknown(),
    });
    return { outcome: 'confirmed' };
  };
}
