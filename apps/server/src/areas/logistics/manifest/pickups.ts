import { ConnectorError } from '@tradewind/connectors/types.ts';
import { zoneOfPlace } from '@tradewind/connectors/zones.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { orderPickup as orderCall, PickupFilter, PickupRow, PickupState } from '@tradewind/contract/logistics.ts';
import { pickupMay, type pickupOffers, type settlePickup as settleCall } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { assertMove, defineDocument, nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, Fail, notFound, ruleBroken } from '../../../core/errors.ts';
import { defineList, is } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { can, withCarrier } from '../carrier/connect.ts';
import { addressRead, readAddress } from '../parcel/facts.ts';
import { SHIPMENT_GRAMS } from '../parcel/pieces.ts';
import { carrierFail, readWords, wordsOf } from '../parcel/problems.ts';
import type { carrierPickup } from '../pickup.tables.ts';

const PICKUP = defineDocument<PickupState>({
  kind: 'carrier_pickup',
  prefix: 'PKP',
  transitions: {
    requesting: ['ordered', 'refused', 'uncertain'],
    uncertain: ['ordered', 'refused'],
    ordered: ['cancelled'],
    refused: [],
    cancelled: [],
  },
});

/** No carrier call lasts this long: an older request has lost its process, so that its answer is not known. */
const LOST = sql`interval '1 minute'`;
const STATE = sql`case when pk.state = 'requesting' and pk.state_at < now() - ${LOST} then 'uncertain' else pk.state end`;

