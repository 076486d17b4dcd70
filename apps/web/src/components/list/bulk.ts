import { type bulkResult, type Call, type InputOf, PAGE_SIZES, type ResultOf } from '@tradewind/contract/call.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { send } from '../../api/client.ts';
import type { Filter } from './filters.ts';

export type BulkResultData = ReturnType<(typeof bulkResult)['parse']>;
export { PAGE_SIZES };

/** A call whose answer is `pageOf(row)`. */
export type ListCall = Call;
export interface PageOf<Row> {
  rows: Row[];
  total: number;
  totalExact?: boolean;
}
export type RowOf<C extends Call> = ResultOf<C> extends { rows: (infer Row)[] } ? Row : never;
/** The filter of a list without its paging: what "all that match" stands for. */
export type FilterOf<C extends Call> = Omit<InputOf<C>, 'page' | 'pageSize' | 'sort' | 'order'>;

/** A filter of this list: it fills what the call's input knows. */
export type FilterField<C extends Call> = Filter<keyof FilterOf<C> & string>;

/** What an act works on. `input` goes straight into the call: `{ids}` or `{filter}`. */
export interface Chosen<Filter> {
  input: { ids: number[] } | { filter: Filter };
  count: number;
  /** The same for one press of the button, however often it is sent. */
  idempotencyKey: string;
}
export type Picked<C extends Call> = Chosen<FilterOf<C>>;

/**
 * One thing that may be done with the rows of a list: in its bulk bar with many, by `ActButtons` in the drawer with one,
 * and with what was scanned.
 */
export interface Act<Row, Filter = unknown> {
  key: string;
  /** The button without its number ("Hold"): in the list its text becomes "Hold 12". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** By the person's rights: false is absent. */
  may?: boolean;
  /** Does it find work in this row? The drawer leaves it out otherwise. */
  fits?: (row: Row) => boolean;
  /** Why it is disabled where it finds work in none of the ticked rows. */
  needs?: string;
  /** Any other reason why it is disabled. Gets the ticked rows of the page that are on the screen. */
  disabledReason?: (rows: Row[]) => string | undefined;
  /** Asked before: says what happens, with the number. Leave it out where the act can be undone. */
  confirm?: (count: number) => string;
  /** The same in the drawer of one row, which it names. */
  askOne?: (row: Row) => { title: string; consequence: ReactNode };
  /** Said when one is done. */
  didOne?: string;
  /** Takes back what was done, by the answer's `undoId`. */
  undo?: (undoId: number) => void;
  /** Calls whose answers are out of date afterwards, beside the list itself. */
  refresh?: readonly Call[];
  run: (picked: Chosen<Filter>) => Promise<BulkResultData | undefined>;
}

/** An act on the rows of this list. */
export type BulkAction<C extends Call> = Act<RowOf<C>, FilterOf<C>>;

/** Why an act is disabled for these rows; undefined: it is not. */
export function whyNot<Row, Filter>(act: Act<Row, Filter>, rows: Row[]): string | undefined {
  const { fits, needs } = act;
  return needs && fits && rows.length > 0 && !rows.some(fits) ? needs : act.disabledReason?.(rows);
}

/** The `run` of an act that is one call; `more` goes along with the rows. */
export function bulkRun(call: Call<z.ZodType, typeof bulkResult>, more: object = {}) {
  return ({ input, idempotencyKey }: Chosen<unknown>): Promise<BulkResultData> =>
    send(call, { ...more, ...input, idempotencyKey });
}
