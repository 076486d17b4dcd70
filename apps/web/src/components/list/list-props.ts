import type { Call } from '@tradewind/contract/call.ts';
import type { ReactNode } from 'react';
import type { Column } from '../table/columns.ts';
import type { RowKey } from '../table/data-row.tsx';
import type { Sort } from '../table/head-cell.tsx';
import type { BulkAction, FilterField, FilterOf, RowOf } from './bulk.ts';
import type { ExportAction } from './export-button.tsx';
import type { StatusTab } from './status-tabs.tsx';

export interface DetailTools {
  close: () => void;
  previous?: () => void;
  next?: () => void;
}

export interface ListPageProps<C extends Call> {
  /** Settings of the user are kept under this name, e.g. "order.all". */
  id: string;
  /** A call that answers pageOf(row). */
  call: C;
  columns: readonly Column<RowOf<C>>[];
  /** Input that the user does not choose, e.g. {platform: 'amazon'}. */
  fixed?: Partial<FilterOf<C>>;
  tabs?: { param: string; items: readonly StatusTab[] };
  filters?: readonly FilterField<NoInfer<C>>[];
  /** row.id unless told. Rows that can be ticked need a number. */
  keyOf?: (row: RowOf<C>, index: number) => RowKey;
  bulk?: readonly BulkAction<C>[];
  exports?: ExportAction | false;
  /** Input for a sorted list: {sort, order} unless told. */
  sortInput?: (sort: Sort) => Record<string, unknown>;
  /** Buttons at the right of the filters; the page's one primary button last. */
  actions?: ReactNode;
  /** What a click on a row opens, beside the list. `row` is missing when the page is opened by a link. */
  detail?: (id: number, tools: DetailTools, row: RowOf<C> | undefined) => ReactNode;
  /** Instead of a drawer. */
  onOpen?: (row: RowOf<C>) => void;
  empty?: { title: string; hint?: ReactNode; action?: ReactNode };
  pageSize?: 30 | 50 | 100 | 200;
  /** Shown above the table, e.g. totals of what is filtered. */
  summary?: ReactNode;
  /** Last line of the table, by column key: sums of the page. */
  foot?: (rows: readonly RowOf<C>[]) => Record<string, ReactNode>;
  everyMs?: number;
}
