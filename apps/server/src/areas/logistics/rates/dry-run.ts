import { rateCardContent } from '@tradewind/contract/logistics/rates.ts';
import type { RateDryRun } from '@tradewind/contract/logistics.ts';
import { type RatedParcel, raterOf } from '@tradewind/contract/rating/rate.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { countAll, dayOf } from '../../../core/database/statement.ts';
import { insertRows } from '../../../core/database/write.ts';
import { conflict, ruleBroken } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { parcelInScope } from '../parcel/parcels.ts';
import type { rateCardDryRun } from '../rate-cards.tables.ts';
import { contentOf, headOf } from './cards.ts';
import { cardsInForce } from './in-force.ts';
import { type RatedBox, ratedParcel, WITH_SIGNATURE, withBattery } from './parcel-facts.ts';

/** Parcels of a transaction, and the most that are rated without a job. */
const PAGE = 500;
const DAYS = 30;
const LARGEST = 10;

interface Pair {
  parcelId: number;
  before: string;
  after: string;
}
interface Sums {
  currency: string;
  compared: number;
  before: string;
  after: string;
  without: RateDryRun['without'];
  largest: Pair[];
}
type Run = Omit<RateDryRun, 'outdated' | 'by' | 'at' | 'before' | 'after' | 'compared' | 'without' | 'largest'> & {
  versionId: number;
  revision: number;
  actor: string;
  at: Date;
  place: string | null;
  sums: Sums;
};
const COLUMNS = sql`id, version_id, revision, state, actor, at, total, done, place, sums`;

/** What parcels cost by a draft, and what they cost now: their label, or the version in force. */
interface Sides {
  currency: string;
  draft: (parcel: RatedParcel) => { amount: string; refusal?: undefined } | { refusal: 'noZone' | 'noPrice' };
  now: (parcel: RatedParcel) => { amount: string; currency: string } | undefined;
}

/** @throws ruleBroken logistics.rateDraftIncomplete */
async function sidesOf(tx: Tx, versionId: number): Promise<Sides> {
  const { cardId, channelId, number } = await headOf(tx, versionId);
  const content = rateCardContent.safeParse(await contentOf(tx, versionId));
  if (!content.success) throw ruleBroken('logistics.rateDraftIncomplete', { version: number });
  const rate = raterOf(content.data);
  const live = (await cardsInForce(tx, [channelId])).find((card) => card.cardId === cardId);
  return {
    currency: content.data.currency,
    draft: (parcel) => {
      const { rating, refusal } = rate(parcel);
      return rating ? { amount: rating.total } : { refusal };
    },
    now: (parcel) => {
      const rating = live?.rate(parcel).rating;
      return rating && { amount: rating.total, currency: rating.currency };
    },
  };
}

