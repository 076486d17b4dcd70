import type { AddressAnswer } from '@tradewind/connectors/carriers/connector.ts';
import { type Address, ConnectorError } from '@tradewind/connectors/types.ts';
import { CARRIER_WORDS } from '@tradewind/contract/logistics/words.ts';
import { type AddressCheck, type AddressPlace, hasAccounts } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail, notFound, ruleBroken } from '../../../core/errors.ts';
import { inFlight } from '../../../core/in-flight.ts';
import { selectedIds } from '../../orders/public.ts';
import { addressCarriers, withCarrier } from '../carrier/connect.ts';
import type { Channel } from '../channel/channels.ts';
import { readAddress } from '../parcel/facts.ts';
import { carrierFail, wordsOf } from '../parcel/problems.ts';
import { inPatience } from '../patience.ts';
import { ADDRESS_KEY, checkOf, checkOfAddress, type KeptCheck, keepCheck } from './kept.ts';

/** A carrier without an answer after this long blocks nobody. */
const PATIENCE_MS = 8_000;
const DAY_MS = 24 * 3_600_000;
const SUGGESTIONS_AT_MOST = 5;

type Account = { id: number; carrier: string };

/** Accounts that check addresses of a country: that of the channel first, then carriers that know its streets. */
async function accountFor(app: App, tx: Tx, country: string, first: number | null): Promise<Account | undefined> {
  const carriers = addressCarriers(app, country);
  const accounts = await tx.rows<Account>(sql`select id, carrier from carrier_account
    where company_id = ${sql.company} and enabled and state <> 'failed' and carrier = any(${carriers}::text[])
    order by id = ${first} desc nulls last, array_position(${carriers}::text[], carrier), id limit 1`);
  return accounts[0];
}

async function factsOf(app: App, tx: Tx, orderId: number, accountId: number | null) {
  const order = await tx.row<{ shipTo: unknown; country: string; addressKey: string; accountId: number | null }>(sql`
    select s.ship_to, s.country, ${ADDRESS_KEY(sql`s.ship_to`)} as "addressKey", c.carrier_account_id as account_id
    from sales_order s left join shipping_channel c on c.company_id = ${sql.company} and c.id = s.channel_id
    where s.company_id = ${sql.company} and s.id = ${orderId}`);
  if (!order) throw notFound('orders.notFound');
  return { ...order, account: await accountFor(app, tx, order.country, accountId ?? order.accountId) };
}

/** Two people press at once: one request. */
const asking = inFlight<KeptCheck>();

/**
 * What a carrier says about the address of an order, from the last day or asked now. Undefined where no account checks
 * addresses of the country. @throws ConnectorError, Fail when no answer comes; ruleBroken logistics.orderAddress
 */
async function checkAddress(app: App, ctx: Ctx, orderId: number, accountId: number | null = null) {
  const found = await app.database.inCompany(ctx, async (tx) => {
    const facts = await factsOf(app, tx, orderId, accountId);
    const since = new Date(tx.now.getTime() - DAY_MS);
    const own = await checkOf(tx, orderId);
    if (own && own.checkedAt >= since) return { ...facts, known: own };
    const other = await checkOfAddress(tx, facts.addressKey, since);
    if (other) await keepCheck(tx, orderId, other);
    return { ...facts, known: other };
  });
  const { account, addressKey, known, shipTo } = found;
  if (known) return known;
  if (!account) return undefined;
  const address = readAddress(shipTo, 'logistics.orderAddress');
  const check = await asking(`${ctx.companyId}/${addressKey}`, () => ask(app, ctx, account, { address, addressKey }));
  await app.database.inCompany(ctx, (tx) => keepCheck(tx, orderId, check));
  return check;
}

interface Place {
  address: Address;
  addressKey: string;
}

