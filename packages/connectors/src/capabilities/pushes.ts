import type { ShopAccess } from '../types.ts';

export interface PushInput {
  headers: Record<string, string | undefined>;
  /** The bytes as they came: signatures are over them. */
  body: Buffer;
  query: Record<string, string>;
  /** The address that the platform was told, where signatures include it. */
  url: string;
}

export interface PlatformPush {
  /** Unique per delivery: the platform's id, or a digest of what was said where it has none. */
  deliveryId: string;
  topic: string;
  account: string;
  platformOrderNo?: string;
  /** Further orders of the same push, where a platform tells of several at once. */
  otherOrderNos?: readonly string[];
  /** The permission was withdrawn or the app removed: the shop is asked at once. */
  revoked?: boolean;
  /** Buyers' data that the platform wants erased. */
  forget?: PlatformForget;
}

/** Whose data: buyers by any of their names (`PlatformOrder.buyerRef`) in all shops, orders of the account, or all of it. */
export interface PlatformForget {
  buyers?: readonly string[];
  platformOrderNos?: readonly string[];
  shop?: true;
}

export interface PushCalls {
  /** Subscribes the platform's pushes to `callbackUrl`; absent where a platform has none or wants them set by hand. */
  subscribe?(access: ShopAccess, callbackUrl: string): Promise<void>;
  /** Checks and reads a push. Null when it is not signed by the platform. @throws ConnectorError `malformed` */
  readPush?(input: PushInput): PlatformPush | null | Promise<PlatformPush | null>;
  /** The platform checks our address by a GET before it sends pushes: what to answer; null when it is none of that. */
  answerChallenge?(input: { query: Record<string, string>; url: string }): string | null;
  /** What to answer an accepted push with, where an empty 200 will not do. */
  pushAnswer?: { contentType: string; body: string };
}