/** Rates few parcels at once, many in a job. Takes the place of the version's last dry run. */
export async function startDryRun(tx: Tx, ctx: Ctx, versionId: number): Promise<RateDryRun> {
  const head = await headOf(tx, versionId);
  if (head.state !== 'draft') throw conflict('logistics.rateVersionKept', { version: head.number });
  const sides = await sidesOf(tx, versionId);
  await tx.rows(sql`delete from rate_card_dry_run where company_id = ${sql.company} and version_id = ${versionId}`);
  const without = { noZone: 0, noPrice: 0, erased: 0, noCost: 0 };
  const sums: Sums = { currency: sides.currency, compared: 0, before: '0', after: '0', without, largest: [] };
  const total = await countAll(tx, sql`from parcel p where ${ofMonth(head.channelId, tx.now)}`);
  const { revision } = head;
  const row = { versionId, revision, state: 'queued', actor: tx.actor.name, at: tx.now, total, done: 0, place: null };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof rateCardDryRun>('rate_card_dry_run', [{ ...row, sums: { ...sums } }])} returning id`,
  );
  const id = made?.id ?? 0;
  if (total > PAGE) await addJob(tx, dryRunJob, { id, versionId }, { queue: 'logistics.rateDryRun', priority: 5 });
  else while (await nextPage(tx, id, sides));
  const run = await dryRunOf(tx, ctx, versionId);
  if (!run) throw new Error('no dry run');
  return run;
}

const dryRunJob = defineJob<{ id: number; versionId: number }>(
  'logistics.rateDryRun',
  ['试运行运价表', 'Dry run of a rate card'],
  async ({ database }, ctx, { id, versionId }, run) => {
    try {
      // A run that another one has replaced, or whose draft is gone, has nothing to do.
      const sides = await database.look(ctx, async (tx) =>
        (await openRun(tx, id)) ? sidesOf(tx, versionId) : undefined,
      );
      while (sides && (await database.inCompany(ctx, (tx) => nextPage(tx, id, sides))));
    } catch (error) {
      if (run.attempt >= run.maxAttempts)
        await database.inCompany(ctx, (tx) =>
          tx.rows(sql`update rate_card_dry_run set state = 'failed' where company_id = ${sql.company} and id = ${id}`),
        );
      throw error;
    }
  },
);

const openRun = (tx: Tx, id: number, lock = sql.empty) =>
  tx.row<
    Run & { channelId: number }
  >(sql`select r.id, r.version_id, r.revision, r.state, r.actor, r.at, r.total, r.done, r.place, r.sums,
      c.channel_id
    from rate_card_dry_run r join rate_card_version v on v.company_id = r.company_id and v.id = r.version_id
    join rate_card c on c.company_id = v.company_id and c.id = v.card_id
    where r.company_id = ${sql.company} and r.id = ${id} and r.state in ('queued', 'running') and v.revision = r.revision ${lock}`);

/** Parcels with a label of the days before; labels that were voided cost nothing. */
const ofMonth = (
  channelId: number,
  at: Date,
) => sql`p.company_id = ${sql.company} and p.channel_id = ${channelId} and p.return_id is null
  and p.bought_at > ${at}::timestamptz - make_interval(days => ${DAYS}) and p.bought_at <= ${at}
  and p.state in ('labelled', 'shipped', 'delivered')`;

type Past = RatedBox & {
  id: number;
  at: string;
  day: string;
  erased: boolean;
  labelCost: string | null;
  labelCurrency: string | null;
};

function pastParcels(tx: Tx, { channelId, at, place }: Run & { channelId: number }): Promise<Past[]> {
  const [instant = '', id] = place?.split('/') ?? [];
  const rest = place ? sql`and (p.bought_at, p.id) > (${instant}::timestamptz, ${Number(id)}::bigint)` : sql.empty;
  return tx.rows<Past>(sql`select p.id, p.bought_at::text as at, ${dayOf(sql`p.bought_at`)}::text as day,
      coalesce(p.weighed_grams, p.weight_grams) as "weightGrams", p.length_mm, p.width_mm, p.height_mm,
      s.country, s.ship_to, s.buyer_erased_at is not null as erased, p.label_cost, p.label_currency,
      ${withBattery(sql`p.outbound_id`)} as battery, ${WITH_SIGNATURE} as signature
    from parcel p join sales_order s on s.company_id = p.company_id and s.id = p.order_id
    where ${ofMonth(channelId, at)} ${rest} order by p.bought_at, p.id limit ${PAGE}`);
}

/** Rates the next parcels and keeps sums and place together. False when nothing is left. */
async function nextPage(tx: Tx, id: number, sides: Sides): Promise<boolean> {
  const run = await openRun(tx, id, sql`for update of r`);
  if (!run) return false;
  const parcels = await pastParcels(tx, run);
  const sums = await added(tx, run, parcels, sides);
  const last = parcels.at(-1);
  const done = parcels.length < PAGE;
  await tx.rows(sql`update rate_card_dry_run set state = ${done ? 'done' : 'running'}, done = done + ${parcels.length},
      total = greatest(total, done + ${parcels.length}), place = ${last ? `${last.at}/${last.id}` : run.place},
      sums = ${sql.json(sums)}
    where company_id = ${sql.company} and id = ${id}`);
  return !done;
}

async function added(tx: Tx, run: Run, parcels: readonly Past[], sides: Sides): Promise<Sums> {
  const without = { ...run.sums.without };
  const skip = (why: keyof typeof without): [] => {
    without[why]++;
    return [];
  };
  const found = parcels.flatMap((parcel) => {
    // Without its address a parcel may be in another zone.
    if (parcel.erased) return skip('erased');
    const rated = ratedParcel(parcel, parcel.day);
    const after = sides.draft(rated);
    if (after.refusal !== undefined) return skip(after.refusal);
    const { labelCost, labelCurrency } = parcel;
    const before =
      labelCost !== null && labelCurrency !== null ? { amount: labelCost, currency: labelCurrency } : sides.now(rated);
    if (!before) return skip('noCost');
    return [{ parcelId: parcel.id, before, after: after.amount }];
  });
  const inCurrency = await exchanged(tx, run.at, sides.currency, [
    ...new Set(found.map(({ before }) => before.currency)),
  ]);
  const pairs = found.map(({ before, ...pair }): Pair => ({ ...pair, before: inCurrency(before) }));
  const sum = (start: string, of: 'before' | 'after') =>
    money(pairs.reduce((all, pair) => all.plus(pair[of]), new Decimal(start)));
  return {
    ...run.sums,
    without,
    compared: run.sums.compared + pairs.length,
    before: sum(run.sums.before, 'before'),
    after: sum(run.sums.after, 'after'),
    largest: [...run.sums.largest, ...pairs]
      .sort((a, b) => gap(b).abs().cmp(gap(a).abs()) || a.parcelId - b.parcelId)
      .slice(0, LARGEST),
  };
}

const gap = ({ before, after }: Pair) => new Decimal(after).minus(before);

/** Amounts in the card's currency, by the rates of that day. @throws ruleBroken settings.noRate */
async function exchanged(tx: Tx, at: Date, currency: string, currencies: readonly string[]) {
  if (currencies.every((one) => one === currency)) return ({ amount }: { amount: string }) => amount;
  const today = await tx.row<{ day: string }>(sql`select ${dayOf(sql`${at}`)}::text as day`);
  const day = today?.day ?? '';
  const rates = await ratesOn(
    tx,
    [...new Set([currency, ...currencies])].map((one) => ({ currency: one, day })),
  );
  const rateOf = (one: string) => new Decimal(rates.get(rateKey(one, day)) ?? 1);
  return (from: { amount: string; currency: string }) =>
    money(new Decimal(from.amount).times(rateOf(from.currency)).div(rateOf(currency)));
}

/** The last dry run of a version; of the largest differences those that the actor may see. */
export async function dryRunOf(tx: Tx, ctx: Pick<Ctx, 'rights'>, versionId: number): Promise<RateDryRun | null> {
  const head = await headOf(tx, versionId);
  const run = await tx.row<Run>(
    sql`select ${COLUMNS} from rate_card_dry_run where company_id = ${sql.company} and version_id = ${versionId}`,
  );
  if (!run) return null;
  const { versionId: _version, revision, actor, at, place: _place, sums, ...row } = run;
  const { currency, before, after, largest, ...figures } = sums;
  const ids = largest.map((pair) => pair.parcelId);
  const parcels = await tx.rows<{ id: number; orderNo: string; country: string; weightGrams: number }>(sql`
    select p.id, p.order_no, p.country, coalesce(p.weighed_grams, p.weight_grams) as "weightGrams" from parcel p
    where p.company_id = ${sql.company} and p.id = any(${ids}::bigint[]) and ${parcelInScope(ctx)}`);
  const parcelOf = new Map(parcels.map(({ id, ...parcel }) => [id, parcel]));
  return {
    ...row,
    ...figures,
    ...{ by: actor, at: at.toISOString(), outdated: revision !== head.revision },
    before: { currency, amount: before },
    after: { currency, amount: after },
    largest: largest.flatMap((pair) => {
      const parcel = parcelOf.get(pair.parcelId);
      return parcel ? { ...pair, ...parcel, difference: money(gap(pair)) } : [];
    }),
  };
}
