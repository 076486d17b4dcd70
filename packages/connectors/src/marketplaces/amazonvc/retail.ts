import type { CancelReason } from '../../capabilities/cancellation.ts';
import type { AnsweredLine } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import type { ShopAccess } from '../../types.ts';
import { idsOf, party, quantityOf } from './retailItems.ts';
import type { RetailItem, RetailOrder } from './retailShape.ts';
import { type NotificationType, shipmentOf } from './retailShipment.ts';
import { refusal, sentBefore, type Transactions } from './transactions.ts';

const REJECTIONS: Record<CancelReason, string> = {
  outOfStock: 'TemporarilyUnavailable',
  buyerAsked: 'TemporarilyUnavailable',
  badAddress: 'TemporarilyUnavailable',
  wrongPrice: 'InvalidProductIdentifier',
  other: 'ObsoleteProduct',
};

const costOf = ({ amount, currencyCode, unitOfMeasure }: NonNullable<RetailItem['netCost']>) => ({
  amount,
  currencyCode,
  ...(unitOfMeasure ? { unitOfMeasure } : {}),
});

/** What a line is answered with, one after the other. */
type Answer = (item: RetailItem) => object[];

function byLine(lines: readonly AnsweredLine[]): Answer {
  const of = new Map(lines.map((line) => [line.platformLineId, line]));
  return (item) => {
    const line = of.get(item.itemSequenceNumber);
    if (!line) return [];
    const part = (acknowledgementCode: string, pieces: number, more: object = {}) =>
      pieces > 0 ? [{ acknowledgementCode, acknowledgedQuantity: quantityOf(item, pieces), ...more }] : [];
    const scheduledShipDate = line.backorderDay ? { scheduledShipDate: `${line.backorderDay}T00:00:00Z` } : {};
    return [
      ...part('Accepted', line.accepted),
      ...part('Backordered', line.backordered, scheduledShipDate),
      ...part('Rejected', line.rejected, { rejectionReason: line.reason ?? REJECTIONS.outOfStock }),
    ];
  };
}

/** What a vendor tells Amazon of a bulk order. */
export function createRetail(transactions: Transactions, now: () => number) {
  /** All lines at once: what is left out would count as refused. */
  function answer(access: ShopAccess, order: RetailOrder, answerOf: Answer): Promise<void> {
    const { orderDetails: details } = order;
    const items = details.items.map((item) => ({
      ...idsOf(item),
      orderedQuantity: item.orderedQuantity,
      ...(item.netCost ? { netCost: costOf(item.netCost) } : {}),
      itemAcknowledgements: answerOf(item),
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

  const whole = (acknowledgementCode: string, more: object = {}): Answer => {
    return (item) => [{ acknowledgementCode, acknowledgedQuantity: item.orderedQuantity, ...more }];
  };

  const notify = (order: RetailOrder, notice: ShipmentConfirmation, type: NotificationType) => ({
    operation: 'submitShipmentConfirmations' as const,
    method: 'POST' as const,
    path: '/vendor/shipping/v1/shipmentConfirmations',
    json: { shipmentConfirmations: [shipmentOf(order, notice, type, now())] },
  });

  return {
    accept: (access: ShopAccess, order: RetailOrder) => answer(access, order, whole('Accepted')),
    refuse: (access: ShopAccess, order: RetailOrder, reason: CancelReason) =>
      answer(access, order, whole('Rejected', { rejectionReason: REJECTIONS[reason] })),
    /** Told again it replaces what was told before. */
    answer: (access: ShopAccess, order: RetailOrder, lines: readonly AnsweredLine[]) =>
      answer(access, order, byLine(lines)),

    async confirm(access: ShopAccess, order: RetailOrder, notice: ShipmentConfirmation): Promise<ConfirmResult> {
      const refusals = await transactions.refusals(access, 'retail', notify(order, notice, 'Original'));
      if (refusals.length === 0) return { outcome: 'confirmed' };
      // Told before: the same name again replaces what was told.
      if (!sentBefore(refusals)) throw refusal('submitShipmentConfirmations', refusals);
      await transactions.submit(access, 'retail', notify(order, notice, 'Replace'));
      return { outcome: 'alreadyConfirmed', detail: 'Amazon knew the shipment; it was told once more' };
    },
  };
}

export type Retail = ReturnType<typeof createRetail>;
