import { type bulkResult, type Call, type InputOf, PAGE_SIZES, type ResultOf } from '@tradewind/contract/call.ts';
import type { ReactNode } from 'react';

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

/** What a bulk action works on. `input` goes straight into the call: `{ids}` or `{filter}`. */
export interface Picked<C extends Call> {
  input: { ids: number[] } | { filter: FilterOf<C> };
  count: number;
  /** The same for one press of the button, however often it is sent. */
  idempotencyKey: string;
}

export interface BulkAction<C extends Call> {
  key: string;
  /** The button without its number ("Hold"): its text becomes "Hold 12". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Asked before: says what happens, with the number. Leave it out where the act can be undone. */
  confirm?: (count: number) => string;
  /** Wrong state: disabled and this is why. Gets the ticked rows of the page that are on the screen. */
  disabledReason?: (rows: RowOf<C>[]) => string | undefined;
  /** Takes back what was done, by the answer's `undoId`. */
  undo?: (undoId: number) => void;
  run: (picked: Picked<C>) => Promise<BulkResultData | undefined>;
}
