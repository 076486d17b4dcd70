import { z } from 'zod';
import type { ShopAccess } from '../../types.ts';
import { type AmazonClient, marketplacesOf, shaped } from './client.ts';
import type { Documents } from './documents.ts';

const FEEDS = '/feeds/2021-06-30';

const documentMade = z.object({ feedDocumentId: z.string().min(1), url: z.url() });
const feedMade = z.object({ feedId: z.string().min(1) });
const feedShape = z.object({
  processingStatus: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL']),
  resultFeedDocumentId: z.string().nullish(),
});
const documentShape = z.object({ url: z.url(), compressionAlgorithm: z.string().nullish() });

/** Work that Amazon does in bulk: a file is laid down, then worked off some time within minutes or hours. */
export function createFeeds(call: AmazonClient, documents: Documents) {
  return {
    /** @returns the feed's id, by which its end is asked */
    async submit(access: ShopAccess, feedType: string, body: { type: string; content: string }): Promise<string> {
      const document = shaped(
        documentMade,
        await call(access, {
          operation: 'createFeedDocument',
          method: 'POST',
          path: `${FEEDS}/documents`,
          json: { contentType: body.type },
        }),
        'createFeedDocument',
      );
      await documents.upload(document.url, body);
      const made = await call(access, {
        operation: 'createFeed',
        method: 'POST',
        path: `${FEEDS}/feeds`,
        json: { feedType, marketplaceIds: marketplacesOf(access), inputFeedDocumentId: document.feedDocumentId },
      });
      return shaped(feedMade, made, 'createFeed').feedId;
    },

    /** How it ended, with Amazon's report where there is one; null while Amazon still works on it. */
    async result(access: ShopAccess, feedId: string): Promise<{ status: string; report: string | undefined } | null> {
      const feed = shaped(
        feedShape,
        await call(access, {
          operation: 'getFeed',
          method: 'GET',
          path: `${FEEDS}/feeds/${encodeURIComponent(feedId)}`,
        }),
        'getFeed',
      );
      const { processingStatus: status, resultFeedDocumentId: resultId } = feed;
      if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return null;
      if (!resultId) return { status, report: undefined };
      const document = await call(access, {
        operation: 'getFeedDocument',
        method: 'GET',
        path: `${FEEDS}/documents/${encodeURIComponent(resultId)}`,
      });
      const content = await documents.download(shaped(documentShape, document, 'getFeedDocument'));
      return { status, report: content.toString('utf8') };
    },
  };
}

export type Feeds = ReturnType<typeof createFeeds>;
