import { gunzipSync } from 'node:zlib';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, parseJson, text } from '../http/types.ts';
import { isoSeconds } from '../world/clock.ts';
import type { Shop } from '../world/shop.ts';
import { readList } from './dates.ts';
import type { DocumentStore } from './documents.ts';
import { invalidInput, notFound } from './errors.ts';
import { FEED_TYPES, processFeed } from './feedWork.ts';
import type { OperationBook } from './operations.ts';

interface Feed {
  feedId: string;
  feedType: string;
  marketplaceIds: string[];
  inputId: string;
  createdAt: number;
  cancelled: boolean;
  done: boolean;
  fatal: boolean;
  finishedAt: number;
  resultId: string;
}

/** Feeds 2021-06-30: document, upload, feed, progress, result. Source: feeds_2021-06-30.json. */
export function registerFeeds(book: OperationBook, ctx: Context, documents: DocumentStore): void {
  const feeds = new Map<string, Feed>();
  let counter = 50_000;
  ctx.world.onReset(() => feeds.clear());

  book.add({
    method: 'POST',
    path: '/feeds/2021-06-30/documents',
    name: 'createFeedDocument',
    handle: (call) => {
      const contentType = text(at(parseJson(rawBody(call.request)), 'contentType'));
      if (!contentType) throw invalidInput('contentType is required.');
      const document = documents.make(contentType);
      return call.reply.code(201).send({ feedDocumentId: document.id, url: documents.addressOf(document) });
    },
  });

  book.add({
    method: 'GET',
    path: '/feeds/2021-06-30/documents/{feedDocumentId}',
    name: 'getFeedDocument',
    handle: (call) => {
      const document = documents.get(param(call.request, 'feedDocumentId'));
      if (!document) throw notFound();
      return call.reply.send({ feedDocumentId: document.id, url: documents.addressOf(document) });
    },
  });

  book.add({
    method: 'POST',
    path: '/feeds/2021-06-30/feeds',
    name: 'createFeed',
    handle: (call) => {
      const body = parseJson(rawBody(call.request));
      const feedType = text(at(body, 'feedType'));
      const marketplaces = at(body, 'marketplaceIds');
      const inputId = text(at(body, 'inputFeedDocumentId'));
      if (!feedType) throw invalidInput('feedType is required.');
      if (!FEED_TYPES.includes(feedType)) throw invalidInput(`Invalid Feed Type: ${feedType}`);
      if (!Array.isArray(marketplaces) || marketplaces.length === 0) throw invalidInput('marketplaceIds is required.');
      if (!documents.get(inputId)?.content) throw invalidInput('The feed document was not uploaded.');
      const feed: Feed = {
        feedId: String(++counter),
        feedType,
        marketplaceIds: marketplaces.map(text),
        inputId,
        createdAt: ctx.world.clock.now(),
        cancelled: false,
        done: false,
        fatal: false,
        finishedAt: 0,
        resultId: '',
      };
      feeds.set(feed.feedId, feed);
      const shop = call.shop;
      setTimeout(() => settle(feed, shop), ctx.world.settings.feedStepMs * 2 + 5).unref();
      return call.reply.code(202).send({ feedId: feed.feedId });
    },
  });

  /** The work is done once, when its time has come, whether anyone looks or not. */
  function settle(feed: Feed, shop: Shop): void {
    const now = ctx.world.clock.now();
    if (feed.done || feed.cancelled || now - feed.createdAt < ctx.world.settings.feedStepMs * 2) return;
    feed.done = true;
    feed.finishedAt = now;
    const raw = documents.get(feed.inputId)?.content ?? Buffer.alloc(0);
    const result = processFeed(ctx.world, shop, feed.feedType, unpack(raw));
    feed.fatal = result.fatal;
    feed.resultId = documents.make(result.type, result.report).id;
  }

  function view(feed: Feed) {
    const age = ctx.world.clock.now() - feed.createdAt;
    const step = ctx.world.settings.feedStepMs;
    const status = feed.cancelled
      ? 'CANCELLED'
      : feed.done
        ? feed.fatal
          ? 'FATAL'
          : 'DONE'
        : age < step
          ? 'IN_QUEUE'
          : 'IN_PROGRESS';
    return {
      feedId: feed.feedId,
      feedType: feed.feedType,
      marketplaceIds: feed.marketplaceIds,
      createdTime: isoSeconds(feed.createdAt),
      processingStatus: status,
      ...(age >= step && !feed.cancelled && { processingStartTime: isoSeconds(feed.createdAt + step) }),
      ...(feed.done && { processingEndTime: isoSeconds(feed.finishedAt), resultFeedDocumentId: feed.resultId }),
    };
  }

  book.add({
    method: 'GET',
    path: '/feeds/2021-06-30/feeds/{feedId}',
    name: 'getFeed',
    handle: (call) => {
      const feed = feeds.get(param(call.request, 'feedId'));
      if (!feed) throw notFound();
      settle(feed, call.shop);
      return call.reply.send(view(feed));
    },
  });

  book.add({
    method: 'DELETE',
    path: '/feeds/2021-06-30/feeds/{feedId}',
    name: 'cancelFeed',
    handle: (call) => {
      const feed = feeds.get(param(call.request, 'feedId'));
      if (!feed) throw notFound();
      if (view(feed).processingStatus !== 'IN_QUEUE') throw invalidInput('Only a feed in the queue can be cancelled.');
      feed.cancelled = true;
      return call.reply.code(200).send();
    },
  });

  book.add({
    method: 'GET',
    path: '/feeds/2021-06-30/feeds',
    name: 'getFeeds',
    handle: (call) => {
      const types = readList(call.query.feedTypes);
      if (types.length === 0) throw invalidInput('feedTypes or nextToken is required.');
      const all = [...feeds.values()].filter((feed) => types.includes(feed.feedType)).reverse();
      for (const feed of all) settle(feed, call.shop);
      return call.reply.send({ feeds: all.slice(0, Number(call.query.pageSize ?? 10)).map(view) });
    },
  });
}

function unpack(raw: Buffer): string {
  return (raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw) : raw).toString('utf8').replace(/^\uFEFF/, '');
}
