import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { quoteRateCards } from '@tradewind/contract/logistics.ts';
import type { RatedParcel } from '@tradewind/contract/rating/rate.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import { cardsInForce } from './in-force.ts';

type Input = ParsedOf<typeof quoteRateCards>;
type Quotes = ResultOf<typeof quoteRateCards>;
const CHANNELS_MOST = 200;

/** The company's day. */
export async function today(tx: Tx): Promise<string> {
  return (await tx.row<{ day: string }>(sql`select ${dayOf(sql`${tx.now}`)}::text as day`))?.day ?? '';
}

/** A parcel as a person describes it. */
export function typedParcel(input: Input, day: string): RatedParcel {
  const { country, postcode, city, weightGrams, lengthMm, widthMm, heightMm, residential, battery, signature } = input;
  return {
    to: { country, postcode, city },
    ...{ weightGrams, residential, battery, signature, day },
    ...(lengthMm && widthMm && heightMm ? { sidesMm: [lengthMm, widthMm, heightMm] as const } : {}),
  };
}

/** By the cards in force of every enabled channel: prices first, the lowest of a currency first, then why not. */
export async function quoteCards(tx: Tx, input: Input): Promise<Quotes> {
  const channels = await tx.rows<{
    id: number;
    name: string;
    carrier: string;
    signature: boolean;
    serves: boolean;
  }>(sql`
    select id, name, carrier, signature, countries = '{}' or ${input.country} = any(countries) as serves from shipping_channel
    where company_id = ${sql.company} and enabled and carrier <> 'platform' order by name, id limit ${CHANNELS_MOST}`);
  const day = await today(tx);
  const cards = Map.groupBy(
    await cardsInForce(
      tx,
      channels.map((one) => one.id),
    ),
    (card) => card.channelId,
  );
  const parcel = typedParcel(input, day);
  const list = channels.flatMap(({ id: channelId, name: channelName, carrier, signature, serves }): Quotes['list'] => {
    const none = { channelId, channelName, carrier, cardName: null, rating: null };
    if (!serves) return [{ ...none, refusal: 'noCountry' }];
    const own = cards.get(channelId) ?? [];
    if (own.length === 0) return [{ ...none, refusal: 'noCard' }];
    return own.map((card) => {
      const { rating = null, refusal = null } = card.rate({
        ...parcel,
        signature: signature || parcel.signature === true,
      });
      return { ...none, cardName: card.name, rating, refusal };
    });
  });
  return { day, list: list.toSorted(order) };
}

function order(a: Quotes['list'][number], b: Quotes['list'][number]): number {
  if (!a.rating || !b.rating) return Number(!a.rating) - Number(!b.rating);
  return (
    a.rating.currency.localeCompare(b.rating.currency) || new Decimal(a.rating.total).cmp(new Decimal(b.rating.total))
  );
}
