import { rateCardContent } from '@tradewind/contract/logistics/rates.ts';
import { type Rate, type RatedParcel, raterOf } from '@tradewind/contract/rating/rate.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';

export type Rater = (parcel: RatedParcel) => Rate;

/** A rate card by which parcels of today are rated. */
export interface CardInForce {
  channelId: number;
  cardId: number;
  name: string;
  /** Of the parcels: today. */
  day: string;
  rate: Rater;
}

type Found = { channelId: number; cardId: number; name: string; day: string; id: number; changedAt: Date };

/** The cards of these channels with a version of today. */
export async function cardsInForce(tx: Tx, channelIds: readonly number[]): Promise<CardInForce[]> {
  if (channelIds.length === 0) return [];
  const today = dayOf(sql`${tx.now}`);
  const found =
    await tx.rows<Found>(sql`select c.channel_id, c.id as "cardId", c.name, ${today}::text as day, v.id, v.changed_at
    from rate_card c join rate_card_version v on v.company_id = c.company_id and v.card_id = c.id
    where c.company_id = ${sql.company} and c.channel_id = any(${channelIds}::bigint[]) and v.state <> 'draft'
      and v.valid_from <= ${today} and (v.valid_to is null or v.valid_to >= ${today}) order by c.id`);
  const raters = await ratersOf(tx, found);
  return found.map(({ id, changedAt: _at, ...card }) => ({ ...card, rate: raters.get(id) as Rater }));
}

/** A version of a card, by which parcels of its days are rated. */
export interface CardOfDays {
  channelId: number;
  cardId: number;
  name: string;
  fromDay: string;
  toDay: string | null;
  rate: Rater;
}

/** The versions of these channels' cards that were in force on some of these days. */
export async function cardsOfDays(
  tx: Tx,
  channelIds: readonly number[],
  [from, to]: readonly [string, string],
): Promise<CardOfDays[]> {
  if (channelIds.length === 0) return [];
  const found = await tx.rows<
    Omit<CardOfDays, 'rate'> & { id: number; changedAt: Date }
  >(sql`select c.channel_id, c.id as "cardId", c.name, v.valid_from::text as from_day, v.valid_to::text as to_day, v.id,
      v.changed_at
    from rate_card c join rate_card_version v on v.company_id = c.company_id and v.card_id = c.id
    where c.company_id = ${sql.company} and c.channel_id = any(${channelIds}::bigint[]) and v.state <> 'draft'
      and v.valid_from <= ${to} and (v.valid_to is null or v.valid_to >= ${from}) order by c.id, v.id`);
  const raters = await ratersOf(tx, found);
  return found.map(({ id, changedAt: _at, ...card }) => ({ ...card, rate: raters.get(id) as Rater }));
}

/** Rows of zones and prices that a process keeps compiled. */
const KEPT_ROWS = 400_000;
interface Compiled {
  rate: Rater;
  rows: number;
}
/** Versions that were ever active never change. The least recently used come first. */
const compiled = new Map<string, Compiled>();
let keptRows = 0;

/** Reads versions that were ever active, each once in a process. */
async function ratersOf(tx: Tx, versions: readonly { id: number; changedAt: Date }[]): Promise<Map<number, Rater>> {
  // The instant tells databases apart that one process serves.
  const keyOf = ({ id, changedAt }: { id: number; changedAt: Date }) =>
    `${tx.companyId}/${id}/${new Date(changedAt).getTime()}`;
  const missing = versions.filter((one) => !compiled.has(keyOf(one)));
  const ids = missing.map((one) => one.id);
  const read =
    ids.length === 0
      ? []
      : await tx.rows<{ id: number; content: unknown }>(sql`select id, content from rate_card_version
          where company_id = ${sql.company} and id = any(${ids}::bigint[])`);
  const fresh = new Map(read.map(({ id, content }) => [id, compile(content)]));
  const raters = new Map<number, Rater>();
  for (const one of versions) {
    const card = fresh.get(one.id) ?? compiled.get(keyOf(one));
    if (!card) throw new Error(`rate card version ${one.id} is gone`);
    raters.set(one.id, card.rate);
    keep(keyOf(one), card);
  }
  return raters;
}

function compile(stored: unknown): Compiled {
  const content = rateCardContent.parse(stored);
  return { rate: raterOf(content), rows: content.areas.length + content.prices.length };
}

function keep(key: string, card: Compiled): void {
  if (!compiled.delete(key)) keptRows += card.rows;
  compiled.set(key, card);
  for (const [oldest, { rows }] of compiled) {
    if (keptRows <= KEPT_ROWS || oldest === key) break;
    compiled.delete(oldest);
    keptRows -= rows;
  }
}
