import { z } from 'zod';
import { optionalText, wholeNumber } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import type { TemuClient } from './client.ts';
import type { TemuOrder } from './orderShape.ts';

/** Seller or warehouse, with a label of Temu's. */
const BY_TEMU = new Set([2, 4]);

const shippedShape = z
  .object({
    shipmentInfoDTO: z
      .array(
        z.object({
          packageSn: optionalText,
          trackingNumber: optionalText,
          carrierName: optionalText,
          quantity: wholeNumber.nullish(),
          packageDeliveryType: z.number().int().nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();
const waitingShape = z
  .object({
    unshippedPackage: z
      .array(
        z.object({
          packageSn: z.string().min(1),
          trackingNumber: optionalText,
          carrierName: optionalText,
          packageDetail: z
            .object({ shippableOrders: z.array(z.object({ orderSn: z.string(), quantity: wholeNumber })).nullish() })
            .nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();

export interface TemuPackage {
  packageSn: string | undefined;
  trackingNumber: string | undefined;
  carrierName: string | undefined;
  byTemu: boolean;
  /** Sold of each line, by its number. */
  holds: ReadonlyMap<string, number>;
}

export function createPackages({ call }: TemuClient) {
  /** What is shipped of the lines named, parcel by parcel. */
  async function shipped(access: ShopAccess, order: TemuOrder, orderSns: readonly string[]): Promise<TemuPackage[]> {
    const found = new Map<string, TemuPackage & { holds: Map<string, number> }>();
    for (const orderSn of orderSns) {
      const answered = await call(access, {
        type: 'bg.logistics.shipment.v2.get',
        params: { parentOrderSn: order.parentOrderMap.parentOrderSn, orderSn },
        effect: 'read',
        shape: shippedShape,
      });
      for (const one of answered?.shipmentInfoDTO ?? []) {
        const key = one.packageSn ?? one.trackingNumber ?? '';
        const before = found.get(key);
        const holds = before?.holds ?? new Map<string, number>();
        holds.set(orderSn, (holds.get(orderSn) ?? 0) + (one.quantity ?? 0));
        found.set(key, {
          packageSn: one.packageSn,
          trackingNumber: one.trackingNumber,
          carrierName: one.carrierName,
          byTemu: BY_TEMU.has(one.packageDeliveryType ?? 0),
          holds,
        });
      }
    }
    return [...found.values()];
  }

  /** Labels that are bought, and still being made or waiting. */
  async function waiting(access: ShopAccess, order: TemuOrder): Promise<TemuPackage[]> {
    const answered = await call(access, {
      type: 'bg.order.unshipped.package.get',
      params: { pageNumber: 1, pageSize: 100, parentOrderSnList: [order.parentOrderMap.parentOrderSn] },
      effect: 'read',
      shape: waitingShape,
    });
    return (answered?.unshippedPackage ?? []).map((one) => ({
      packageSn: one.packageSn,
      trackingNumber: one.trackingNumber,
      carrierName: one.carrierName,
      byTemu: true,
      holds: new Map((one.packageDetail?.shippableOrders ?? []).map((part) => [part.orderSn, part.quantity])),
    }));
  }

  return { shipped, waiting };
}

export type Packages = ReturnType<typeof createPackages>;
