import { z } from 'zod';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopifyClient } from './client.ts';
import { pageInfo } from './orderShape.ts';
import { LIST_SUBSCRIPTIONS, SUBSCRIBE } from './queries.ts';

export const TOPICS = ['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDERS_CANCELLED', 'APP_UNINSTALLED'] as const;

const listed = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ topic: z.string(), uri: z.string().nullish() })),
    pageInfo,
  }),
});
const created = z.object({
  webhookSubscriptionCreate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
});

export function createSubscriptions(graphql: ShopifyClient) {
  async function existing(access: ShopAccess, callbackUrl: string): Promise<Set<string>> {
    const topics = new Set<string>();
    let after: string | null = null;
    do {
      const { webhookSubscriptions: page }: z.output<typeof listed> = await graphql(access, {
        query: LIST_SUBSCRIPTIONS,
        variables: { after },
        shape: listed,
        effect: 'read',
      });
      for (const one of page.nodes) if (one.uri === callbackUrl) topics.add(one.topic);
      after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    } while (after !== null);
    return topics;
  }

  return async function subscribe(access: ShopAccess, callbackUrl: string): Promise<void> {
    const done = await existing(access, callbackUrl);
    for (const topic of TOPICS) {
      if (done.has(topic)) continue;
      const { webhookSubscriptionCreate: answer } = await graphql(access, {
        query: SUBSCRIBE,
        variables: { topic, uri: callbackUrl },
        shape: created,
        effect: 'repeatable',
      });
      const errors = answer.userErrors.filter((one) => !/already been taken/i.test(one.message));
      if (errors.length > 0) {
        const message = `${topic}: ${errors.map((one) => one.message).join('; ')}`;
        throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'USER_ERROR' });
      }
    }
  };
}