export const pickups = defineList<PickupFilter, PickupRow>({
  table: 'carrier_pickup',
  as: 'pk',
  scope: (tx) => inWarehouses(tx, sql`pk.warehouse_id`),
  filters: {
    state: (state) => sql`${STATE} = ${state}`,
    warehouseId: is(sql`pk.warehouse_id`),
    from: (day) => sql`pk.on_day >= ${day}::date`,
    to: (day) => sql`pk.on_day <= ${day}::date`,
  },
  order: sql`pk.id desc`,
  columns: (tx) => {
    const costs = maySee(tx.rights, 'seeCost');
    return sql`pk.id, pk.number, ${STATE} as state, w.name as warehouse_name, pk.carrier, coalesce(a.name, '') as account_name, pk.on_day::text as day,
      pk.ready, pk.closes, pk.parcels, pk.weight_grams, pk.confirmation, pk.last_error, pk.created_by, pk.created_at,
      case when ${costs} then pk.amount::numeric(18, 2)::text end as amount, case when ${costs} then pk.currency end as currency`;
  },
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = pk.warehouse_id
    left join carrier_account a on a.company_id = ${sql.company} and a.id = pk.carrier_account_id`,
  missing: 'logistics.pickup.gone',
});

/** Labeled parcels that have not left. */
const WAITING = sql`from parcel p join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
  where p.company_id = ${sql.company} and p.state = 'labelled' and o.state = 'packed' and p.carrier_account_id is not null`;

export async function offers(app: App, tx: Tx): Promise<ResultOf<typeof pickupOffers>> {
  const accounts = await tx.rows<{ id: number; name: string; carrier: 'ups' }>(sql`select id, name, carrier
    from carrier_account where company_id = ${sql.company} and enabled order by name, id limit 500`);
  const places = await tx.rows<{ id: number; name: string; address: unknown }>(sql`select w.id, w.name, w.address
    from warehouse w where w.company_id = ${sql.company} and w.enabled and w.address ->> 'line1' <> ''
      and ${inWarehouses(tx, sql`w.id`)} order by w.is_default desc, w.name, w.id limit 500`);
  const waiting = await tx.rows<ResultOf<typeof pickupOffers>['waiting'][number]>(sql`select p.warehouse_id,
      p.carrier_account_id as "accountId", count(*)::int as parcels, sum(${SHIPMENT_GRAMS})::int as "weightGrams"
    ${WAITING} and ${inWarehouses(tx, sql`p.warehouse_id`)} group by 1, 2 limit 1000`);
  const { timeZone } = await companyOf(tx);
  return {
    accounts: accounts.filter((one) => can(app, one.carrier, 'pickup')),
    warehouses: places.map(({ id, name, address }) => {
      const zone = zoneOf(address, timeZone);
      return { id, name, timeZone: zone, today: localDay(tx.now, zone) };
    }),
    waiting,
  };
}

function zoneOf(address: unknown, otherwise: string): string {
  const place = addressRead(address);
  return (place && zoneOfPlace(place)) ?? otherwise;
}

interface Open {
  id: number;
  number: string;
  state: PickupState;
  accountId: number;
  from: unknown;
  day: string;
  ready: string;
  closes: string;
  parcels: number;
  weightGrams: number;
  serviceCode: string;
  confirmation: string | null;
}

async function lockPickup(tx: Tx, id: number): Promise<Open> {
  const row = await tx.row<Open & Record<string, unknown>>(sql`select pk.id, pk.number, ${STATE} as state,
      pk.carrier_account_id as "accountId", w.address as "from", pk.on_day::text as day, pk.ready, pk.closes, pk.parcels, pk.weight_grams,
      pk.service_code, pk.confirmation
    from carrier_pickup pk join warehouse w on w.company_id = pk.company_id and w.id = pk.warehouse_id
    where pk.company_id = ${sql.company} and pk.id = ${id} and ${inWarehouses(tx, sql`pk.warehouse_id`)} for update of pk`);
  if (!row) throw notFound('logistics.pickup.gone');
  return row;
}

interface Outcome {
  confirmation?: string;
  amount?: string | undefined;
  currency?: string | undefined;
  error?: string;
}

/** The only writer of a pickup's state. */
async function move(tx: Tx, one: Open, to: PickupState, outcome: Outcome = {}): Promise<void> {
  assertMove(PICKUP, one.state, to, one.number);
  const { confirmation = null, amount = null, currency = null, error = null } = outcome;
  await tx.rows(sql`update carrier_pickup set state = ${to}, state_at = ${tx.now},
      confirmation = coalesce(${confirmation}, confirmation), amount = coalesce(${amount}::numeric, amount),
      currency = coalesce(${currency}, currency), last_error = ${error}
    where company_id = ${sql.company} and id = ${one.id}`);
  writeHistory(tx, [
    { docKind: PICKUP.kind, docId: one.id, event: to, fromState: one.state, toState: to, detail: { ...outcome } },
  ]);
}

/** Asks a carrier to collect, exactly once: what happened is committed before the call and after it. */
export async function order(app: App, ctx: Ctx, input: ParsedOf<typeof orderCall>) {
  const one = await app.database.inCompany(ctx, (tx) => begin(app, tx, input));
  try {
    const { confirmation, amount, currency } = await at(app, ctx, one, (pickup, access) =>
      pickup.request(access, requestOf(one)),
    );
    await app.database.inCompany(ctx, (tx) => move(tx, one, 'ordered', { confirmation, amount, currency }));
    return { id: one.id, state: 'ordered' as const, confirmation };
  } catch (error) {
    const refused = error instanceof Fail || (error instanceof ConnectorError && error.kind !== 'uncertain');
    if (!refused) return doubt(app, ctx, one, error);
    await app.database.inCompany(ctx, (tx) => move(tx, one, 'refused', { error: wordsOf(error) }));
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  }
}

/** @throws logistics.pickup.already for a second one of the day, unless it is meant */
async function begin(app: App, tx: Tx, input: ParsedOf<typeof orderCall>): Promise<Open> {
  const { warehouseId, accountId, day, ready, closes, parcels, weightGrams } = input;
  const place = await tx.row<{ address: unknown }>(sql`select address from warehouse w
    where w.company_id = ${sql.company} and w.id = ${warehouseId} and w.enabled and ${inWarehouses(tx, sql`w.id`)}`);
  if (!place) throw badField('warehouseId', 'warehouse.notFound');
  readAddress(place.address, 'logistics.warehouseAddress');
  // Locked, so that of two who ask at once the second one sees the first.
  const account = await tx.row<{ carrier: string; enabled: boolean }>(sql`select carrier, enabled from carrier_account
    where company_id = ${sql.company} and id = ${accountId} for update`);
  if (!account?.enabled) throw badField('accountId', 'logistics.accountGone');
  if (!can(app, account.carrier, 'pickup')) throw ruleBroken('logistics.pickup.none');
  const { timeZone } = await companyOf(tx);
  if (day < localDay(tx.now, zoneOf(place.address, timeZone))) throw badField('day', 'logistics.pickup.past');
  const other = await tx.row<{ number: string }>(sql`select pk.number from carrier_pickup pk
    where pk.company_id = ${sql.company} and pk.warehouse_id = ${warehouseId} and pk.carrier_account_id = ${accountId}
      and pk.on_day = ${day}::date and pk.state in ('requesting', 'uncertain', 'ordered') order by pk.id desc limit 1`);
  if (other && !input.again) throw ruleBroken('logistics.pickup.already', { number: other.number });
  const service = await tx.row<{ code: string | null }>(sql`select mode() within group (order by p.service_code) as code
    ${WAITING} and p.warehouse_id = ${warehouseId} and p.carrier_account_id = ${accountId}`);
  const [number = ''] = await nextNumbers(tx, PICKUP);
  const row = {
    ...{
      number,
      warehouseId,
      carrierAccountId: accountId,
      carrier: account.carrier,
      state: 'requesting',
      stateAt: tx.now,
      onDay: day,
    },
    ...{ ready, closes, parcels, weightGrams, serviceCode: service?.code ?? '' },
    ...{ createdBy: tx.actor.name, createdAt: tx.now },
  };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof carrierPickup>('carrier_pickup', [row])} returning id`,
  );
  const id = made?.id ?? 0;
  writeHistory(tx, [{ docKind: PICKUP.kind, docId: id, event: 'requesting', toState: 'requesting' }]);
  return lockPickup(tx, id);
}

