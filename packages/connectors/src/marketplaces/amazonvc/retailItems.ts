import type { RetailItem } from './retailShape.ts';

/** How items, quantities and parties of a purchase order are named back to Amazon. */
export const idsOf = (item: RetailItem) => ({
  itemSequenceNumber: item.itemSequenceNumber,
  ...(item.amazonProductIdentifier ? { amazonProductIdentifier: item.amazonProductIdentifier } : {}),
  ...(item.vendorProductIdentifier ? { vendorProductIdentifier: item.vendorProductIdentifier } : {}),
});

export const party = ({ partyId }: { partyId: string }) => ({ partyId });

/** Cases stay cases where they come out whole; what does not is told by the piece. */
export function quantityOf(item: RetailItem, pieces: number) {
  const { unitOfMeasure, unitSize } = item.orderedQuantity;
  const size = unitOfMeasure === 'Cases' ? (unitSize ?? 1) : 1;
  return unitOfMeasure === 'Cases' && pieces % size === 0
    ? { amount: pieces / size, unitOfMeasure: 'Cases', unitSize: size }
    : { amount: pieces, unitOfMeasure: 'Eaches', unitSize: 1 };
}
