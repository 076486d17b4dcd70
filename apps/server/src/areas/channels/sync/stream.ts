import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { ShopAccess } from '@tradewind/connectors/types.ts';
import { STREAMS } from '@tradewind/contract/channels.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { Shop } from '../shops/shops.ts';

export type StreamKind = (typeof STREAMS)[number];

/** The changes of an ingested page. */
export interface Taken {
  inserted: number;
  updated: number;
  unchanged: number;
  /** New dead letters. */
  parked: number;
}

interface AnyPage {
  nextCursor?: string | undefined;
  /** Everything up to here is complete after the last page; absent where a listing is always complete. */
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
 * A stream reads from a platform page by page, or sends to it batch by batch (then `read` sends). run-stream.ts handles
 * positions, schedules, errors and messages for all; a stream defines how to read and ingest a page.
 */
export interface Stream<P extends AnyPage = AnyPage> {
  kind: StreamKind;
  everyMinutes: number;
  /** How far a listing overlaps the last one: platforms show changes late. */
  overlapMs: number;
  /** How far back the first listing starts. */
  firstDays: number;
  /** Runs too often for the shop's log. */
  quiet?: boolean;
  supports(connector: MarketplaceConnector): boolean;
  read(connector: MarketplaceConnector, access: ShopAccess, at: At): Promise<P>;
  /** Ingests a page and runs `advance` in the transaction of its last part. The same page may come again. */
  take(
    app: App,
    ctx: Ctx,
    shop: Shop,
    page: P,
    advance: (tx: Tx, taken: Taken) => Promise<void>,
    since: Date,
  ): Promise<Taken>;
  /** Runs after the last page of a listing from `since` on that started at `began`. */
  finish?(tx: Tx, shopId: number, began: Date, since: Date): Promise<void>;
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

/** In display order. */
export const streams = (): Stream[] => STREAMS.flatMap((kind) => all.get(kind) ?? []);
