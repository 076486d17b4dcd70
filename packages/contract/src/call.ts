import { z } from 'zod';
import type { Right } from './access/modules.ts';

/**
 * Who may make a call. `public`: deliberately without login. `user`: every signed-in user. Of several rights any one is
 * enough.
 */
export type Access = 'public' | 'user' | readonly Right[];

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Under /api, e.g. /seller/order/list */
  path: `/${string}`;
  access: Access;
  /** Query and body together: a name occurs in only one of them. GET and DELETE have only a query. */
  input: I;
  result: O;
  /** One line for the API documents. */
  summary: string;
  /**
   * Calls with a file by multipart: the field is `file`, `input` parses the other fields (objects travel as JSON).
   * `optional`: without a file the call is like any other.
   */
  upload?: { maxBytes: number; kinds: readonly FileKind[]; optional?: boolean };
  /** Calls that answer with a file instead of the envelope. */
  download?: boolean;
  /** Calls that answer with a stream of server-sent events, each of them one `result`. The cookie alone signs them. */
  stream?: boolean;
  /** Overrides the method: a GET that writes, a POST that only reads. */
  mode?: 'read' | 'write';
  /** Keep the lines of the body or answer out of logs (passwords, tokens). */
  secret?: boolean;
  /** Changes nothing of the member that a main account views as, or ends the viewing. */
  whileViewing?: boolean;
  /** Refused to whoever looks around in a sample company: it concerns real people, shops, carriers or money. */
  notInSample?: boolean;
  /** Permitted to somebody whose company requires two-step sign-in and who has yet to set it up. */
  beforeSecondFactor?: boolean;
}

/** zip: an archive of pictures or with a table. csv: any table of text. ofx, mt940, camt: statements of banks. */
export type FileKind = 'jpg' | 'png' | 'gif' | 'pdf' | 'xls' | 'xlsx' | 'csv' | 'zip' | 'ofx' | 'mt940' | 'camt';
export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never;
export type ParsedOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
export type ResultOf<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;

/** Whether the call only reads: the server then refuses every write. */
export const isReading = (call: Pick<Call, 'method' | 'mode'>): boolean =>
  (call.mode ?? (call.method === 'GET' ? 'read' : 'write')) === 'read';

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
/** Every call signed by the web's cookie carries this header, so that a link on another site cannot act. */
export const WEB_HEADER = 'x-tradewind';
export const SESSION_COOKIE = 'token1';
/** Begins the names of all cookies behind https: browsers then refuse them from other hosts and from plain http. */
export const HOST_ONLY = '__Host-';
export const MEGABYTE = 1024 * 1024;
export const UPLOAD_LIMIT_BYTES = 5 * MEGABYTE;

// ---- shapes that many calls share. Query strings bring text: numbers and booleans are read from it.
export const id = () => z.coerce.number().int().positive();
/** An id, or 0 for none. */
export const idOrNone = () => z.coerce.number().int().nonnegative();
/** The most that a column of whole numbers holds. */
const MOST = 2 ** 31 - 1;
export const integer = (min = 0, max = MOST) => z.coerce.number().int().min(min).max(max);
export const flag = () =>
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')]);
/** A list as JSON array, repeated query key or comma-joined text. `missing`: the message if there is none. */
export const list = <T extends z.ZodType>(item: T, max = 1000, missing?: string) =>
  z.preprocess((v) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v), z.array(item, missing).max(max));
export const text = (max = 200) => z.string().trim().max(max);
export const requiredText = (max = 200) => text(max).min(1);
/** Money and other exact figures travel as decimal strings. */
export const decimal = (digits = 6) => z.string().regex(new RegExp(`^-?\\d{1,13}(\\.\\d{1,${digits}})?$`));
export const positiveDecimal = (digits = 6) => z.string().regex(new RegExp(`^\\d{1,13}(\\.\\d{1,${digits}})?$`));
export const currency = () => z.string().regex(/^[A-Z]{3}$/);
/** A check with its own message: a text of the server, in the user's language. */
export const saying = (code: string) => `text:${code}`;
/** Years that a business means. A day outside of them is a slip of the hand, and date arithmetic may overflow on it. */
const MEANT = /^(19|2[01])\d\d-/;
export const instant = () => z.iso.datetime({ offset: true, abort: true }).regex(MEANT, saying('core.farAway'));
export const day = () => z.iso.date({ abort: true }).regex(MEANT, saying('core.farAway'));
export const PAGE_SIZES = [30, 50, 100, 200] as const;
/** Numbered pages for people. */
export const paging = { page: integer(1, 1_000_000).default(1), pageSize: integer(1, 200).default(50) };
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    total: z.number().int(),
    /** false if counting stopped early: there are at least `total`. */
    totalExact: z.boolean().default(true),
  });
export const ok = z.object({ ok: z.literal(true) });
/** A file that a job writes; the exports of the top bar show it when it is ready. */
export const exportQueued = z.object({ exportId: z.number() });
/** The answer of a bulk action: one row for each record, with the reasons of failures. */
export const bulkResult = z.object({
  done: z.number().int(),
  failed: z.array(z.object({ id: z.number().int(), label: z.string(), error: z.string(), reason: z.string() })),
  /** The id for an undo, if the action can be undone for a while. */
  undoId: z.number().int().optional(),
});
export const exportCall = <I extends z.ZodType>(path: Call['path'], access: Access, summary: string, input: I) =>
  defineCall({ method: 'POST', path, access, summary, input, result: exportQueued });
/** An action on many rows at once: its results, and the reasons of failures. */
export const bulkCall = <I extends z.ZodType>(path: Call['path'], access: Access, summary: string, input: I) =>
  defineCall({ method: 'POST', path, access, summary, input, result: bulkResult });
/**
 * The rows of a bulk action: ticked ids, or all matches of a filter. `idempotencyKey` makes a repeated click or a retry
 * after a lost answer do nothing twice.
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

/**
 * The calls of every kind of document: its list, the numbers on its tabs, one with its parts and history, its export,
 * and acts that need no more than its id. `base` begins their paths.
 */
export function documentCalls<F extends z.ZodRawShape, R extends z.ZodRawShape, D extends z.ZodRawShape>(
  base: `/${string}`,
  view: Access,
  document: {
    list: string;
    filter: z.ZodObject<F, z.core.$strict>;
    row: z.ZodObject<R>;
    tabs: string;
    one: string;
    detail: D;
  },
) {
  const { filter, row, detail } = document;
  const get = <I extends z.ZodType, O extends z.ZodType>(name: string, summary: string, input: I, result: O) =>
    defineCall({ method: 'GET', path: `${base}/${name}`, access: view, summary, input, result });
  return {
    list: get('list', document.list, filter.extend(paging), pageOf(row)),
    tabs: get('tabs', document.tabs, z.strictObject({}), z.object({ counts: z.record(z.string(), z.number()) })),
    get: get('detail', document.one, z.strictObject({ id: id() }), row.extend({ ...detail, history: documentHistory })),
    export: (access: Access, summary: string) =>
      exportCall(`${base}/export`, access, summary, z.strictObject({ filter })),
    act: (name: string, access: Access, summary: string) =>
      defineCall({
        ...{ method: 'POST', path: `${base}/${name}`, access, summary },
        ...{ input: z.strictObject({ id: id(), ...idempotencyKey }), result: ok },
      }),
  };
}
