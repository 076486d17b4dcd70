import type { Call, FileKind, ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Ctx } from '../context.ts';

/** What a handler of a signed-in call knows beside its input. For public calls `companyId` is 0 and nothing is permitted. */
export interface RequestCtx extends Ctx {
  /** The caller's address, for throttling. */
  address: string;
  userAgent: string;
  tokenHash: Buffer | undefined;
  cookies: Record<string, string | undefined>;
  setCookie(name: string, value: string, maxAgeSeconds: number): void;
  file?: UploadedFile;
}

export interface UploadedFile {
  name: string;
  /** What the content is, whatever the name says. */
  kind: FileKind;
  data: Buffer;
}

/** A file as the answer of a `download` call. */
export interface FileAnswer {
  name: string;
  mime: string;
  data: Buffer;
  /** Show in the browser instead of saving. */
  inline?: boolean;
}

/** `data` already written as JSON by the database: hot lists are written once and not parsed and written again. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The answer of a `stream` call: it stays open, and hints to this user (undefined: to everybody) go out by it. */
export class EventStream {
  readonly userId: number | undefined;
  constructor(userId: number | undefined) {
    this.userId = userId;
  }
}

export interface Route {
  call: Call;
  handler: (ctx: RequestCtx, input: never) => Promise<unknown>;
}

/** Binds a call of the contract to what does it. */
export function handle<C extends Call>(
  call: C,
  handler: (ctx: RequestCtx, input: ParsedOf<C>) => Promise<ResultOf<C> | RawJson | FileAnswer | EventStream>,
): Route {
  return { call, handler: handler as Route['handler'] };
}

export const OK = { ok: true } as const;
