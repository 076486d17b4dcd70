import { at, text } from '../http/types.ts';
import type { Passed } from '../world/world.ts';
import type { Package, Packages } from './packages.ts';
import { yuan } from './tariff.ts';

const statusOf = ({ stage, isConfirmed }: Package): string => {
  if (stage === 'cancelled') return 'CANCELLED';
  if (stage !== 'created') return 'SHIPPED';
  return isConfirmed ? 'CONFIRMED' : 'CREATED';
};

export const createdView = (one: Package) => ({
  createPackageResult: {
    packageId: one.id,
    trackingNumber: one.tracking,
    estimateCost: yuan(one.fen),
    paymentCost: yuan(one.fen),
  },
});

export const detailView = (one: Package) => ({
  packageDetail: {
    packageId: one.id,
    packageStatus: statusOf(one),
    packageComment: one.comment,
    shippingServiceId: one.service,
    consignPreferenceId: one.consign,
    packageWeight: one.grams,
    paymentCost: yuan(one.fen),
    ...(one.lastMile ? { lastMileTrackingNumber: one.lastMile } : {}),
  },
});

export const lineView = (those: readonly Package[]) => ({
  itemPackages: those.map((one) => ({ packageId: one.id, packageStatus: statusOf(one), trackingNumber: one.tracking })),
});

const STEPS: Readonly<Record<string, readonly [status: string, en: string, zh: string]>> = {
  created: ['ORDER_CREATED', 'Shipment information received', '已创建运单'],
  picked_up: ['PICKED_UP', 'Parcel has been picked up', '已揽收'],
  in_transit: ['DEPARTED', 'Flight departed from origin', '航班已起飞'],
  arrived: ['CUSTOMS_PROCESSING', 'Import customs clearance in progress', '进口清关中'],
  cleared: ['CUSTOMS_RELEASED', 'Import customs clearance completed', '进口清关完成'],
  handed_over: ['TRANSIT', 'Arrived at the hub of the last mile', '已到达末端分拣中心'],
  out_for_delivery: ['OUT_FOR_DELIVERY', 'Out for delivery', '派送中'],
  delivered: ['DELIVERED', 'Delivered', '已妥投'],
  exception: ['DELIVERY_FAILED', 'Delivery failed: nobody at home', '投递失败'],
  returned: ['RETURNING', 'The parcel is on its return', '退件中'],
  cancelled: ['CANCELLED', 'Shipment cancelled', '已取消'],
};
const AT_HOME = new Set(['created', 'picked_up', 'in_transit', 'cancelled', 'returned']);

/** Newest first. */
export function trackView(one: Package) {
  const country = text(at(one.info, 'shipToAddress', 'countryCode'));
  const view = ({ stage, at: when }: Passed) => {
    const [status, descriptionEn, descriptionZh] = STEPS[stage] ?? ['TRANSIT', 'In transit', '运输中'];
    return {
      ...{
        trackingNumber: one.tracking,
        eventTime: new Date(when).toISOString(),
        status,
        descriptionEn,
        descriptionZh,
      },
      ...(AT_HOME.has(stage) ? { country: 'CN', city: 'Shenzhen' } : { country, city: 'Hub' }),
      ...{ province: '', district: '', eventPostalCode: '' },
    };
  };
  return { trackingDetails: one.passed.toReversed().map(view) };
}

export function costView(desk: Packages, number: string) {
  const one = desk.byNumber(number);
  const costs = one ? desk.costsOf(one) : [];
  if (!one || costs.length === 0)
    return [{ trackingNumber: number, resultCode: '404', message: 'There is no actual cost of this number yet.' }];
  const grams = desk.weighed(one);
  return costs.map(({ type, fen }) => ({
    ...{ trackingNumber: number, actualWeight: grams, chargeWeight: grams, chargeMode: '01', size: '20*15*8' },
    ...{ amount: yuan(fen), costType: type, billingTime: new Date(one.movedAt).toISOString() },
    ...{ resultCode: '200', message: '', remark: '' },
  }));
}
