import { at, isRecord, text } from '../http/types.ts';
import type { Shop } from '../world/shop.ts';
import type { World } from '../world/world.ts';
import type { Outcome } from './feedOutcome.ts';
import { isPatchBody, type ListingIssue, patchListing } from './listingPatch.ts';

const MOST_MESSAGES = 25_000;
const TYPE = 'application/json; charset=UTF-8';

interface Issue extends Omit<ListingIssue, 'attributeNames' | 'categories'> {
  messageId?: number;
  sku?: string;
}

/** JSON_LISTINGS_FEED, version 2: patches of many listings and the report of what was not taken. Source: its schemas. */
export function listingsFeed(world: World, shop: Shop, content: string): Outcome {
  let feed: unknown;
  try {
    feed = JSON.parse(content);
  } catch {
    return fatal(shop, '4000004', 'The feed is not valid JSON.');
  }
  const messages = at(feed, 'messages');
  if (at(feed, 'header', 'sellerId') !== shop.id) return fatal(shop, '90211', 'The sellerId is not the feed owner.');
  if (at(feed, 'header', 'version') !== '2.0') return fatal(shop, '90212', 'The version is not supported.');
  if (!Array.isArray(messages) || messages.length === 0) return fatal(shop, '90213', 'The feed holds no messages.');
  if (messages.length > MOST_MESSAGES) return fatal(shop, '90214', 'The feed holds too many messages.');
  const visited = new Set<number>();
  const issues = messages.flatMap((message: unknown) => {
    const found = work(world, shop, message, visited);
    const messageId = Number(at(message, 'messageId'));
    const sku = text(at(message, 'sku'));
    return found.map(
      ({ code, message: words, severity }): Issue => ({ messageId, sku, code, severity, message: words }),
    );
  });
  const bad = new Set(issues.map((one) => one.messageId)).size;
  world.changes++;
  return done(shop, false, issues, messages.length, bad);
}

function work(world: World, shop: Shop, message: unknown, visited: Set<number>): ListingIssue[] {
  const problem = (code: string, words: string): ListingIssue[] => [
    { code, message: words, severity: 'ERROR', attributeNames: [], categories: [] },
  ];
  const id = at(message, 'messageId');
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || visited.has(id))
    return problem('90215', 'The messageId is missing or not its own.');
  visited.add(id);
  if (!isRecord(message) || message.operationType !== 'PATCH' || !isPatchBody(message))
    return problem('90216', 'Only PATCH messages with productType and patches are imitated here.');
  const listing = shop.listings.bySku(text(message.sku));
  if (!listing) return problem('8105', `SKU ${text(message.sku)} does not match any listing.`);
  return patchListing(shop, listing, text(message.productType), message.patches, world.clock.now());
}

function fatal(shop: Shop, code: string, message: string): Outcome {
  return done(shop, true, [{ code, severity: 'ERROR', message }], 0, 0);
}

function done(shop: Shop, isFatal: boolean, issues: Issue[], messagesProcessed: number, invalid: number): Outcome {
  const report = {
    header: { sellerId: shop.id, version: '2.0', feedId: '' },
    issues,
    summary: {
      errors: issues.length,
      warnings: 0,
      messagesProcessed,
      messagesAccepted: messagesProcessed - invalid,
      messagesInvalid: invalid,
    },
  };
  return { fatal: isFatal, type: TYPE, report: JSON.stringify(report) };
}
