import type { FreightOffer, OfferReason } from '@tradewind/contract/orders.ts';
import { addDays } from '../parcel/choose.ts';

/** Offers with the cheapest first. */
export function withReasons(
  offers: readonly FreightOffer[],
  { today, ofChannel }: { today: string; ofChannel: ReadonlySet<string> },
): FreightOffer[] {
  const [cheapest, ...dearer] = offers.filter(({ amount }) => amount !== null);
  const automatic = offers.find(({ amount, inTime }) => amount !== null && inTime !== false);
  // What own parcels took is nearer to the truth than what the carrier promises.
  const dayOf = ({ lane, arrivesOnDay }: FreightOffer) => (lane ? addDays(today, lane.p90) : arrivesOnDay);
  const days = offers.flatMap((offer) => dayOf(offer) ?? []).sort();
  const several = dearer.length > 0;
  return offers.map((offer) => {
    const reasons: [OfferReason, boolean][] = [
      ['automatic', offer === automatic],
      ['cheapest', several && offer === cheapest],
      ['fastest', days.length > 1 && days[0] !== days.at(-1) && dayOf(offer) === days[0]],
      ['ofChannel', ofChannel.has(offerKey(offer))],
      ['late', offer.inTime === false],
      ['dearer', dearer.includes(offer)],
      ['unpriced', offer.amount === null],
    ];
    return { ...offer, why: reasons.flatMap(([reason, holds]) => (holds ? [reason] : [])) };
  });
}

export const offerKey = ({ channelId, serviceCode }: Pick<FreightOffer, 'channelId' | 'serviceCode'>): string =>
  `${channelId}/${serviceCode}`;
