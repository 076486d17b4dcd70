import { PrinterOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import {
  type DimensionName,
  describeReport,
  type MeasureName,
  REPORTS,
  type ReportDescription,
  type ReportName,
  type ReportRow,
  reportOptions,
  runReport,
} from '@tradewind/contract/reports.ts';
import { Button, Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isLost, queryOf, useCall, useSend } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { useCompanyClock } from '../../components/days.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Cards } from '../../components/list/cards.tsx';
import { FilterBar } from '../../components/list/filter-bar.tsx';
import type { Filter } from '../../components/list/filters.ts';
import { useListState } from '../../components/list/list-state.ts';
import { Pager } from '../../components/list/pager.tsx';
import { PageError } from '../../components/page-error.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { arrange, NO_SETTINGS } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import '../../components/list/list.css';
import type { RequestedInput } from './centre/days.ts';
import { FileMenu } from './centre/file-menu.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import { reportColumns } from './measures.tsx';
import { PrintHead } from './print-head.tsx';
import { ReportChart } from './report-chart.tsx';
import { footOf, ReportDrawer, type ReportInput } from './report-drawer.tsx';
import { ReportHeader } from './report-header.tsx';
import './reports.css';

/** The page of a report: everything on it comes from the report's declaration. Its state is in the address. */
export function ReportPage({ report }: { report: ReportName }): ReactNode {
  const described = useCall(describeReport, { report }, { staleMs: Number.POSITIVE_INFINITY });
  if (isLost(described)) return <PageError error={described.error} onRetry={() => void described.refetch()} />;
  if (!described.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  return <Shown description={described.data} />;
}

const listOf = (text: string | undefined): string[] => (text ? text.split(',') : []);
const NO_TABS = { tabParam: 'tab', firstTab: '', pageSize: 50 } as const;

/** Whose days are those ahead has none to choose. */
function daysFilter({ asOf, ahead }: ReportDescription, t: TFunction<'reports'>): Filter[] {
  if (ahead) return [];
  return [
    asOf ? { kind: 'day', name: 'to', label: t('asOf') } : { kind: 'dates', name: ['from', 'to'], label: t('days') },
  ];
}

function useFilters(description: ReportDescription, values: Record<string, string>): Filter[] {
  const { t } = useTranslation('reports');
  const { report, dimensions, measures, ahead, usual } = description;
  const titles = usual.dimensions.map((name) => dimensions.find((one) => one.name === name)?.title ?? '');
  const named = dimensions.filter(({ name, options }) => (options && name !== 'product') || values[name]);
  const options = useQueries({
    queries: named.map(({ name, options: listed }) =>
      queryOf(
        reportOptions,
        listed && name !== 'product'
          ? { report, dimension: name, text: '', limit: 200 }
          : { report, dimension: name, text: '', limit: 200, keys: listOf(values[name]) },
        { staleMs: 60_000 },
      ),
    ),
  });
  const choices = (all: readonly { name: string; title: string }[]) =>
    all.map(({ name, title }) => ({ value: name, label: title }));
  const all: (Filter | false)[] = [
    ...daysFilter(description, t),
    {
      kind: 'multi',
      name: 'by',
      label: t('breakdown', { dimension: titles.join(t('and')) }),
      options: choices(dimensions),
      width: 180,
    },
    ...named.map(
      ({ name, title }, at): Filter => ({
        ...{ kind: 'multi', name, label: title, more: !values[name] && at > 1 },
        options: (options[at]?.data ?? []).map(({ key, label }) => ({ value: key, label })),
        loading: options[at]?.isPending ?? false,
      }),
    ),
    { kind: 'multi', name: 'measures', label: t('measures'), options: choices(measures), more: true, width: 200 },
    !ahead && {
      ...{ kind: 'select', name: 'compare', label: t('compare'), more: true },
      options: [
        { value: 'before', label: t('compares.before') },
        { value: 'year', label: t('compares.year') },
      ],
    },
    { kind: 'select', name: 'pivot', label: t('pivot'), options: choices(dimensions), more: true },
  ];
  return all.filter((one) => one !== false);
}

const NAMES = ['from', 'to', 'by', 'measures', 'compare', 'pivot'];
const asFilter = (name: string): Filter => ({ kind: 'text', name, label: '' });

/** What the address says, as the call wants it. */
function inputOf(
  description: ReportDescription,
  values: Record<string, string>,
  today: (shift?: number) => string,
): ReportInput {
  const { report, usual, dimensions, measures, asOf } = description;
  const to = values.to ?? today();
  const known = <N extends string>(names: readonly string[], all: readonly { name: N }[]): N[] =>
    names.flatMap((name) => all.find((one) => one.name === name)?.name ?? []);
  const by: DimensionName[] = known(listOf(values.by), dimensions);
  const chosen: MeasureName[] = known(listOf(values.measures), measures);
  const filters = Object.fromEntries(
    dimensions.flatMap(({ name }) => (values[name] ? [[name, listOf(values[name])]] : [])),
  );
  return {
    ...{ report, from: asOf ? to : (values.from ?? today(1 - usual.days)), to, filters },
    dimensions: (by.length > 0 ? by : [...usual.dimensions]).slice(0, 4),
    measures: chosen.length > 0 ? chosen : [...usual.measures],
    ...(values.compare === 'before' || values.compare === 'year' ? { compare: values.compare } : {}),
  };
}

/** The same for a file: days that nobody chose move with the calendar. */
function requestedOf(
  { asOf, usual }: ReportDescription,
  chosen: Record<string, string>,
  input: ReportInput,
): RequestedInput {
  const { from, to, compare: _compare, ...rest } = input;
  const stand = asOf ? chosen.to : (chosen.from ?? chosen.to);
  return { ...rest, order: 'desc', ...(stand ? { from, to } : { days: asOf ? 1 : usual.days }) };
}

const titlesOf = ({ dimensions, measures }: ReportDescription, input: ReportInput): string[] =>
  [...dimensions, ...measures].flatMap(({ name, title }) =>
    [...input.dimensions, ...(input.measures ?? [])].some((one) => one === name) ? [title] : [],
  );

function Shown({ description }: { description: ReportDescription }): ReactNode {
  const { t } = useTranslation('reports');
  const narrow = useNarrow();
  const clock = useCompanyClock();
  const { pathname, search } = useLocation();
  const may = useMay(REPORTS[description.report]);
  const costs = useSeesCosts();
  const [why, setWhy] = useState(false);
  const names = useMemo(
    () => [...NAMES, ...description.dimensions.map(({ name }) => name)].map(asFilter),
    [description],
  );
  const { state, ...set } = useListState({ ...NO_TABS, filters: names });
  const filters = useFilters(description, state.filters);
  const input = inputOf(description, state.filters, clock.today);
  const pivot = description.dimensions.find(
    ({ name }) => name === state.filters.pivot && !input.dimensions.includes(name),
  )?.name;
  const sort = state.sort ? { sort: state.sort.key, order: state.sort.order } : {};
  const paged = { ...input, ...sort, ...(pivot ? { pivot } : {}), page: state.page, pageSize: state.pageSize };
  const found = useSend(runReport, paged, { keepPrevious: true });
  const result = found.data;
  const columns = useMemo(
    () =>
      result
        ? reportColumns({
            ...{ t, description, dimensions: result.dimensions, measures: result.measures },
            ...{ compared: result.header.before !== null, currency: result.header.currency, pivot: result.columns },
          })
        : [],
    [t, description, result],
  );
  const rows = result?.rows ?? [];
  const keyOf = (row: ReportRow) => row.keys.join('/');
  const open = (row: ReportRow) => set.setOpen(keyOf(row));
  const opened = rows.find((row) => keyOf(row) === state.open);
  const ofRow = (row: ReportRow) => ({
    ...input.filters,
    ...Object.fromEntries(input.dimensions.map((name, at) => [name, [row.keys[at] ?? '']])),
  });
  const pageOf = (row: ReportRow) => (dimension: DimensionName) => {
    const params = new URLSearchParams({ from: String(input.from), to: String(input.to), by: dimension });
    const view = new URLSearchParams(search).get('view');
    if (view) params.set('view', view);
    for (const [name, values] of Object.entries(ofRow(row))) params.set(name, (values ?? []).join(','));
    return `${pathname}?${params}`;
  };
  const empty = isLost(found) ? (
    <PageError error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <EmptyState title={Object.keys(state.filters).length > 0 ? t('filtered') : t('none')} hint={t('noneHint')} />
  );
  const arranged = arrange(columns, NO_SETTINGS, 0);
  const view = { columns: arranged, rows, keyOf, empty, onRow: open };
  const titlesOfKeys = columns.slice(0, input.dimensions.length).map(({ title }) => title);
  const time = ['day', 'week', 'month'].includes(input.dimensions[0] ?? '');
  return (
    <div className="tw-list tw-report" data-narrow={narrow || undefined}>
      <FilterBar
        listId={`report.${description.report}`}
        filters={filters}
        values={{ ...state.filters, from: String(input.from), to: String(input.to) }}
        onChange={set.setFilters}
        onReplace={(values) => set.replaceFilters(values, '')}
        actions={
          <>
            {input.compare && description.report === 'product' && costs && (
              <Button onClick={() => setWhy(true)}>{t('why')}</Button>
            )}
            <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
              {t('print.print')}
            </Button>
            {may(REPORTS[description.report].export) && (
              <FileMenu
                title={description.title}
                requested={requestedOf(description, state.filters, input)}
                columns={titlesOf(description, input)}
              />
            )}
          </>
        }
      />
      {result && (
        <PrintHead
          {...{ title: description.title, asOf: description.asOf, header: result.header, filters }}
          values={state.filters}
          rows={{ first: (state.page - 1) * state.pageSize + 1, shown: rows.length, total: result.total }}
        />
      )}
      {result && <ReportHeader header={result.header} today={description.report === 'cashForecast'} />}
      {result && rows.length > 1 && (time ? input.dimensions.length === 1 : !narrow) && (
        <ReportChart
          title={t('breakdown', { dimension: titlesOfKeys.join(t('and')) })}
          description={description}
          result={result}
          columns={columns}
          sort={state.sort?.key ?? description.usual.sort}
        />
      )}
      {narrow ? (
        <Cards {...view} skeleton={found.isPending} />
      ) : (
        <DataTable
          {...view}
          label={description.title}
          skeleton={found.isPending ? 12 : 0}
          stale={found.isPlaceholderData}
          openKey={state.open}
          sort={state.sort}
          onSort={set.setSort}
          foot={result && footOf(columns, { keys: [], labels: [t('total')], ...result.totals })}
        />
      )}
      <Pager
        page={state.page}
        pageSize={state.pageSize}
        total={result?.total}
        totalExact
        narrow={narrow}
        onChange={set.setPage}
      />
      {why && input.compare && (
        <ChangeDrawer
          input={{ from: input.from, to: input.to, compare: input.compare, filters: input.filters }}
          close={() => setWhy(false)}
        />
      )}
      {opened && (
        <ReportDrawer
          description={description}
          input={{ ...input, compare: undefined, filters: ofRow(opened) }}
          title={opened.labels.join(' · ')}
          pageOf={pageOf(opened)}
          tools={{ inAddress: true, close: () => set.setOpen('') }}
        />
      )}
    </div>
  );
}
