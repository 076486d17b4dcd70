import { FREIGHT_PART } from '@tradewind/contract/logistics/rates.ts';
import type { Quote } from '@tradewind/contract/logistics.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { compareQuotes } from '../parcel/choose.ts';
import type { CardInForce } from './in-force.ts';
import { type RatedBox, ratedParcel } from './parcel-facts.ts';

/**
 * A quote for each of these cards that serves the box: a card is a service of its channel. Parts of the price beside
 * freight stand among the surcharges.
 * @throws logistics.noZone, logistics.rateNoPrice where none serves it
 */
export function cardQuotes(cards: readonly CardInForce[], box: RatedBox): Quote[] {
  const answers = cards.map((card) => ({ card, answer: card.rate(ratedParcel(box, card.day)) }));
  const rates = answers.flatMap(({ card, answer: { rating } }) =>
    rating
      ? {
          serviceCode: String(card.cardId),
          serviceName: card.name,
          ...{ amount: rating.total, listAmount: rating.total, currency: rating.currency },
          surcharges: rating.parts.filter(({ code }) => code !== FREIGHT_PART),
        }
      : [],
  );
  if (rates.length > 0) return compareQuotes(rates, { allowed: [], today: cards[0]?.day ?? '', shipByDay: null });
  const tooHeavy = answers.some(({ answer }) => answer.refusal === 'noPrice');
  throw ruleBroken(tooHeavy ? 'logistics.rateNoPrice' : 'logistics.noZone');
}
