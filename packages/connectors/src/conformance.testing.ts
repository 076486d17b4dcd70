import { expect } from 'vitest';
import type { MarketplaceConnector } from './capabilities/connector.ts';
import type { MarketplaceDefinition } from './capabilities/definition.ts';
import type { OrderRecord, PlatformOrder } from './capabilities/orders.ts';
import type { ShipmentConfirmation } from './capabilities/shipments.ts';
import { agree, type RunningSandbox } from './testing.ts';
import type { ShopAccess } from './types.ts';

/** What the conformance tests do with every connector alike. */
export const LONG_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString();
export const REDIRECT = 'http://127.0.0.1:9/api/callback/x';

/** What connector and stand-in have of a clock: where one would wait, both go on instead. */
export interface SharedClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export function sharedClock(sandbox: RunningSandbox): SharedClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    sleep: async (ms) => {
      ahead += ms;
      await sandbox.control('clock/advance', { seconds: ms / 1000 });
    },
  };
}

export function connectorOf(definition: MarketplaceDefinition, at: string, clock?: SharedClock): MarketplaceConnector {
  const baseUrls = Object.fromEntries(
    Object.entries(definition.sandbox.baseUrls).map(([name, path]) => [name, `${at}${path}`]),
  );
  return definition.create({
    app: definition.sandbox.app,
    http: { baseUrls, rateFactor: 1000, ...clock },
    sandbox: true,
  });
}

export async function authorize(
  definition: MarketplaceDefinition,
  connector: MarketplaceConnector,
): Promise<ShopAccess> {
  const region = definition.regions[0]?.group ?? definition.regions[0]?.code;
  const where = region ? { region } : {};
  if (connector.connect) {
    const got = await connector.connect({ keys: { ...definition.sandbox.keys }, ...where });
    return { ...got, ...where };
  }
  const { account: known } = definition.sandbox;
  const account = known ? { account: known } : {};
  const consent = connector.consentUrl?.({ state: 'st-1', redirectUri: REDIRECT, ...account, ...where }) ?? '';
  const query = await agree(consent);
  expect(query.state).toBe('st-1');
  const got = await connector.exchange?.({ query, redirectUri: REDIRECT, ...where });
  if (!got) throw new Error('no exchange');
  const shop = { tokens: got.tokens, account: got.account, ...where };
  const { marketplaceIds } = await connector.describeShop(shop);
  return { ...shop, marketplaceIds };
}

/** Every page of a listing, in turn. */
export async function everyPage<P extends { nextCursor?: string | undefined }>(
  ask: (at: { cursor?: string }) => Promise<P> | undefined,
): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(cursor === undefined ? {} : { cursor });
    if (!page) throw new Error('the platform has no such listing');
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

export async function everyOrder(connector: MarketplaceConnector, access: ShopAccess, updatedAfter = LONG_AGO) {
  const pages = await everyPage((at) => connector.listOrders(access, { updatedAfter, ...at }));
  const until = pages.at(-1)?.listedUntil ?? '';
  return { records: pages.flatMap((page) => page.records), pages: pages.length, until };
}

export const numbers = (records: OrderRecord[]) =>
  [...new Set(records.map((record) => (record.ok ? record.order.platformOrderNo : record.platformOrderNo)))].sort();
export const read = (records: OrderRecord[]): PlatformOrder[] =>
  records.filter((record) => record.ok).map((record) => record.order);

export function notice(order: PlatformOrder, more: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation {
  return {
    platformOrderNo: order.platformOrderNo,
    packageNo: 1,
    carrierCode: 'UPS',
    carrierName: 'UPS',
    serviceName: 'UPS Ground',
    trackingNumber: '1Z999AA10123456784',
    shippedAt: new Date().toISOString(),
    ...(order.marketplaceId ? { marketplaceId: order.marketplaceId } : {}),
    ...(order.fulfilmentRefs ? { fulfilmentRefs: order.fulfilmentRefs } : {}),
    lines: order.lines.map(({ platformLineId, fulfilmentRef, quantity }) => ({
      platformLineId,
      ...(fulfilmentRef ? { fulfilmentRef } : {}),
      quantity,
    })),
    ...more,
  };
}
