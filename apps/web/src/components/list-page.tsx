import type { Call } from '@tradewind/contract/call.ts';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useSend } from '../api/hooks.ts';
import type { FilterOf, PageOf, RowOf } from './list/bulk.ts';
import { EmptyList, noRows } from './list/empty-list.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import type { Filter } from './list/filters.ts';
import { ListBody } from './list/list-body.tsx';
import type { ListPageProps } from './list/list-props.ts';
import { useListState } from './list/list-state.ts';
import { Pager } from './list/pager.tsx';
import { usePrimary } from './list/primary-button.tsx';
import { StatusTabs } from './list/status-tabs.tsx';
import { usePlace } from './list/use-place.ts';
import { PageError } from './page-error.tsx';
import { idOf } from './table/data-table.tsx';
import type { Sort } from './table/head-cell.tsx';
import { useNarrow } from './use-narrow.ts';
import './list/list.css';

export {
  type Act,
  type BulkAction,
  type BulkResultData,
  bulkRun,
  type FilterField,
  type FilterOf,
  type Outcome,
  type Picked,
  type RowOf,
} from './list/bulk.ts';
export { type Filter, type Option, optionsOf, yesNo } from './list/filters.ts';
export type { DetailTools, EmptyText } from './list/list-props.ts';
export { tabsOf } from './list/tabs-of.ts';
export type { Column } from './table/columns.ts';

const NO_FILTERS: readonly Filter[] = [];
const plainSort = (sort: Sort) => ({ sort: sort.key, order: sort.order });

export function ListPage<C extends Call>(props: ListPageProps<C>): ReactNode {
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const filters: readonly Filter[] = props.filters ?? NO_FILTERS;
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

  // After acts have emptied the last page, the one before it is shown.
  const last = Math.max(1, Math.ceil((page?.total ?? 0) / state.pageSize));
  const beyond = page !== undefined && !query.isPlaceholderData && page.total > 0 && state.page > last;
  const toLast = useEffectEvent(() => set.setPage(last, state.pageSize));
  useEffect(() => {
    if (beyond) toLast();
  }, [beyond]);

  const keyOf = props.keyOf ?? idOf;
  const place = usePlace(rows.map(keyOf), state.open);
  const openAt = (index: number) => {
    const row = rows[index];
    if (!row) return;
    if (props.onOpen) props.onOpen(row);
    else set.setOpen(String(keyOf(row, index)));
  };
  const why = noRows(state, props.tabs?.items, props.empty?.ofTab);
  const { button: primary, form } = usePrimary(props.primary);
  // In an empty list the primary button stands in the middle, so not above as well.
  const above = query.isError || page?.total !== 0 || why.reason !== 'nothing' ? primary : undefined;
  const empty = query.isError ? (
    <PageError error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <EmptyList
      why={why}
      text={props.empty}
      primary={primary}
      onClear={() => set.replaceFilters({}, state.tab)}
      onTab={set.setTab}
    />
  );
  return (
    <div className="tw-list" ref={root} data-narrow={narrow || undefined}>
      {props.tabs && <StatusTabs items={props.tabs.items} value={state.tab} onChange={set.setTab} />}
      {(filters.length > 0 || props.actions || above) && (
        <FilterBar
          listId={props.id}
          filters={filters}
          values={state.filters}
          onChange={set.setFilters}
          onReplace={(values) => set.replaceFilters(values, state.tab)}
          actions={
            (props.actions || above) && (
              <>
                {props.actions}
                {above}
              </>
            )
          }
        />
      )}
      {props.summary}
      <ListBody
        list={props}
        query={query}
        page={page}
        keyOf={keyOf}
        filter={filter}
        view={JSON.stringify(input)}
        sort={state.sort}
        setSort={set.setSort}
        opened={state.open === '' ? undefined : place}
        open={props.onOpen || props.detail ? openAt : undefined}
        hrefOf={props.detail && !props.onOpen ? set.hrefOf : undefined}
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
      {form}
      {props.detail && state.open !== '' && (
        <Fragment key={state.open}>
          {props.detail(
            Number(state.open),
            {
              inAddress: true,
              close: () => set.setOpen(''),
              ...(place.known && rows[place.above] ? { previous: () => openAt(place.above) } : {}),
              ...(place.known && rows[place.below] ? { next: () => openAt(place.below) } : {}),
            },
            rows[place.cursor],
          )}
        </Fragment>
      )}
    </div>
  );
}