async function ask(app: App, ctx: Ctx, { id, carrier }: Account, { address, addressKey }: Place): Promise<KeptCheck> {
  const request = withCarrier(app, ctx, id, async (connector, access) => connector.validateAddress?.(access, address));
  const answer = await inPatience(request, PATIENCE_MS);
  if (!answer) throw ruleBroken('logistics.noAddressCheck');
  const { verdict, residential = null, detail } = answer;
  return {
    addressKey,
    carrier,
    verdict,
    residential,
    detail,
    suggestions: suggestionsOf(answer),
    checkedAt: ctx.now(),
  };
}

/** None where the address is right. Without the recipient: the answer also serves other orders to the same place. */
function suggestionsOf({ verdict, candidates }: AddressAnswer): AddressPlace[] {
  if (verdict === 'valid' || verdict === 'unknown') return [];
  return candidates.slice(0, SUGGESTIONS_AT_MOST).map(({ line1, line2, city, state, postalCode, country }) => ({
    ...{ line1, city, postalCode, country },
    ...(line2 ? { line2 } : {}),
    ...(state ? { state } : {}),
  }));
}

/** For a person. @throws ruleBroken logistics.noAddressCheck, notFound orders.notFound */
export async function checkByHand(app: App, ctx: Ctx, orderId: number): Promise<AddressCheck> {
  await app.database.look(ctx, (tx) => assertVisible(tx, orderId));
  try {
    const check = await checkAddress(app, ctx, orderId);
    if (!check) throw ruleBroken('logistics.noAddressCheck');
    return shown(ctx, check);
  } catch (error) {
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  }
}

/** What is kept, and who can check. */
export async function keptCheck(app: App, tx: Tx, ctx: Ctx, orderId: number) {
  await assertVisible(tx, orderId);
  const [check, { account }] = await Promise.all([checkOf(tx, orderId), factsOf(app, tx, orderId, null)]);
  return { check: check ? shown(ctx, check) : null, carrier: account?.carrier ?? null };
}

async function assertVisible(tx: Tx, orderId: number): Promise<void> {
  const visible = await selectedIds(tx, { ids: [orderId] }, 1);
  if (visible.length === 0) throw notFound('orders.notFound');
}

function shown(ctx: Pick<Ctx, 'rights'>, { addressKey: _key, checkedAt, ...check }: KeptCheck): AddressCheck {
  const answer = { ...check, checkedAt: checkedAt.toISOString() };
  return maySee(ctx.rights, 'seeBuyer') ? answer : { ...answer, suggestions: [], detail: '' };
}

const nameOf = (carrier: string) => (hasAccounts(carrier) ? CARRIER_WORDS[carrier][1] : carrier);

export interface CheckedAddress {
  residential: boolean | null;
  /** For the parcel, as `wordsOf` writes them. */
  remarks: string[];
}

/**
 * Checks where a box goes, if its channel demands it; a return comes to a warehouse of ours. A carrier that does not
 * answer stops no purchase.
 * @throws ruleBroken logistics.addressUnknown
 */
export async function checkBefore(
  app: App,
  ctx: Ctx,
  box: { orderId: number; returnId: number | null; residential: boolean | null },
  channel: Pick<Channel, 'checksAddresses' | 'carrierAccountId'>,
): Promise<CheckedAddress> {
  const nothing = { residential: box.residential, remarks: [] };
  if (!channel.checksAddresses || box.returnId !== null) return nothing;
  let check: KeptCheck | undefined;
  try {
    check = await checkAddress(app, ctx, box.orderId, channel.carrierAccountId);
  } catch (error) {
    if (!(error instanceof ConnectorError || error instanceof Fail)) throw error;
    app.log.warn({ error, orderId: box.orderId }, 'address check: no answer');
    return nothing;
  }
  if (!check) return nothing;
  const { verdict, residential, carrier, detail } = check;
  if (verdict === 'unknown') throw ruleBroken('logistics.addressUnknown', { carrier: nameOf(carrier), text: detail });
  const remarks = verdict === 'valid' ? [] : [wordsOf(new Fail(`logistics.addressDiffers.${verdict}`, 422, {}))];
  return { residential, remarks };
}
