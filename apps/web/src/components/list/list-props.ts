import type { Call } from '@tradewind/contract/call.ts';
import type { ReactNode } from 'react';
import type { Column } from '../table/columns.ts';
import type { RowKey } from '../table/data-row.tsx';
import type { Sort } from '../table/head-cell.tsx';
import type { BulkAction, FilterField, FilterOf, RowOf } from './bulk.ts';
import type { ExportAction } from './export-button.tsx';
import type { Primary } from './primary-button.tsx';
import type { StatusTab } from './status-tabs.tsx';

/** What an empty list says: what will stand here, and how it gets here. */
export interface EmptyText {
  title: string;
  hint?: ReactNode;
  /** Beside the primary button: another way to the first row. */
  action?: ReactNode;
  /** The texts fit the chosen tab. */
  ofTab?: boolean;
}

export interface DetailTools {
  /** The address of the list says which row is open. */
  inAddress?: true;
  close: () => void;
  previous?: () => void;
  next?: () => void;
}

export interface ListPageProps<C extends Call> {
  /** The name of the user's settings for this list, e.g. "order.all". */
  id: string;
  /** A call that returns pageOf(row). */
  call: C;
  columns: readonly Column<RowOf<C>>[];
  /** Input that the user does not choose, e.g. {platform: 'amazon'}. */
  fixed?: Partial<FilterOf<C>>;
  tabs?: { param: string; items: readonly StatusTab[] };
  filters?: readonly FilterField<NoInfer<C>>[];
  /** row.id by default. Rows that can be ticked need a number. */
  keyOf?: (row: RowOf<C>, index: number) => RowKey;
  bulk?: readonly BulkAction<C>[];
  exports?: ExportAction | false;
  /** Input for a sorted list; {sort, order} by default. */
  sortInput?: (sort: Sort) => Record<string, unknown>;
  /** Buttons at the right of the filters. */
  actions?: ReactNode;
  /** The page's one primary button: last beside the filters, and in the middle of an empty list. */
  primary?: Primary | false;
  /** The drawer that a click on a row opens. `row` is undefined when a link opened the page. */
  detail?: (id: number, tools: DetailTools, row: RowOf<C> | undefined) => ReactNode;
  /** Runs instead of opening a drawer. */
  onOpen?: (row: RowOf<C>) => void;
  empty?: EmptyText;
  pageSize?: 30 | 50 | 100 | 200;
  /** Shown above the table, e.g. totals of the matches. */
  summary?: ReactNode;
  /** Last line of the table, by column key: sums of the page. */
  foot?: (rows: readonly RowOf<C>[]) => Record<string, ReactNode>;
  everyMs?: number;
}
