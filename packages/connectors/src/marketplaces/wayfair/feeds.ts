import { z } from 'zod';
import type { Sleep } from '../../pace.ts';
import { listOf, optionalText, wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, rowsOf, type WayfairClient } from './client.ts';

/** What a change answers: Wayfair takes it in and works on it afterwards. */
const item = z.object({ key: optionalText, message: optionalText });
export const feedShape = z.object({
  handle: z.string().min(1),
  status: z.enum(['NEW', 'PROCESSING', 'COMPLETE', 'ERROR']),
  errorCount: wholeNumber.nullish(),
  errors: listOf(item),
  completed: listOf(item),
});
export type Feed = z.output<typeof feedShape>;

/** What is asked of a feed just begun, and of one looked up. */
export const FEED_FIELDS = 'handle status errorCount errors { key message }';
const LOOKED_UP = `${FEED_FIELDS} completed { key message }`;
const LOOK = `query ($handle: String!) {
  transactions(filters: [{ field: handle, equals: $handle }], limit: 1) { ${LOOKED_UP} } }`;

const LOOKS = 3;
const PAUSE_MS = 500;

export const isDone = (feed: Feed): boolean => feed.status === 'COMPLETE' || feed.status === 'ERROR';
export const wordsOf = (feed: Feed): string =>
  feed.errors.map((one) => [one.key, one.message].filter(Boolean).join(': ')).join('; ') ||
  `Wayfair says ${feed.status}`;

export function createFeeds({ call }: WayfairClient, sleep: Sleep) {
  async function look(access: ShopAccess, handle: string): Promise<Feed | undefined> {
    const shape = z.object({ transactions: rowsOf(feedShape) });
    const answered = await call(access, { graph: 'orders', query: LOOK, variables: { handle }, shape });
    return answered.transactions[0];
  }

  return {
    look,

    /** Waits a moment for the end of it. One that is still worked on is taken for good: nothing is wrong so far. */
    async settled(access: ShopAccess, begun: Feed): Promise<Feed> {
      let feed = begun;
      for (let i = 0; i < LOOKS && !isDone(feed); i++) {
        await sleep(PAUSE_MS);
        feed = (await look(access, feed.handle)) ?? feed;
      }
      return feed;
    },

    /** @throws ConnectorError `rejected` with Wayfair's words */
    check(feed: Feed): void {
      if (feed.status === 'ERROR' || (feed.errorCount ?? 0) > 0 || feed.errors.length > 0)
        throw new ConnectorError(PLATFORM, 'rejected', wordsOf(feed), { code: 'FEED_ERROR' });
    },
  };
}

export type Feeds = ReturnType<typeof createFeeds>;
