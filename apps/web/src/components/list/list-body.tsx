import { ReloadOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Call } from '@tradewind/contract/call.ts';
import { Alert, Button, Tooltip } from 'antd';
import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/errors.ts';
import { useRefresh } from '../../api/hooks.ts';
import { usePreference } from '../../shell/preferences.ts';
import { arrange, move, ordered, parseColumnSettings } from '../table/columns.ts';
import type { RowKey } from '../table/data-row.tsx';
import { DataTable, TICK_WIDTH } from '../table/data-table.tsx';
import type { Sort } from '../table/head-cell.tsx';
import type { FilterOf, PageOf, RowOf } from './bulk.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Cards } from './cards.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { ExportButton } from './export-button.tsx';
import type { ListPageProps } from './list-props.ts';
import { totalText } from './pager.tsx';
import { useSelection } from './selection.ts';
import { useListKeys } from './use-list-keys.ts';
import { type Place, usePlace } from './use-place.ts';

interface ListBodyProps<C extends Call> {
  list: ListPageProps<C>;
  query: UseQueryResult<unknown, ApiError>;
  page: PageOf<RowOf<C>> | undefined;
  keyOf: (row: RowOf<C>, index: number) => RowKey;
  filter: FilterOf<C>;
  /** Filter, page and order of the rows. */
  view: string;
  sort: Sort | undefined;
  setSort: (sort: Sort | undefined) => void;
  /** The row whose drawer is open. */
  opened: Place | undefined;
  open: ((index: number) => void) | undefined;
  hrefOf: ((key: string) => string) | undefined;
  narrow: boolean;
  empty: ReactNode;
  root: RefObject<HTMLDivElement | null>;
}
const SKELETON_ROWS = 15;
const NO_ROWS: never[] = [];

/** Toolbar and rows. Ticks and cursor are kept here, so that changing them does not render the filters. */
export function ListBody<C extends Call>(props: ListBodyProps<C>): ReactNode {
  const { list, query, page, keyOf, filter, opened, open, narrow, root } = props;
  const { t } = useTranslation();
  const [settings, saveSettings] = usePreference(`columns:${list.id}`, parseColumnSettings);
  const rows = page?.rows ?? NO_ROWS;
  const total = page?.total ?? 0;
  const totalWords = totalText(total, page?.totalExact ?? true);
  const keys = rows.map(keyOf);
  const tickable = list.bulk?.some((act) => act.may !== false) ?? false;
  const selection = useSelection(keys, JSON.stringify(filter), query.isPlaceholderData ? undefined : props.view);
  const picking = tickable && (selection.all ? total > 0 : selection.ids.size > 0);
  const settingsKey = JSON.stringify(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings are a new object each time, their text is not
  const columns = useMemo(
    () => arrange(list.columns, settings, tickable ? TICK_WIDTH : 0),
    [list.columns, settingsKey, tickable],
  );

  const [walked, setWalked] = useState('');
  const walkTo = (index: number) => setWalked(String(keys[index] ?? ''));
  const ownPlace = usePlace(keys, walked);
  const place = opened ?? ownPlace;
  const openAt = (index: number) => {
    walkTo(index);
    open?.(index);
  };
  useListKeys({
    rows: rows.length,
    ...place,
    onCursor: (index) => {
      walkTo(index);
      // Space and Enter then act on this row, not on the button that was clicked last.
      if (!opened) root.current?.querySelector<HTMLElement>('.tw-table-scroll')?.focus({ preventScroll: true });
      root.current?.querySelector(`tr[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
      if (opened) open?.(index);
    },
    onTick: (index) => tickable && selection.toggle(keys[index] ?? '', false),
    onOpen: openAt,
    onSearch: () => root.current?.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  });
  const refresh = useRefresh();
  const again = () => void query.refetch();
  const view = {
    columns,
    rows,
    keyOf,
    ticks: tickable ? selection : undefined,
    onRow: open && ((_row: RowOf<C>, index: number) => openAt(index)),
    hrefOf: props.hrefOf,
    empty: props.empty,
  };
  return (
    <>
      <div className="tw-toolbar" data-picking={picking || undefined}>
        {picking && list.bulk ? (
          <BulkBar
            actions={list.bulk}
            selection={selection}
            rows={rows.filter((_row, index) => selection.has(keys[index] ?? ''))}
            total={total}
            totalText={totalWords}
            filter={filter}
            // Also the list's other tabs, which the rows may have moved to.
            onDone={() => refresh(list.call)}
          />
        ) : (
          <span className="tw-count">{page && t('list.total', { total: totalWords })}</span>
        )}
        <span className="tw-grow" />
        {list.exports && <ExportButton action={list.exports} filter={filter} />}
        <Tooltip title={t('action.refresh')}>
          <Button
            type="text"
            icon={<ReloadOutlined spin={query.isFetching} />}
            aria-label={t('action.refresh')}
            onClick={again}
          />
        </Tooltip>
        {!narrow && <ColumnMenu columns={list.columns} settings={settings} onChange={saveSettings} />}
      </div>
      {query.isError && rows.length > 0 && (
        <Alert type="warning" banner title={`${t('error.couldNotRefresh')} ${query.error.msg}`} />
      )}
      {narrow ? (
        <Cards {...view} skeleton={query.isPending} />
      ) : (
        <DataTable
          {...view}
          label={t('list.rows')}
          skeleton={query.isPending ? SKELETON_ROWS : 0}
          stale={query.isPlaceholderData}
          cursor={place.cursor}
          openKey={keys[opened?.cursor ?? -1] ?? ''}
          sort={props.sort}
          onSort={props.setSort}
          onResize={(key, width) => saveSettings({ ...settings, widths: { ...settings.widths, [key]: width } })}
          onMove={(key, before) => {
            const order = ordered(list.columns, settings).map((column) => column.key);
            saveSettings({ ...settings, order: move(order, key, before) });
          }}
          foot={list.foot?.(rows)}
        />
      )}
    </>
  );
}
