import type { CancelReason } from '../../capabilities/cancellation.ts';
import type { ShopAccess } from '../../types.ts';
import type { DirectOrder } from './directShape.ts';
import { DIRECT_ORDERS } from './orders.ts';
import type { Transactions } from './transactions.ts';

/** Amazon's codes for refusing an order before it is taken on. */
const REFUSALS: Record<CancelReason, readonly [code: string, description: string]> = {
  outOfStock: ['03', 'Out of stock'],
  buyerAsked: ['99', 'Cancelled at the request of the buyer'],
  badAddress: ['99', 'The address cannot be delivered to'],
  wrongPrice: ['99', 'The price is wrong'],
  other: ['99', 'Cannot be fulfilled'],
};
const ACCEPTED = ['00', 'Shipping 100 percent of ordered product'] as const;

export const parties = ({ orderDetails: details }: DirectOrder) => ({
  sellingParty: { partyId: details.sellingParty.partyId },
  shipFromParty: { partyId: details.shipFromParty.partyId },
});

/** What a vendor tells Amazon of an order of one of Amazon's customers. */
export function createDirect(transactions: Transactions, now: () => number) {
  /** Whole orders only: Amazon takes no part of one. */
  function answer(access: ShopAccess, order: DirectOrder, [code, description]: readonly [string, string]) {
    const acknowledgement = {
      purchaseOrderNumber: order.purchaseOrderNumber,
      vendorOrderNumber: order.purchaseOrderNumber,
      acknowledgementDate: new Date(now()).toISOString(),
      acknowledgementStatus: { code, description },
      ...parties(order),
      itemAcknowledgements: order.orderDetails.items.map((item) => ({
        itemSequenceNumber: item.itemSequenceNumber,
        acknowledgedQuantity: { amount: item.orderedQuantity.amount, unitOfMeasure: 'Each' },
      })),
    };
    return transactions.submit(access, 'direct', {
      operation: 'submitDirectAcknowledgement',
      method: 'POST',
      path: `${DIRECT_ORDERS}/acknowledgements`,
      json: { orderAcknowledgements: [acknowledgement] },
    });
  }

  function notify(
    access: ShopAccess,
    order: DirectOrder,
    shipmentStatus: 'SHIPPED' | 'FLOOR_DENIAL',
    shippedAt: number,
  ) {
    const confirmation = {
      purchaseOrderNumber: order.purchaseOrderNumber,
      shipmentDetails: {
        shippedDate: new Date(shippedAt).toISOString(),
        shipmentStatus,
        isPriorityShipment: order.orderDetails.shipmentDetails.isPriorityShipment ?? false,
        vendorOrderNumber: order.purchaseOrderNumber,
      },
      ...parties(order),
      items: order.orderDetails.items.map((item) => ({
        // A text in orders, a number here.
        itemSequenceNumber: Number(item.itemSequenceNumber),
        ...(item.buyerProductIdentifier ? { buyerProductIdentifier: item.buyerProductIdentifier } : {}),
        ...(item.vendorProductIdentifier ? { vendorProductIdentifier: item.vendorProductIdentifier } : {}),
        shippedQuantity: { amount: item.orderedQuantity.amount, unitOfMeasure: 'Each' },
      })),
    };
    return transactions.submit(access, 'direct', {
      operation: 'submitDirectShipmentConfirmations',
      method: 'POST',
      path: '/vendor/directFulfillment/shipping/2021-12-28/shipmentConfirmations',
      json: { shipmentConfirmations: [confirmation] },
    });
  }

  return {
    accept: (access: ShopAccess, order: DirectOrder) => answer(access, order, ACCEPTED),
    refuse: (access: ShopAccess, order: DirectOrder, reason: CancelReason) => answer(access, order, REFUSALS[reason]),
    /** An order taken on that cannot be sent after all. */
    deny: (access: ShopAccess, order: DirectOrder) => notify(access, order, 'FLOOR_DENIAL', now()),
    confirm: (access: ShopAccess, order: DirectOrder, shippedAt: number) => notify(access, order, 'SHIPPED', shippedAt),
  };
}

export type Direct = ReturnType<typeof createDirect>;
