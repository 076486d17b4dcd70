import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { ShopAccess } from '@tradewind/connectors/types.ts';
import { STREAMS } from '@tradewind/contract/channels.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { Shop } from '../shops/shops.ts';

export type StreamKind = (typeof STREAMS)[number];

/** What taking a page in has changed. */
export interface Taken {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Records set aside because they could not be read. */
  parked: number;
}

interface AnyPage {
  nextCursor?: string | undefined;
  /** Everything up to here is listed once the last page is read; absent where a listing is always of everything. */
  listedUntil?: string | undefined;
}

export interface At {
  since: string;
  cursor: string | undefined;
  app: App;
  ctx: Ctx;
  shopId: number;
}

/**
 * Something that is read of a platform page by page, or told to it batch by batch (`read` tells then). Where a listing stands, when it goes on, what happens when it fails
 * and what a person is told is the same for all (run-stream.ts); a stream says how a page is asked for and taken in.
 */
export interface Stream<P extends AnyPage = AnyPage> {
  kind: StreamKind;
  everyMinutes: number;
  /** A listing begins so long before the last one's end: platforms show changes late. */
  overlapMs: number;
  /** How far back the first listing begins. */
  firstDays: number;
  /** Runs so often that the shop's log need not tell of each. */
  quiet?: boolean;
  supports(connector: MarketplaceConnector): boolean;
  read(connector: MarketplaceConnector, access: ShopAccess, at: At): Promise<P>;
  /** Takes the page in and runs `advance` in the same transaction as its last part. May come again with the same page. */
  take(app: App, ctx: Ctx, shop: Shop, page: P, advance: (tx: Tx, taken: Taken) => Promise<void>): Promise<Taken>;
  /** After the last page of a listing that began at `began`. */
  finish?(tx: Tx, shopId: number, began: Date): Promise<void>;
}

const all = new Map<StreamKind, Stream>();

export function defineStream<P extends AnyPage>(stream: Stream<P>): void {
  all.set(stream.kind, stream as unknown as Stream);
}

export function streamOf(kind: StreamKind): Stream {
  const stream = all.get(kind);
  if (!stream) throw new Error(`There is no stream of ${kind}`);
  return stream;
}

/** In the order in which they are shown. */
export const streams = (): Stream[] => STREAMS.flatMap((kind) => all.get(kind) ?? []);
