import type { Call } from '@tradewind/contract/call.ts';
import { Button } from 'antd';
import { Fragment, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../api/hooks.ts';
import { EmptyState } from './empty-state.tsx';
import type { BulkAction, FilterOf, PageOf, RowOf } from './list/bulk.ts';
import type { ExportAction } from './list/export-button.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import type { Filter } from './list/filters.ts';
import { ListBody } from './list/list-body.tsx';
import { useListState } from './list/list-state.ts';
import { Pager } from './list/pager.tsx';
import { type StatusTab, StatusTabs } from './list/status-tabs.tsx';
import { PageError } from './page-error.tsx';
import type { Column } from './table/columns.ts';
import type { RowKey } from './table/data-row.tsx';
import type { Sort } from './table/head-cell.tsx';
import { useNarrow } from './use-narrow.ts';
import './list/list.css';

export type { BulkAction, BulkResultData, FilterOf, Picked, RowOf } from './list/bulk.ts';
export type { Filter, Option } from './list/filters.ts';
export type { Column } from './table/columns.ts';

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
  filters?: readonly Filter[];
  /** row.id unless told. Rows that can be ticked need a number. */
  keyOf?: (row: RowOf<C>, index: number) => RowKey;
  bulk?: readonly BulkAction<C>[];
  exports?: ExportAction<FilterOf<C>>;
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

const NO_FILTERS: readonly Filter[] = [];
const idOf = (row: unknown, index: number): RowKey => (row as { id?: RowKey }).id ?? index;
const plainSort = (sort: Sort) => ({ sort: sort.key, order: sort.order });

export function ListPage<C extends Call>(props: ListPageProps<C>): ReactNode {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const filters = props.filters ?? NO_FILTERS;
  const tabParam = props.tabs?.param ?? 'tab';
  const firstTab = props.tabs?.items[0]?.value ?? '';
  const { state, ...set } = useListState({ tabParam, firstTab, filters, pageSize: props.pageSize ?? 50 });

  const tab = props.tabs?.items.find((item) => item.value === state.tab);
  const tabInput = tab?.input ?? (props.tabs && state.tab ? { [tabParam]: state.tab } : {});
  const filter = { ...props.fixed, ...state.filters, ...tabInput } as FilterOf<C>;
  const input = {
    ...filter,
    page: state.page,
    pageSize: state.pageSize,
    ...(state.sort ? (props.sortInput ?? plainSort)(state.sort) : {}),
  };
  const query = useSend(props.call, input, {
    keepPrevious: true,
    ...(props.everyMs ? { everyMs: props.everyMs } : {}),
  });
  const page = query.data as PageOf<RowOf<C>> | undefined;
  const rows = page?.rows ?? [];

  const keyOf = props.keyOf ?? idOf;
  const openIndex = state.open === '' ? -1 : rows.findIndex((row, index) => String(keyOf(row, index)) === state.open);
  const openAt = (index: number) => {
    const row = rows[index];
    if (!row) return;
    if (props.onOpen) props.onOpen(row);
    else set.setOpen(String(keyOf(row, index)));
  };
  const empty = query.isError ? (
    <PageError error={query.error} onRetry={() => void query.refetch()} />
  ) : Object.keys(state.filters).length > 0 ? (
    <EmptyState
      title={t('list.nothingMatches')}
      hint={t('list.nothingMatchesHint')}
      action={<Button onClick={() => set.replaceFilters({}, state.tab)}>{t('list.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState title={props.empty?.title ?? t('list.empty')} hint={props.empty?.hint} action={props.empty?.action} />
  );
  return (
    <div className="tw-list" ref={root} data-narrow={narrow || undefined}>
      {props.tabs && <StatusTabs items={props.tabs.items} value={state.tab} onChange={set.setTab} />}
      {(filters.length > 0 || props.actions) && (
        <FilterBar
          listId={props.id}
          filters={filters}
          values={state.filters}
          onChange={set.setFilters}
          onReplace={(values) => set.replaceFilters(values, state.tab)}
          actions={props.actions}
        />
      )}
      {props.summary}
      <ListBody
        list={props}
        query={query}
        page={page}
        keyOf={keyOf}
        filter={filter}
        sort={state.sort}
        setSort={set.setSort}
        openIndex={openIndex}
        open={props.onOpen || props.detail ? openAt : undefined}
        narrow={narrow}
        empty={empty}
        root={root}
      />
      <Pager
        page={state.page}
        pageSize={state.pageSize}
        total={page?.total}
        totalExact={page?.totalExact ?? true}
        narrow={narrow}
        onChange={set.setPage}
      />
      {props.detail && state.open !== '' && (
        <Fragment key={state.open}>
          {props.detail(
            Number(state.open),
            {
              close: () => set.setOpen(''),
              ...(openIndex > 0 ? { previous: () => openAt(openIndex - 1) } : {}),
              ...(openIndex >= 0 && openIndex < rows.length - 1 ? { next: () => openAt(openIndex + 1) } : {}),
            },
            rows[openIndex],
          )}
        </Fragment>
      )}
    </div>
  );
}
