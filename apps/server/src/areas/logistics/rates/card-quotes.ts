import { FREIGHT_PART } from '@tradewind/contract/logistics/rates.ts';
import type { LaneDays, Quote } from '@tradewind/contract/logistics.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { compareQuotes } from '../parcel/choose.ts';
import type { CardInForce } from './in-force.ts';
import { type RatedBox, ratedParcel } from './parcel-facts.ts';

/** Each box of a shipment is rated by itself. */
function rateAll(card: CardInForce, { pieces = [], ...first }: RatedBox): ReturnType<CardInForce['rate']> {
  const answers = [first, ...pieces.map((piece) => ({ ...first, ...piece }))].map((box) =>
    card.rate(ratedParcel(box, card.day)),
  );
  const [whole = answers[0], ...more] = answers;
  const refused = answers.find(({ rating }) => !rating);
  if (refused || !whole?.rating || more.length === 0) return refused ?? (whole as (typeof answers)[number]);
  const ratings = answers.flatMap(({ rating }) => rating ?? []);
  const total = ratings.reduce((sum, one) => sum.plus(one.total), new Decimal(0)).toFixed(2);
  return { ...whole, rating: { ...whole.rating, total, parts: ratings.flatMap(({ parts }) => parts) } };
}

/**
 * A quote for each of these cards that serves the box: a card is a service of its channel. Parts of the price beside
 * freight stand among the surcharges.
 * @throws logistics.noZone, logistics.rateNoPrice where none serves it
 */
export function cardQuotes(cards: readonly CardInForce[], box: RatedBox, lane?: LaneDays): Quote[] {
  const answers = cards.map((card) => ({ card, answer: rateAll(card, box) }));
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
  if (rates.length > 0) return compareQuotes(rates, { allowed: [], today: cards[0]?.day ?? '', shipByDay: null, lane });
  const tooHeavy = answers.some(({ answer }) => answer.refusal === 'noPrice');
  throw ruleBroken(tooHeavy ? 'logistics.rateNoPrice' : 'logistics.noZone');
}
