import type { MarketplaceConnector } from '../capabilities/connector.ts';
import type { MarketplaceDefinition } from '../capabilities/definition.ts';
import type { PlatformListing } from '../capabilities/listings.ts';
import type { PlatformOrder } from '../capabilities/orders.ts';
import type { AnsweredLine } from '../capabilities/purchase-orders.ts';
import type { PlatformReturn } from '../capabilities/returns.ts';
import { authorize, everyOrder, everyPage, LONG_AGO, notice, read } from '../conformance.testing.ts';
import { listening, type RunningSandbox } from '../testing.ts';
import type { ShopAccess } from '../types.ts';

/** A connector says all that it can say to its stand-in, each at least once; what is checked is how, by a Evaluator. */
export interface Talk {
  definition: MarketplaceDefinition;
  connector: MarketplaceConnector;
  sandbox: RunningSandbox;
  access: ShopAccess;
  /** An order that waits to be shipped and that nothing has been done to yet, taken on. */
  openOrder(
    fits?: (order: PlatformOrder) => boolean,
    answer?: (order: PlatformOrder) => AnsweredLine[],
  ): Promise<PlatformOrder>;
}

export async function converse(
  definition: MarketplaceDefinition,
  connector: MarketplaceConnector,
  sandbox: RunningSandbox,
): Promise<Talk> {
  await sandbox.control('reset', { orders: 60 });
  await sandbox.control('settings', { feedStepMs: 20 });
  let access = await authorize(definition, connector);
  await connector.describeShop(access);
  access = { ...access, tokens: await connector.refresh(access) };
  const touched = new Set<string>();
  const openOrder: Talk['openOrder'] = async (fits = () => true, answer) => {
    const orders = read((await everyOrder(connector, access)).records).filter(
      (one) => one.status === 'toShip' && !one.cancelRequested && !touched.has(one.platformOrderNo) && fits(one),
    );
    const order = orders.find((one) => !one.hold) ?? orders[0];
    if (!order) throw new Error('no such order');
    touched.add(order.platformOrderNo);
    await connector.acknowledge?.(access, order, answer?.(order));
    return order;
  };
  const talk = { definition, connector, sandbox, access, openOrder };
  await orders(talk);
  await pushes(talk);
  await shipping(talk);
  await cancelling(talk);
  await listings(talk);
  await settlements(talk);
  await returns(talk);
  return talk;
}

const parcelOf = (order: PlatformOrder) => ({
  ...notice(order),
  ...{ weightGrams: 800, lengthMm: 200, widthMm: 150, heightMm: 80 },
});

async function orders({ connector, access }: Talk): Promise<void> {
  const { records } = await everyOrder(connector, access);
  const [first] = read(records);
  await connector.getOrder(access, first?.platformOrderNo ?? '');
  await connector.getOrder(access, '404000404').catch(() => undefined);
  const window = { orderedFrom: LONG_AGO, orderedTo: new Date(Date.now() + 60_000).toISOString() };
  if (connector.listOrderNos) await everyPage((at) => connector.listOrderNos?.(access, { ...window, ...at }));
}

async function pushes({ connector, access, sandbox, definition: { platform } }: Talk): Promise<void> {
  if (!connector.readPush || !connector.subscribe) return;
  const path = `/api/push/${platform}`;
  const receiver = await listening(
    (query) => connector.answerChallenge?.({ query, url: `${receiver.url}${path}` }) ?? null,
  );
  const url = `${receiver.url}${path}`;
  await connector.subscribe(access, url);
  await connector.subscribe(access, url);
  await sandbox.control('orders', { shop: platform, count: 1 });
  await connector.readPush({ ...(await receiver.next()), url });
  await receiver.close();
}

async function shipping({ connector, access, openOrder }: Talk): Promise<void> {
  await connector.listCarriers?.(access);
  const platformShips = connector.shipping;
  const order = await openOrder((one) => one.platformShipping !== true);
  if (platformShips?.use === 'must') await platformShips.arrange(access, parcelOf(order));
  await connector.confirmShipment(access, notice(order));
  await connector.confirmShipment(access, notice(order));
  await connector
    .confirmShipment(access, notice(order, { trackingNumber: '1Z999AA10123456785' }))
    .catch(() => undefined);
  const unknown = { carrierCode: 'Never Heard Of', carrierName: 'Never Heard Of' };
  const other = await openOrder((one) => one.platformShipping !== true);
  if (platformShips?.use === 'must') await platformShips.arrange(access, parcelOf(other));
  await connector.confirmShipment(access, notice(other, unknown)).catch(() => undefined);
  if (!platformShips) return;
  const ours = await openOrder((one) => one.platformShipping !== false);
  await platformShips.findParcel(access, parcelOf(ours));
  const [option] = await platformShips.options(access, parcelOf(ours));
  const parcel = await platformShips.arrange(access, { ...parcelOf(ours), optionId: option?.id ?? '' });
  const found = (await platformShips.findParcel(access, parcelOf(ours))) ?? parcel;
  await platformShips.label(access, found, ours.platformOrderNo);
  if (found.trackingNumber) await platformShips.handoverSheet?.(access, [found.trackingNumber]);
  await platformShips.cancel?.(access, found, ours.platformOrderNo);
  const sent = await openOrder((one) => one.platformShipping !== false);
  const { trackingNumber, carrierName } = await platformShips.arrange(access, parcelOf(sent));
  if (trackingNumber) await connector.confirmShipment(access, notice(sent, { trackingNumber, carrierName }));
}

