import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { DockAnswer, DockRequest } from '../../capabilities/docking.ts';
import type { OrderPage, OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import type { OrderToAcknowledge } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { someAtOnce } from '../../pace.ts';
import { ConnectorError, type HttpOptions, type Instant, type ShopAccess } from '../../types.ts';
import { readInterchange, writeInterchange } from '../../x12.ts';
import { readAnswers } from './dock.ts';
import { createMailbox, type MailFile, PLATFORM } from './mailbox.ts';
import { acceptance, refusal, routingRequest, shipmentMessage } from './messages.ts';
import { readOrders } from './orders.ts';

const FILES_A_PAGE = 25;
const AT_ONCE = 5;
/** A file may be listed a while after the time that it bears, and the mailbox has a clock of its own. */
const LAG_MS = 5 * 60_000;
/** Control numbers are seconds since then: nine digits last until 2051. */
const EPOCH = Date.parse('2020-01-01T00:00:00Z');
const MOST_KNOWN = 20_000;
/** A mailbox shows all of its files or none: a walk through thousands of orders does not ask for them page by page. */
const LISTING_MS = 20_000;

/** What the mailbox held when a walk asked. */
interface Walk {
  until: string;
  askedAt: number;
  files: MailFile[];
  /** Names of what we had sent, once they were needed. */
  sent?: ReadonlySet<string>;
}

const place = z.object({ since: z.string(), until: z.string(), at: z.number(), name: z.string() });

const refused = (message: string, code: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** Purchase orders for Home Depot's stores and distribution centres, by EDI through a mailbox of the seller's. */
export function createDockConnector({ http, address }: { http: HttpOptions; address: string }) {
  const now = http.now ?? Date.now;
  const mailbox = createMailbox(http, address);
  /** Which orders a file speaks of: files never change. */
  const spokenOf = new Map<string, string[]>();
  const lastControl = new Map<string, number>();
  /** By account, from the first page of a walk to its last, or to our next message. */
  const walks = new Map<string, Walk>();

  /** Grows with time, so it survives a restart; a shop's messages are written by one process at a time. */
  function nextControl(account: string): number {
    const next = Math.max((lastControl.get(account) ?? 0) + 1, Math.floor((now() - EPOCH) / 1000));
    lastControl.set(account, next);
    return next;
  }

  function send(access: ShopAccess, name: string, message: ReturnType<typeof refusal>): Promise<boolean> {
    walks.delete(access.account);
    const { partner = '' } = access.tokens.keys ?? {};
    const envelope = { sender: access.account, receiver: partner, at: new Date(now()), ...message };
    return mailbox.put(
      access,
      `${name}.edi`,
      writeInterchange({ ...envelope, control: nextControl(access.account) }, message.segments),
    );
  }

  async function ordersIn(access: ShopAccess, file: MailFile) {
    const found = readOrders(await mailbox.read(access, 'in', file.name), file);
    if (spokenOf.size > MOST_KNOWN) spokenOf.clear();
    spokenOf.set(
      `${access.account}/${file.name}`,
      found.flatMap(({ no }) => no ?? []),
    );
    return found;
  }

  /** What we refused, the mailbox remembers. */
  function settled(record: OrderRecord, sent: ReadonlySet<string>): OrderRecord {
    if (!record.ok || !sent.has(`855-${record.order.platformOrderNo}.edi`)) return record;
    return { ok: true, order: { ...record.order, status: 'cancelled' } };
  }
  const sentNames = async (access: ShopAccess) => new Set((await mailbox.list(access, 'out')).map((file) => file.name));

  /** What arrives meanwhile is later than the walk's end: the next one finds it. */
  async function walkOf(access: ShopAccess, until: string): Promise<Walk> {
    const known = walks.get(access.account);
    if (known?.until === until && now() - known.askedAt < LISTING_MS) return known;
    return { until, askedAt: now(), files: await mailbox.list(access, 'in') };
  }

  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    const since = new Date(Date.parse(input.updatedAfter)).toISOString();
    const at =
      input.cursor === undefined
        ? { since, until: new Date(now()).toISOString(), at: Math.floor(Date.parse(since) / 1000) * 1000, name: '' }
        : readCursor(PLATFORM, place, input.cursor);
    if (input.cursor === undefined) walks.delete(access.account);
    const walk = await walkOf(access, at.until);
    const isLater = (file: MailFile) => file.modifiedAt > at.at || (file.modifiedAt === at.at && file.name > at.name);
    const from = walk.files.findIndex(isLater);
    const page = from < 0 ? [] : walk.files.slice(from, from + FILES_A_PAGE);
    const found = (await someAtOnce(page, AT_ONCE, (file) => ordersIn(access, file))).flat();
    if (found.length > 0) walk.sent ??= await sentNames(access);
    const last = page.at(-1);
    const more = last && from + page.length < walk.files.length ? { at: last.modifiedAt, name: last.name } : undefined;
    if (more) walks.set(access.account, walk);
    else walks.delete(access.account);
    return {
      records: found.map(({ record }) => settled(record, walk.sent ?? new Set())),
      listedUntil: new Date(Math.max(Date.parse(at.until) - LAG_MS, Date.parse(at.since))).toISOString(),
      ...(more ? { nextCursor: writeCursor({ since: at.since, until: at.until, ...more }) } : {}),
    };
  }

  /** The newest word of an order: back from the last file to the one that it came in. */
  async function getOrder(access: ShopAccess, no: string): Promise<OrderRecord> {
    const files = (await mailbox.list(access, 'in')).reverse();
    for (const file of files) {
      const known = spokenOf.get(`${access.account}/${file.name}`);
      if (known && !known.includes(no)) continue;
      const found = (await ordersIn(access, file)).findLast((one) => one.no === no);
      if (found) return settled(found.record, await sentNames(access));
    }
    throw refused(`there is no order ${no}`, 'NOT_FOUND');
  }

  async function readable(access: ShopAccess, no: string): Promise<PlatformOrder> {
    const record = await getOrder(access, no);
    if (!record.ok) throw refused(`the order cannot be read: ${record.reason}`, 'UNREADABLE');
    return record.order;
  }

  /** 997: every group of the file that the order came in. */
  async function acknowledge(access: ShopAccess, order: OrderToAcknowledge): Promise<void> {
    for (const name of order.fulfilmentRefs ?? []) {
      const whole = readInterchange(await mailbox.read(access, 'in', name));
      const messages = acceptance(whole);
      for (const [at, message] of messages.entries()) await send(access, `997-${whole.control}-${at + 1}`, message);
    }
  }

  async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await readable(access, notice.platformOrderNo);
    if (order.status === 'cancelled') throw refused('the order was cancelled', 'CANCELLED');
    const fresh = await send(
      access,
      `856-${order.platformOrderNo}-${notice.packageNo}`,
      shipmentMessage(order, notice),
    );
    if (fresh) return { outcome: 'confirmed' };
    return { outcome: 'alreadyConfirmed', detail: 'the ship notice was sent before' };
  }

  async function cancelOrder(access: ShopAccess, { platformOrderNo: no }: CancelRequest): Promise<CancelResult> {
    const order = await readable(access, no);
    if (order.status === 'cancelled') return { outcome: 'alreadyCancelled' };
    if ([...(await sentNames(access))].some((name) => name.startsWith(`856-${no}-`)))
      throw refused('a ship notice was sent for the order', 'SHIPPED');
    const fresh = await send(access, `855-${no}`, refusal(order, new Date(now())));
    return { outcome: fresh ? 'cancelled' : 'alreadyCancelled' };
  }

  const docking = {
    request: async (access: ShopAccess, requested: DockRequest): Promise<void> => {
      await send(access, `753-${requested.reference}`, routingRequest(requested, new Date(now())));
    },
    answers: async (access: ShopAccess, { since }: { since: Instant }): Promise<DockAnswer[]> => {
      const from = Date.parse(since) - LAG_MS;
      const files = (await mailbox.list(access, 'in')).filter((file) => {
        const orders = spokenOf.get(`${access.account}/${file.name}`);
        return file.modifiedAt >= from && !(orders && orders.length > 0);
      });
      const texts = await someAtOnce(files, AT_ONCE, (file) => mailbox.read(access, 'in', file.name));
      return texts.flatMap(readAnswers);
    },
  };

  return {
    platform: PLATFORM,
    connect: async ({ keys }) => {
      const account = keys.isaId?.trim().toUpperCase() ?? '';
      if (!/^[A-Z0-9 ]{2,15}$/.test(account)) throw refused('an ISA id has 2 to 15 letters and digits', 'ISA_ID');
      const tokens = { accessToken: '', keys };
      await mailbox.list({ tokens, account }, 'in');
      return { tokens, account };
    },
    refresh: async ({ tokens }) => tokens,
    describeShop: async ({ account }) => ({ name: `Home Depot ${account}`, currency: 'USD', marketplaceIds: [] }),
    listOrders,
    getOrder,
    acknowledge,
    acknowledgesMessages: true,
    confirmShipment,
    neverTellsShipped: true,
    cancelOrder,
    docking,
  } satisfies MarketplaceConnector;
}
