import type { Readable } from 'node:stream';
import { type Call, type FileKind, isReading, ok, type ParsedOf, type ResultOf } from '@tradewind/contract/call.ts';
import type { App } from '../app.ts';
import type { Ctx } from '../context.ts';
import type { Tx } from '../database/database.ts';

/**
 * The context of a handler of a signed-in call beside its input. For public calls `companyId` is 0 and nothing is
 * permitted.
 */
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
  /** The type of the content, independent of the name. */
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

/** A file that leaves the store in a stream. */
export type FileStream = Omit<FileAnswer, 'data'> & { data: Readable };

/** `data` already written as JSON by the database, so that hot lists are not parsed and written again. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The answer of a `stream` call: it stays open and carries the hints to this user (undefined: to all users). */
export class EventStream {
  readonly userId: number | undefined;
  constructor(userId: number | undefined) {
    this.userId = userId;
  }
}

export interface Route {
  call: Call;
  handler: (app: App, ctx: RequestCtx, input: never) => Promise<unknown>;
}

type Answer<C extends Call> = ResultOf<C> | RawJson | FileAnswer | FileStream | EventStream;
/** Calls that answer `ok` do so whatever their work returns. */
type Worked<C extends Call> =
  typeof OK extends ResultOf<C> ? (ResultOf<C> extends typeof OK ? unknown : Answer<C>) : Answer<C>;

/** Binds a call to its work in one transaction; for a reading call the transaction refuses writes. */
export function handle<C extends Call>(
  call: C,
  work: (tx: Tx, input: ParsedOf<C>, ctx: RequestCtx) => Promise<Worked<C>> | Worked<C>,
): Route {
  const handler = async ({ database }: App, ctx: RequestCtx, input: ParsedOf<C>) => {
    const run = (tx: Tx) => work(tx, input, ctx);
    const answer = await (isReading(call) ? database.look(ctx, run) : database.inCompany(ctx, run));
    return call.result === ok ? OK : answer;
  };
  return { call, handler };
}

/** Binds a call that needs no transaction, several, or an outside service. */
export function handleApp<C extends Call>(
  call: C,
  handler: (ctx: RequestCtx, input: ParsedOf<C>) => Promise<Answer<C>>,
): Route {
  return { call, handler: (_app, ctx, input) => handler(ctx, input) };
}

export const OK = { ok: true } as const;
