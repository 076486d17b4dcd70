import { isPdf, isWholePdf } from '@tradewind/connectors/document.ts';
import { ConnectorError, type PurchasedLabel, type RecoveredLabel } from '@tradewind/connectors/types.ts';
import type { LabelSeller } from './label-seller.ts';

const isCut = ({ format, data }: PurchasedLabel['label']): boolean => format === 'pdf' && !isWholePdf(data);

function assertWhole({ label, further = [] }: Pick<RecoveredLabel, 'label' | 'further'>, bought: boolean): void {
  if (![label, ...further.map((one) => one.label)].some(isCut)) return;
  throw new ConnectorError('carrier', bought ? 'uncertain' : 'unavailable', 'the label was cut off on its way', {
    code: 'CUT_OFF',
  });
}

/**
 * Of a label that was cut off on its way the printer makes nothing, whoever sold it: a purchase that brought one is
 * looked up again, and one that is found so is asked for later.
 */
export function wholeLabels(seller: LabelSeller): LabelSeller {
  return {
    ...seller,
    buy: async (parcel, serviceCode) => {
      const sold = await seller.buy(parcel, serviceCode);
      assertWhole(sold, true);
      return sold;
    },
    find: async (except) => {
      const found = await seller.find(except);
      if (found) assertWhole(found, false);
      return found;
    },
    draw: async (shipmentId, trackingNumber) => {
      const data = await seller.draw(shipmentId, trackingNumber);
      if (isPdf(data)) assertWhole({ label: { format: 'pdf', data } }, false);
      return data;
    },
  };
}
