import { type bulkResult, type Call, type InputOf, PAGE_SIZES, type ResultOf } from '@tradewind/contract/call.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { send } from '../../api/client.ts';
import type { Filter } from './filters.ts';

export type BulkResultData = ReturnType<(typeof bulkResult)['parse']>;
/**
 * What an act has done, and what else there is to say of it: the numbers of new documents. Undefined: it has no result to
 * show, or its own dialog was closed.
 */
export type Outcome = (BulkResultData & { message?: string }) | undefined;

/** The message after an act: one for all that there is to say. */
export const saidOf = (done: string, more?: string): string => [done, more].filter(Boolean).join(' · ');
export { PAGE_SIZES };

/** A call that returns `pageOf(row)`. */
export type ListCall = Call;
export interface PageOf<Row> {
  rows: Row[];
  total: number;
  totalExact?: boolean;
}
export type RowOf<C extends Call> = ResultOf<C> extends { rows: (infer Row)[] } ? Row : never;
/** The filter of a list without paging: "all that match". */
export type FilterOf<C extends Call> = Omit<InputOf<C>, 'page' | 'pageSize' | 'sort' | 'order'>;

/** A filter of this list, limited to the call's input. */
export type FilterField<C extends Call> = Filter<keyof FilterOf<C> & string>;

/** The rows of an act. `input` goes straight into the call: `{ids}` or `{filter}`. */
export interface Chosen<Filter> {
  input: { ids: number[] } | { filter: Filter };
  count: number;
  /** One key for each press of the button, however often the request is sent. */
  idempotencyKey: string;
}
export type Picked<C extends Call> = Chosen<FilterOf<C>>;

/**
 * One act on the rows of a list: on many in its bulk bar, on one by `ActButtons` in the drawer, and on scanned ones.
 */
export interface Act<Row, Filter = unknown> {
  key: string;
  /** The button without its number ("Hold"): in the list its text becomes "Hold 12". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Whether the user has the right; false hides the act. */
  may?: boolean;
  /** Whether the act applies to this row. If not, the drawer leaves it out. */
  fits?: (row: Row) => boolean;
  /** Why it is disabled if it applies to none of the ticked rows. */
  needs?: string;
  /** Any other reason to disable it, from the ticked rows on the screen. */
  disabledReason?: (rows: Row[]) => string | undefined;
  /** The question before the act: the consequence, with the number. Leave it out if the act can be undone. */
  confirm?: (count: number) => string;
  /** The same question in the drawer, naming the row. */
  askOne?: (row: Row) => { title: string; consequence: ReactNode };
  /** The message after one row is done. */
  didOne?: string;
  /** Undoes the act by the answer's `undoId`. */
  undo?: (undoId: number) => void;
  /** Calls to refresh afterwards, besides the list itself. */
  refresh?: readonly Call[];
  /** Its `message` follows the usual one. */
  run: (picked: Chosen<Filter>) => Promise<Outcome>;
}

/** An act on the rows of this list. */
export type BulkAction<C extends Call> = Act<RowOf<C>, FilterOf<C>>;

/**
 * Why an act is disabled; undefined: enabled. @param rows the ticked rows on the screen @param ticked how many are
 * ticked: if some are on other pages, the act may apply to those
 */
export function whyNot<Row, Filter>(act: Act<Row, Filter>, rows: Row[], ticked = rows.length): string | undefined {
  const { fits, needs } = act;
  if (needs && fits && rows.length > 0 && rows.length >= ticked && !rows.some(fits)) return needs;
  return act.disabledReason?.(rows);
}

/** The `run` of an act that is one call; it sends `more` along with the rows. */
export function bulkRun(call: Call<z.ZodType, typeof bulkResult>, more: object = {}) {
  return ({ input, idempotencyKey }: Chosen<unknown>): Promise<BulkResultData> =>
    send(call, { ...more, ...input, idempotencyKey });
}
