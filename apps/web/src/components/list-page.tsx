import { ReloadOutlined } from '@ant-design/icons';
import type { Call } from '@tradewind/contract/call.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../api/hooks.ts';
import { usePreference } from '../shell/preferences.ts';
import { EmptyState } from './empty-state.tsx';
import type { BulkAction, FilterOf, PageOf, RowOf } from './list/bulk.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { Cards } from './list/cards.tsx';
import { ColumnMenu } from './list/column-menu.tsx';
import { type ExportAction, ExportButton } from './list/export-button.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import type { Filter } from './list/filters.ts';
import { useListState } from './list/list-state.ts';
import { Pager, totalText } from './list/pager.tsx';
import { useSelection } from './list/selection.ts';
import { type StatusTab, StatusTabs } from './list/status-tabs.tsx';
import { useListKeys } from './list/use-list-keys.ts';
import { PageError } from './page-error.tsx';
import { arrange, type Column, move, ordered, parseColumnSettings } from './table/columns.ts';
import type { RowKey } from './table/data-row.tsx';
import { DataTable, TICK_WIDTH } from './table/data-table.tsx';
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
  /** Last line of the table, cells for all columns: gets the visible columns. */
  foot?: (columns: readonly Column<RowOf<C>>[], rows: RowOf<C>[]) => ReactNode;
  everyMs?: number;
}

const NO_FILTERS: readonly Filter[] = [];
const idOf = (row: unknown, index: number): RowKey => (row as { id?: RowKey }).id ?? index;

export function ListPage<C extends Call>(props: ListPageProps<C>): ReactNode {
  type Row = RowOf<C>;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const keyOf = props.keyOf ?? idOf;
  const filters = props.filters ?? NO_FILTERS;
  const tabParam = props.tabs?.param ?? 'tab';
  const firstTab = props.tabs?.items[0]?.value ?? '';
  const { state, ...set } = useListState({ tabParam, firstTab, filters, pageSize: props.pageSize ?? 50 });
  const [settings, saveSettings] = usePreference(`columns:${props.id}`, parseColumnSettings);

  const tab = props.tabs?.items.find((item) => item.value === state.tab);
  const tabInput = tab?.input ?? (props.tabs && state.tab ? { [tabParam]: state.tab } : {});
  const filter = { ...props.fixed, ...state.filters, ...tabInput } as FilterOf<C>;
  const sortInput = props.sortInput ?? ((sort: Sort) => ({ sort: sort.key, order: sort.order }));
  const input = {
    ...filter,
    page: state.page,
    pageSize: state.pageSize,
    ...(state.sort ? sortInput(state.sort) : {}),
  };
  const query = useSend(props.call, input, {
    keepPrevious: true,
    ...(props.everyMs ? { everyMs: props.everyMs } : {}),
  });
  const page = query.data as PageOf<Row> | undefined;
  const rows = page?.rows ?? [];
  const total = page?.total ?? 0;
  const exact = page?.totalExact ?? true;

  const tickable = !!props.bulk && props.bulk.length > 0;
  const keys = rows.map(keyOf);
  const selection = useSelection(keys, JSON.stringify(filter));
  const picking = tickable && (selection.all || selection.ids.size > 0);
  const settingsKey = JSON.stringify(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings are a new object each time, their text is not
  const columns = useMemo(
    () => arrange(props.columns, settings, tickable ? TICK_WIDTH : 0),
    [props.columns, settingsKey, tickable],
  );

  const [cursor, setCursor] = useState(-1);
  const openIndex = keys.findIndex((key) => String(key) === state.open);
  const open = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setCursor(index);
    if (props.onOpen) props.onOpen(row);
    else if (props.detail) set.setOpen(String(keys[index]));
  };
  useListKeys({
    rows: rows.length,
    cursor,
    onCursor: (index) => {
      setCursor(index);
      root.current?.querySelector(`tr[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
      if (state.open) open(index);
    },
    onTick: (index) => tickable && selection.toggle(keys[index] ?? '', false),
    onOpen: open,
    onSearch: () => root.current?.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  });

  const filtered = Object.keys(state.filters).length > 0;
  const empty = query.isError ? (
    <PageError error={query.error} onRetry={() => void query.refetch()} />
  ) : filtered ? (
    <EmptyState
      title={t('list.nothingMatches')}
      hint={t('list.nothingMatchesHint')}
      action={<Button onClick={() => set.replaceFilters({}, state.tab)}>{t('list.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState title={props.empty?.title ?? t('list.empty')} hint={props.empty?.hint} action={props.empty?.action} />
  );
  const clickable = props.detail || props.onOpen ? (_row: Row, index: number) => open(index) : undefined;
  const ticks = tickable ? selection : undefined;
  const view = { columns, rows, keyOf, ticks, onRow: clickable, empty };

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
      <div className="tw-toolbar" data-picking={picking || undefined}>
        {picking && props.bulk ? (
          <BulkBar
            actions={props.bulk}
            selection={selection}
            rows={rows.filter((row, index) => selection.has(keyOf(row, index)))}
            total={total}
            totalText={totalText(total, exact)}
            filter={filter}
            onDone={() => void query.refetch()}
          />
        ) : (
          <span className="tw-count">{page ? t('list.total', { total: totalText(total, exact) }) : ' '}</span>
        )}
        <span className="tw-grow" />
        {props.exports && <ExportButton action={props.exports} filter={filter} />}
        <Tooltip title={t('action.refresh')}>
          <Button
            type="text"
            icon={<ReloadOutlined spin={query.isFetching} />}
            aria-label={t('action.refresh')}
            onClick={() => void query.refetch()}
          />
        </Tooltip>
        {!narrow && <ColumnMenu columns={props.columns} settings={settings} onChange={saveSettings} />}
      </div>
      {narrow ? (
        <Cards {...view} skeleton={query.isPending} />
      ) : (
        <DataTable
          {...view}
          label={t('list.rows')}
          skeleton={query.isPending ? 15 : 0}
          stale={query.isPlaceholderData}
          cursor={cursor}
          openKey={keys[openIndex] ?? ''}
          sort={state.sort}
          onSort={set.setSort}
          onResize={(key, width) => saveSettings({ ...settings, widths: { ...settings.widths, [key]: width } })}
          onMove={(key, before) =>
            saveSettings({
              ...settings,
              order: move(
                ordered(props.columns, settings).map((column) => column.key),
                key,
                before,
              ),
            })
          }
          foot={props.foot?.(columns, rows)}
        />
      )}
      <Pager
        page={state.page}
        pageSize={state.pageSize}
        total={total}
        totalExact={exact}
        narrow={narrow}
        onChange={set.setPage}
      />
      {props.detail && state.open !== '' && (
        <div key={state.open}>
          {props.detail(
            Number(state.open),
            {
              close: () => set.setOpen(''),
              ...(openIndex > 0 ? { previous: () => open(openIndex - 1) } : {}),
              ...(openIndex >= 0 && openIndex < rows.length - 1 ? { next: () => open(openIndex + 1) } : {}),
            },
            rows[openIndex],
          )}
        </div>
      )}
    </div>
  );
}
