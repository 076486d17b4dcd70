import type { z } from 'zod';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type AmazonSetup, createSpClient, shaped as shapedAs } from '../amazon/client.ts';

export const PLATFORM = 'amazonvc';

/** Amazon's default plans for vendors: nearly everything ten times a second. */
const USUAL = { perSecond: 10, burst: 10 };
const PLANS = {
  getPurchaseOrders: USUAL,
  getPurchaseOrder: USUAL,
  getPurchaseOrdersStatus: USUAL,
  submitAcknowledgement: USUAL,
  submitShipmentConfirmations: USUAL,
  submitInvoices: USUAL,
  getTransaction: { perSecond: 10, burst: 20 },
  getOrders: USUAL,
  getOrder: USUAL,
  submitDirectAcknowledgement: USUAL,
  createShippingLabels: USUAL,
  getShippingLabel: USUAL,
  submitDirectShipmentConfirmations: USUAL,
  submitInventoryUpdate: USUAL,
  getTransactionStatus: USUAL,
  searchListingsItems: { perSecond: 5, burst: 5 },
  createRestrictedDataToken: { perSecond: 1, burst: 10 },
} as const;

export const createVendorClient = (setup: AmazonSetup) => createSpClient(setup.http, PLATFORM, PLANS);
export type VendorClient = ReturnType<typeof createVendorClient>;

export const shaped = <S extends z.ZodType>(shape: S, answer: unknown, operation: string): z.output<S> =>
  shapedAs(shape, answer, operation, PLATFORM);

/**
 * What a vendor does for Amazon: `retail`, selling to it in bulk, and `direct`, sending its customers' orders. Which of
 * them a vendor takes part in is found when the shop is connected, and kept among its marketplaces.
 */
export const PROGRAMMES = ['retail', 'direct'] as const;
export type Programme = (typeof PROGRAMMES)[number];

export function programmesOf(access: ShopAccess): readonly Programme[] {
  const answered = PROGRAMMES.filter((one) => access.marketplaceIds?.includes(one));
  return answered.length > 0 ? answered : PROGRAMMES;
}

/** Amazon denies what the vendor has no part in, or gave no permission for. */
export const isDenied = (error: unknown): boolean =>
  error instanceof ConnectorError && error.kind === 'rejected' && error.status === 403;
