import type { CancelReason, ConfirmResult, ShipmentNotice } from '../../marketplace.ts';
import type { ShopAccess } from '../../types.ts';
import type { RetailItem, RetailOrder } from './retailShape.ts';
import { refusal, type Transactions, wordsOf } from './transactions.ts';

const REJECTIONS: Record<CancelReason, string> = {
  outOfStock: 'TemporarilyUnavailable',
  buyerAsked: 'TemporarilyUnavailable',
  badAddress: 'TemporarilyUnavailable',
  wrongPrice: 'InvalidProductIdentifier',
  other: 'ObsoleteProduct',
};

const idsOf = (item: RetailItem) => ({
  itemSequenceNumber: item.itemSequenceNumber,
  ...(item.amazonProductIdentifier ? { amazonProductIdentifier: item.amazonProductIdentifier } : {}),
  ...(item.vendorProductIdentifier ? { vendorProductIdentifier: item.vendorProductIdentifier } : {}),
});
const party = ({ partyId }: { partyId: string }) => ({ partyId });

/** Cases stay cases where they come out whole; what does not is told by the piece. */
function quantityOf(item: RetailItem, pieces: number) {
  const { unitOfMeasure, unitSize } = item.orderedQuantity;
  const size = unitOfMeasure === 'Cases' ? (unitSize ?? 1) : 1;
  return unitOfMeasure === 'Cases' && pieces % size === 0
    ? { amount: pieces / size, unitOfMeasure: 'Cases', unitSize: size }
    : { amount: pieces, unitOfMeasure: 'Eaches', unitSize: 1 };
}

/** What a vendor tells Amazon of a bulk order. */
export function createRetail(transactions: Transactions, now: () => number) {
  /** All lines at once, taken or refused whole: what is left out would count as refused. */
  function answer(access: ShopAccess, order: RetailOrder, refusedFor?: CancelReason): Promise<void> {
    const { orderDetails: details } = order;
    const items = details.items.map((item) => ({
      ...idsOf(item),
      orderedQuantity: item.orderedQuantity,
      ...(item.netCost ? { netCost: { amount: item.netCost.amount, currencyCode: item.netCost.currencyCode } } : {}),
      itemAcknowledgements: [
        {
          acknowledgementCode: refusedFor ? 'Rejected' : 'Accepted',
          acknowledgedQuantity: item.orderedQuantity,
          ...(refusedFor ? { rejectionReason: REJECTIONS[refusedFor] } : {}),
        },
      ],
    }));
    const acknowledgement = {
      purchaseOrderNumber: order.purchaseOrderNumber,
      sellingParty: party(details.sellingParty),
      acknowledgementDate: new Date(now()).toISOString(),
      items,
    };
    return transactions.submit(access, 'retail', {
      operation: 'submitAcknowledgement',
      method: 'POST',
      path: '/vendor/orders/v1/acknowledgements',
      json: { acknowledgements: [acknowledgement] },
    });
  }

  /** The advance shipment notice; an order's parcel has one name, under which it is told again. */
  function shipment(order: RetailOrder, notice: ShipmentNotice, type: 'Original' | 'Replace') {
    const { orderDetails: details } = order;
    const shipped = notice.lines.flatMap((line) => {
      const item = details.items.find((one) => one.itemSequenceNumber === line.platformLineId);
      return item ? [{ item, quantity: quantityOf(item, line.quantity) }] : [];
    });
    const { carrierCode, trackingNumber } = notice;
    return {
      shipmentIdentifier: `${order.purchaseOrderNumber}-${notice.packageNo}`,
      shipmentConfirmationType: type,
      shipmentType: 'SmallParcel',
      shipmentConfirmationDate: new Date(now()).toISOString(),
      shippedDate: new Date(notice.shippedAt).toISOString(),
      sellingParty: party(details.sellingParty),
      // Amazon asks for a place; a purchase order names none, so it is the vendor's own code.
      shipFromParty: party(details.sellingParty),
      shipToParty: party(details.shipToParty ?? details.sellingParty),
      transportationDetails: {
        ...(/^[A-Z]{2,4}$/.test(carrierCode) ? { carrierScac: carrierCode } : {}),
        carrierShipmentReferenceNumber: trackingNumber,
        transportationMode: 'Road',
      },
      shippedItems: shipped.map(({ item, quantity }) => ({
        ...idsOf(item),
        shippedQuantity: quantity,
        itemDetails: { purchaseOrderNumber: order.purchaseOrderNumber },
      })),
      cartons: [
        {
          cartonSequenceNumber: '1',
          trackingNumber,
          items: shipped.map(({ item, quantity }) => ({
            itemReference: item.itemSequenceNumber,
            shippedQuantity: quantity,
          })),
        },
      ],
    };
  }

  const tell = (order: RetailOrder, notice: ShipmentNotice, type: 'Original' | 'Replace') => ({
    operation: 'submitShipmentConfirmations' as const,
    method: 'POST' as const,
    path: '/vendor/shipping/v1/shipmentConfirmations',
    json: { shipmentConfirmations: [shipment(order, notice, type)] },
  });

  return {
    accept: (access: ShopAccess, order: RetailOrder) => answer(access, order),
    refuse: (access: ShopAccess, order: RetailOrder, reason: CancelReason) => answer(access, order, reason),

    async confirm(access: ShopAccess, order: RetailOrder, notice: ShipmentNotice): Promise<ConfirmResult> {
      const refusals = await transactions.refusals(access, 'retail', tell(order, notice, 'Original'));
      if (refusals.length === 0) return { outcome: 'confirmed' };
      // Told before: the same name again replaces what was told.
      if (!/duplicate|already|exists|not unique/i.test(wordsOf(refusals)))
        throw refusal('submitShipmentConfirmations', refusals);
      await transactions.submit(access, 'retail', tell(order, notice, 'Replace'));
      return { outcome: 'alreadyConfirmed', detail: 'Amazon knew the shipment; it was told once more' };
    },
  };
}

export type Retail = ReturnType<typeof createRetail>;