async function cancelling({ connector, access, openOrder, sandbox, definition: { platform } }: Talk): Promise<void> {
  if (!connector.cancelOrder) return;
  const order = await openOrder();
  if (connector.cancels === 'asked')
    await sandbox.control('orders/cancel', { shop: platform, orderId: order.platformOrderNo });
  const request = {
    platformOrderNo: order.platformOrderNo,
    reason: 'outOfStock' as const,
    ...(order.marketplaceId ? { marketplaceId: order.marketplaceId } : {}),
    lines: notice(order).lines,
  };
  await connector.cancelOrder(access, request);
  await connector.cancelOrder(access, request);
}

async function listings({ connector, access }: Talk): Promise<void> {
  if (!connector.listListings) return;
  const all: PlatformListing[] = [];
  // The first pages are like the others.
  for (let cursor: string | undefined, pages = 0; pages === 0 || (cursor && pages < 4); pages++) {
    const page = await connector.listListings(access, cursor ? { cursor } : {});
    all.push(...page.listings);
    cursor = page.nextCursor;
  }
  const end = async (outcomes: readonly { outcome: string; ticket?: string }[] = []) => {
    const tickets = outcomes.flatMap((one) => (one.outcome === 'pending' && one.ticket ? [one.ticket] : []));
    for (const ticket of new Set(tickets))
      while (!(await connector.pushResult?.(access, ticket))) await new Promise((done) => setTimeout(done, 50));
  };
  // One alone, and so many that they go another way where there is one.
  const [first] = all;
  const refs = first?.refs && Object.fromEntries(Object.keys(first.refs).map((key) => [key, '997']));
  const strange = { ...first, itemId: '999', variantId: '998', sellerSku: 'NEVER-LISTED', ...(refs ? { refs } : {}) };
  for (const some of [all.slice(0, 1), all.slice(0, connector.stockBatch ?? 60), [strange]]) {
    const stock = some.map((one, index) => ({ ...one, quantity: 10 + (index % 7) }));
    await end(await connector.pushStock?.(access, stock));
    const prices = some.map((one) => ({ ...one, price: '12.34', currency: one.currency ?? 'USD' }));
    await end(await connector.pushPrice?.(access, prices));
  }
}

async function settlements({ connector, access }: Talk): Promise<void> {
  if (connector.listSettlements)
    await everyPage((at) => connector.listSettlements?.(access, { postedAfter: LONG_AGO, ...at }));
}

async function returns(talk: Talk): Promise<void> {
  const { connector, access, sandbox, openOrder } = talk;
  const { platform } = talk.definition;
  if (!connector.listReturns) return;
  const list = async (): Promise<PlatformReturn[]> =>
    (await everyPage((at) => connector.listReturns?.(access, { updatedAfter: LONG_AGO, ...at }))).flatMap(
      (page) => page.returns,
    );
  const desired = async () => {
    const order = await openOrder((one) => one.lines.length === 1 && one.platformShipping !== true);
    if (connector.shipping?.use === 'must') await connector.shipping.arrange(access, parcelOf(order));
    await connector.confirmShipment(access, notice(order));
    await sandbox.control('collect', { shop: platform, orderId: order.platformOrderNo });
    const about = { shop: platform, orderId: order.platformOrderNo };
    const { id } = (await sandbox.control('returns', about)) as { id: string };
    const found = (await list()).find((one) => one.platformOrderNo === order.platformOrderNo);
    return { order, id, found, which: { returnNo: found?.returnNo ?? '', platformOrderNo: order.platformOrderNo } };
  };
  const refused = await desired();
  await connector.answerReturn?.(access, { ...refused.which, approve: false, note: 'Worn' });
  const { order, id, found, which } = await desired();
  await connector.answerReturn?.(access, { ...which, approve: true, note: 'Fine' });
  await list();
  const [line] = order.lines;
  if (connector.refundReturn && line) {
    if (connector.refundsWhole)
      await sandbox.control('returns/move', { shop: platform, returnId: id, state: 'shipped' });
    const amount = found?.refundAmount ?? line.unitPrice;
    const lines = [{ platformLineId: line.platformLineId, quantity: line.quantity, amount }];
    await connector.refundReturn(access, {
      ...which,
      amount,
      currency: order.currency,
      shipping: '0.00',
      lines,
      key: 'k-1',
    });
    await connector.returnRefunded?.(access, which);
  }
  await sandbox.control('returns/move', { shop: platform, returnId: id, state: 'refunded' });
  await list();
}
