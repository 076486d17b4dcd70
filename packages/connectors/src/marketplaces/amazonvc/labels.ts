import { z } from 'zod';
import type {
  PlatformLabel,
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { divide } from '../../money.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, shaped, type VendorClient } from './client.ts';
import { parties } from './direct.ts';
import type { DirectOrder } from './directShape.ts';
import type { Orders } from './orders.ts';
import type { RestrictedToken } from './restricted.ts';

const labelShape = z.object({
  labelFormat: z.string(),
  labelData: z.array(
    z.object({
      packageIdentifier: optionalText,
      trackingNumber: optionalText,
      shipMethod: optionalText,
      shipMethodName: optionalText,
      content: z.string().min(1),
    }),
  ),
});
type Labels = z.output<typeof labelShape>;
const FORMATS: Record<string, PlatformLabel['format']> = { PNG: 'png', ZPL: 'zpl' };

/** "UPS_GR_RES": the carrier stands in front. */
const carrierOf = (shipMethod: string | undefined): string => shipMethod?.split('_')[0] ?? 'Amazon';

const sameNumber = (answered: string | undefined, packageNo: number): boolean => Number(answered) === packageNo;

/** Customers' orders go by the carrier that Amazon names, under a label that Amazon makes and pays for. */
export function createLabels(call: VendorClient, orders: Orders, restricted: RestrictedToken): PlatformShipping {
  const pathOf = (orderNo: string) =>
    `/vendor/directFulfillment/shipping/2021-12-28/shippingLabels/${encodeURIComponent(orderNo)}`;

  async function directOrder(access: ShopAccess, orderNo: string): Promise<DirectOrder> {
    const found = await orders.find(access, orderNo);
    if (found.programme === 'direct') return found.order;
    throw new ConnectorError(PLATFORM, 'rejected', 'Amazon makes labels for orders of its customers only', {
      code: 'NOT_DIRECT',
    });
  }

  /** The labels Amazon has made for an order; none where there are none. */
  async function labelsOf(access: ShopAccess, orderNo: string): Promise<Labels | undefined> {
    try {
      const answer = await call(access, {
        operation: 'getShippingLabel',
        method: 'GET',
        path: pathOf(orderNo),
        token: await restricted(access),
      });
      return shaped(labelShape, answer, 'getShippingLabel');
    } catch (error) {
      if (error instanceof ConnectorError && error.status === 404) return undefined;
      throw error;
    }
  }

  function parcelOf(labels: Labels | undefined, packageNo: number): PlatformParcel | null {
    const mine = labels?.labelData.find((one) => sameNumber(one.packageIdentifier, packageNo));
    if (!mine) return null;
    return {
      ref: String(packageNo),
      ...(mine.trackingNumber ? { trackingNumber: mine.trackingNumber } : {}),
      carrierName: mine.shipMethodName ?? carrierOf(mine.shipMethod),
    };
  }

  function container(order: DirectOrder, request: PlatformParcelRequest) {
    const { lengthMm, widthMm, heightMm } = request;
    const cm = (mm: number) => divide(String(mm), 10, 1);
    return {
      containerType: 'Carton',
      containerIdentifier: String(request.packageNo),
      ...(order.orderDetails.shipmentDetails.shipMethod
        ? { shipMethod: order.orderDetails.shipmentDetails.shipMethod }
        : {}),
      ...(lengthMm && widthMm && heightMm
        ? { dimensions: { length: cm(lengthMm), width: cm(widthMm), height: cm(heightMm), unitOfMeasure: 'CM' } }
        : {}),
      weight: { unitOfMeasure: 'KG', value: divide(String(Math.max(1, request.weightGrams)), 1000, 3) },
      packedItems: request.lines.map((line) => ({
        itemSequenceNumber: Number(line.platformLineId),
        packedQuantity: { amount: line.quantity, unitOfMeasure: 'Each' },
      })),
    };
  }

  return {
    use: 'may',

    async options(access, request): Promise<PlatformShippingOption[]> {
      const order = await directOrder(access, request.platformOrderNo);
      const { shipMethod } = order.orderDetails.shipmentDetails;
      const id = shipMethod ?? 'amazon';
      return [{ id, name: id, carrierName: carrierOf(shipMethod), handOver: 'unknown' }];
    },

    async arrange(access, request): Promise<PlatformParcel> {
      const order = await directOrder(access, request.platformOrderNo);
      const answer = await call(access, {
        operation: 'createShippingLabels',
        method: 'POST',
        path: pathOf(request.platformOrderNo),
        json: { ...parties(order), containers: [container(order, request)] },
        token: await restricted(access),
        once: true,
      });
      const parcel = parcelOf(shaped(labelShape, answer, 'createShippingLabels'), request.packageNo);
      if (parcel) return parcel;
      throw new ConnectorError(PLATFORM, 'uncertain', 'Amazon made labels, but none for this parcel', {
        code: 'NO_LABEL',
      });
    },

    findParcel: async (access, request) => parcelOf(await labelsOf(access, request.platformOrderNo), request.packageNo),

    async label(access, parcel, orderNo): Promise<PlatformLabel> {
      const labels = await labelsOf(access, orderNo);
      const mine = labels?.labelData.find((one) => sameNumber(one.packageIdentifier, Number(parcel.ref)));
      const format = FORMATS[labels?.labelFormat.toUpperCase() ?? ''];
      if (mine && format) return { format, data: Buffer.from(mine.content, 'base64') };
      throw new ConnectorError(PLATFORM, 'rejected', 'Amazon has no label of this parcel in a format that we know', {
        code: 'NO_LABEL',
      });
    },
  };
}
