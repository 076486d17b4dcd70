import { z } from 'zod';

/**
 * Who may make a call.
 * `public`: on purpose without login. `user`: every signed-in user. Otherwise a module id ("201": may see the module)
 * or a button of it ("201:edit"); an array means any one of them is enough.
 */
export type Access = 'public' | 'user' | readonly ModuleRight[];
export type ModuleRight = `${number}` | `${number}:${string}`;

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Beneath /api, e.g. /seller/order/list */
  path: `/${string}`;
  access: Access;
  /** Query and body together: a name stands in one of them. GET and DELETE have only a query. */
  input: I;
  result: O;
  /** One line for the API documents. */
  summary: string;
  /**
   * Calls that take a file by multipart: the field is `file`, other fields are parsed by `input` (objects travel as
   * JSON). `optional`: without a file the call comes as every other.
   */
  upload?: { maxBytes: number; kinds: readonly FileKind[]; optional?: boolean };
  /** Calls that answer with a file instead of the envelope. */
  download?: boolean;
  /** Calls that answer with a stream of server-sent events, each of them one `result`. The cookie alone signs them. */
  stream?: boolean;
  /** Keep the lines of the body or answer out of logs (passwords, tokens). */
  secret?: boolean;
  /** Changes nothing that belongs to the member whom a main account looks at, or ends the looking. */
  whileViewing?: boolean;
}

export type FileKind = 'jpg' | 'png' | 'gif' | 'pdf' | 'xls' | 'xlsx' | 'csv';
export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never;
export type ParsedOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
export type ResultOf<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;

export function defineCall<I extends z.ZodType, O extends z.ZodType>(call: Call<I, O>): Call<I, O> {
  return call;
}

/** The envelope of every answer. `code` 200 is success; 10086 means the session is over (HTTP 401). */
export interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
}

/** What `data` holds when `code` is not 200. `error` is stable, `msg` is in the user's language. */
export interface Failure {
  error: string;
  requestId: string;
  fields?: { path: string; message: string }[];
}

export const SESSION_OVER = 10086;
/** Every call that is signed in by the web's cookie carries this header, so that a link on another site cannot act. */
export const WEB_HEADER = 'x-tradewind';
export const SESSION_COOKIE = 'token1';
export const MEGABYTE = 1024 * 1024;
export const UPLOAD_LIMIT_BYTES = 5 * MEGABYTE;

// ---- shapes that many calls share. Query strings bring text: numbers and booleans are read from it.
export const id = () => z.coerce.number().int().positive();
export const integer = (min = 0, max = Number.MAX_SAFE_INTEGER) => z.coerce.number().int().min(min).max(max);
export const flag = () =>
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')]);
/** A list that may arrive as JSON array, repeated query key or comma-joined text. `missing`: said where there is none. */
export const list = <T extends z.ZodType>(item: T, max = 1000, missing?: string) =>
  z.preprocess((v) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v), z.array(item, missing).max(max));
export const text = (max = 200) => z.string().trim().max(max);
export const requiredText = (max = 200) => text(max).min(1);
/** Money and other exact figures travel as decimal strings. */
export const decimal = (digits = 6) => z.string().regex(new RegExp(`^-?\\d{1,13}(\\.\\d{1,${digits}})?$`));
export const positiveDecimal = (digits = 6) => z.string().regex(new RegExp(`^\\d{1,13}(\\.\\d{1,${digits}})?$`));
export const currency = () => z.string().regex(/^[A-Z]{3}$/);
export const instant = () => z.iso.datetime({ offset: true });
export const day = () => z.iso.date();
/** A check whose refusal has words of its own: a text of the server, told in the user's language. */
export const saying = (code: string) => `text:${code}`;
export const PAGE_SIZES = [30, 50, 100, 200] as const;
/** Numbered pages for people. */
export const paging = { page: integer(1, 1_000_000).default(1), pageSize: integer(1, 200).default(50) };
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    total: z.number().int(),
    /** false where counting was cut off: there are at least `total`. */
    totalExact: z.boolean().default(true),
  });
export const ok = z.object({ ok: z.literal(true) });
/** A file that a job writes; the exports of the top bar show it when it is there. */
export const exportQueued = z.object({ exportId: z.number() });
/** What a bulk action says: one row a thing, why the failed ones failed. */
export const bulkResult = z.object({
  done: z.number().int(),
  failed: z.array(z.object({ id: z.number().int(), label: z.string(), error: z.string(), reason: z.string() })),
  /** Where it can be undone for a while: what the undo is asked with. */
  undoId: z.number().int().optional(),
});
/**
 * What a bulk action works on: ticked ids, or everything a filter matches.
 * `idempotencyKey` makes a repeated click or a retry after a lost answer do nothing twice.
 */
export const idempotencyKey = { idempotencyKey: z.string().min(8).max(80).optional() };
/** A document's history, newest first: changes of state, decisions of rules, remarks. */
export const documentHistory = z.array(
  z.object({
    id: z.number(),
    at: z.string(),
    actor: z.string(),
    event: z.string(),
    fromState: z.string().nullable(),
    toState: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()).nullable(),
  }),
);