const requestOf = (one: Open) => ({
  reference: one.number,
  from: readAddress(one.from, 'logistics.warehouseAddress'),
  ...{ day: one.day, ready: one.ready, closes: one.closes, parcels: one.parcels, weightGrams: one.weightGrams },
  ...(one.serviceCode ? { serviceCode: one.serviceCode } : {}),
});

type At = Parameters<typeof withCarrier>[3];
type Connector = Parameters<At>[0];
function at<T>(
  app: App,
  ctx: Ctx,
  one: Open,
  work: (pickup: NonNullable<Connector['pickup']>, access: Parameters<At>[1]) => Promise<T>,
): Promise<T> {
  return withCarrier(app, ctx, one.accountId, async ({ pickup }, access) => {
    if (!pickup) throw ruleBroken('logistics.pickup.none');
    return work(pickup, access);
  });
}

/** The answer was lost: the carrier is asked at once where it lists pickups; else a person settles it. */
async function doubt(app: App, ctx: Ctx, one: Open, error: unknown) {
  app.log.warn({ error, pickup: one.number }, 'pickup: answer lost');
  await app.database.inCompany(ctx, (tx) => move(tx, one, 'uncertain', { error: wordsOf(error) }));
  one.state = 'uncertain';
  const confirmation = await found(app, ctx, one).catch((again: unknown) => {
    if (again instanceof ConnectorError) return null;
    throw again;
  });
  if (confirmation === null) return { id: one.id, state: 'uncertain' as const, confirmation };
  await app.database.inCompany(ctx, (tx) => move(tx, one, 'ordered', { confirmation }));
  return { id: one.id, state: 'ordered' as const, confirmation };
}

/** Null also where the carrier lists no pickups, or not those of that day. */
const found = (app: App, ctx: Ctx, one: Open): Promise<string | null> =>
  at(app, ctx, one, async (pickup, access) => (await pickup.find?.(access, requestOf(one))) ?? null);

export async function settle(app: App, ctx: Ctx, input: ParsedOf<typeof settleCall>): Promise<{ state: PickupState }> {
  const { id, outcome } = input;
  const read = async (tx: Tx) => {
    const one = await lockPickup(tx, id);
    if (!pickupMay('settle', one)) throw conflict('logistics.pickup.settled', { number: one.number });
    return one;
  };
  let { confirmation } = input;
  if (outcome === 'ask') {
    const one = await app.database.inCompany(ctx, read);
    try {
      confirmation = (await found(app, ctx, one)) ?? '';
    } catch (error) {
      throw error instanceof ConnectorError ? carrierFail(error) : error;
    }
    if (confirmation === '') return { state: 'uncertain' };
  }
  if (outcome === 'ordered' && confirmation === '') throw badField('confirmation', 'logistics.pickup.needsNumber');
  return app.database.inCompany(ctx, async (tx) => {
    const to = outcome === 'notOrdered' ? 'refused' : 'ordered';
    await move(tx, await read(tx), to, to === 'ordered' ? { confirmation } : {});
    return { state: to };
  });
}

/** A carrier answers a repeated cancellation, so that a lost answer is simply asked for again. */
export async function cancel(app: App, ctx: Ctx, id: number): Promise<void> {
  const read = async (tx: Tx) => {
    const one = await lockPickup(tx, id);
    if (!pickupMay('cancel', one)) throw conflict('logistics.pickup.notOrdered', { number: one.number });
    return one;
  };
  const one = await app.database.inCompany(ctx, read);
  try {
    await at(app, ctx, one, (pickup, access) => pickup.cancel(access, one.confirmation ?? ''));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw error.kind === 'uncertain' ? conflict('logistics.pickup.cancelUncertain') : carrierFail(error);
  }
  await app.database.inCompany(ctx, async (tx) => move(tx, await read(tx), 'cancelled'));
}

/** The error in the user's language. */
export const shown = (ctx: Ctx, row: PickupRow): PickupRow => ({
  ...row,
  lastError: readWords(ctx.language, row.lastError),
});
