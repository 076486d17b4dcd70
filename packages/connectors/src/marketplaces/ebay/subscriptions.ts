import { z } from 'zod';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayApp, type EbayCall, type EbayClient, PLATFORM, shaped } from './client.ts';
import { verificationTokenOf } from './push.ts';
import type { TokenEndpoint } from './tokens.ts';

/** What a seller's own permission subscribes to, and what our application hears of all its users. */
const OF_THE_SHOP = ['ORDER_CONFIRMATION'] as const;
const OF_THE_APP = ['AUTHORIZATION_REVOCATION', 'MARKETPLACE_ACCOUNT_DELETION'] as const;

const NOT_CONFIGURED = '195026';
const NOT_ALLOWED = '195011';
const EXISTS = '195012';
const MOST_PAGES = 20;

const destinations = z.object({
  destinations: z
    .array(
      z.object({
        destinationId: z.string(),
        status: z.string().nullish(),
        deliveryConfig: z.object({ endpoint: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  next: z.string().nullish(),
});
const subscriptions = z.object({
  subscriptions: z
    .array(
      z.object({
        subscriptionId: z.string(),
        topicId: z.string(),
        status: z.string().nullish(),
        destinationId: z.string().nullish(),
      }),
    )
    .nullish(),
  next: z.string().nullish(),
});
type Subscription = NonNullable<z.output<typeof subscriptions>['subscriptions']>[number];
const topic = z.object({
  supportedPayloads: z
    .array(
      z.object({
        schemaVersion: z.string(),
        format: z.array(z.string()).nullish(),
        deliveryProtocol: z.string().nullish(),
        deprecated: z.boolean().nullish(),
      }),
    )
    .min(1),
});

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof ConnectorError && codes.includes(error.code ?? '');

/** The end of the address of what was made: "…/destination/1-2-3" -> "1-2-3". */
const idAt = (headers: Headers): string => headers.get('location')?.replace(/^.*\//, '') ?? '';

export function createSubscriptions(app: EbayApp, call: EbayClient, tokens: TokenEndpoint) {
  const ask = (access: ShopAccess, input: Omit<EbayCall, 'api'>) => call(access, { api: 'notification', ...input });

  async function every<T extends z.ZodType<{ next?: string | null | undefined }>>(
    access: ShopAccess,
    path: string,
    shape: T,
  ): Promise<z.output<T>[]> {
    const pages: z.output<T>[] = [];
    let token: string | undefined;
    do {
      const query = { limit: 100, ...(token === undefined ? {} : { continuation_token: token }) };
      const answer = await ask(access, { method: 'GET', path, query });
      if (answer.json === undefined) break;
      const page = shaped(shape, answer, path);
      pages.push(page);
      token = page.next
        ? (new URL(page.next, 'https://api.ebay.com').searchParams.get('continuation_token') ?? undefined)
        : undefined;
    } while (token !== undefined && pages.length < MOST_PAGES);
    return pages;
  }

  /** Without somebody to warn when our address is down eBay sends nothing. */
  async function configure(us: ShopAccess): Promise<void> {
    try {
      await ask(us, { method: 'GET', path: '/config' });
      return;
    } catch (error) {
      if (!isCode(error, NOT_CONFIGURED)) throw error;
    }
    if (!app.alertEmail)
      throw new ConnectorError(PLATFORM, 'rejected', 'eBay wants an e-mail address for alerts: set EBAY_ALERT_EMAIL', {
        code: 'NO_ALERT_EMAIL',
      });
    await ask(us, { method: 'PUT', path: '/config', json: { alertEmail: app.alertEmail } });
  }

  async function destinationFor(us: ShopAccess, endpoint: string): Promise<string> {
    const pages = await every(us, '/destination', destinations);
    const known = pages
      .flatMap((page) => page.destinations ?? [])
      .find((one) => one.deliveryConfig?.endpoint === endpoint);
    if (known?.status === 'ENABLED') return known.destinationId;
    const json = {
      name: 'Tradewind',
      status: 'ENABLED',
      deliveryConfig: { endpoint, verificationToken: verificationTokenOf(app) },
    };
    if (known) {
      await ask(us, { method: 'PUT', path: `/destination/${encodeURIComponent(known.destinationId)}`, json });
      return known.destinationId;
    }
    return idAt((await ask(us, { method: 'POST', path: '/destination', json })).headers);
  }

  async function payloadOf(us: ShopAccess, topicId: string) {
    const answer = await ask(us, { method: 'GET', path: `/topic/${topicId}` });
    const all = shaped(topic, answer, 'getTopic').supportedPayloads;
    const { schemaVersion } = all.find((one) => !one.deprecated) ?? all[0] ?? { schemaVersion: '1.0' };
    return { format: 'JSON', schemaVersion, deliveryProtocol: 'HTTPS' };
  }

  async function subscribeTo(
    us: ShopAccess,
    who: ShopAccess,
    known: readonly Subscription[],
    desired: { topicId: string; destinationId: string },
  ): Promise<void> {
    const { topicId, destinationId } = desired;
    const there = known.find((one) => one.topicId === topicId);
    if (there?.status === 'ENABLED' && there.destinationId === destinationId) return;
    const rest = { status: 'ENABLED', payload: await payloadOf(us, topicId), destinationId };
    if (there) {
      const path = `/subscription/${encodeURIComponent(there.subscriptionId)}`;
      await ask(who, { method: 'PUT', path, json: rest });
      return;
    }
    try {
      await ask(who, { method: 'POST', path: '/subscription', json: { topicId, ...rest } });
    } catch (error) {
      if (!isCode(error, EXISTS)) throw error;
    }
  }

  return async function subscribe(access: ShopAccess, callbackUrl: string): Promise<void> {
    const us = await tokens.asApplication();
    await configure(us);
    const destinationId = await destinationFor(us, callbackUrl);
    const knownTo = async (who: ShopAccess) =>
      (await every(who, '/subscription', subscriptions)).flatMap((page) => page.subscriptions ?? []);
    const ofShop = await knownTo(access);
    for (const topicId of OF_THE_SHOP) await subscribeTo(us, access, ofShop, { topicId, destinationId });
    const ofApp = await knownTo(us);
    for (const topicId of OF_THE_APP) {
      try {
        await subscribeTo(us, us, ofApp, { topicId, destinationId });
      } catch (error) {
        // Not every application gets every topic; without these the next call tells that a permission ended.
        if (!isCode(error, NOT_ALLOWED)) throw error;
      }
    }
  };
}
