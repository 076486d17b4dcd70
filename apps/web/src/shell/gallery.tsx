import { Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.ts';
import { ActionButton } from '../components/can.tsx';
import { Chart, type ChartOption } from '../components/chart.tsx';
import { ConfirmDanger } from '../components/confirm-danger.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Facts } from '../components/facts.tsx';
import { DateTime, Money, Quantity } from '../components/figures.tsx';
import { HistoryTimeline } from '../components/history-timeline.tsx';
import { useSelection } from '../components/list/selection.ts';
import { PageError } from '../components/page-error.tsx';
import { StatusTag, type Tone } from '../components/status-tag.tsx';
import { arrange, type Column, move, NO_SETTINGS, ordered } from '../components/table/columns.ts';
import { DataTable, TICK_WIDTH } from '../components/table/data-table.tsx';
import type { Sort } from '../components/table/head-cell.tsx';
import '../components/list/list.css';

interface Row {
  id: number;
  number: string;
  tone: Tone;
  amount: number;
  units: number;
  at: string;
}
const TONES = ['good', 'warn', 'bad', 'info', 'muted'] as const;
const CENTS = 100;
const ROWS: Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  number: `SO-20261121-${String(index + 1).padStart(4, '0')}`,
  tone: TONES[index % TONES.length] ?? 'muted',
  amount: ((index * 3713) % 90_000) / CENTS,
  units: index % 4,
  at: new Date(Date.UTC(2026, 10, 21, 9, -index * 37)).toISOString(),
}));
const KEYS = ROWS.map((row) => row.id);
const VIEWS = ['table', 'loading', 'nothing', 'failed'] as const;

/** Every shared component on one page, for whoever builds pages. */
export default function Gallery(): ReactNode {
  const { t } = useTranslation();
  const chart = useMemo<ChartOption>(
    () => ({
      xAxis: { type: 'category', data: ROWS.slice(0, 8).map((row) => row.number.slice(-4)) },
      yAxis: { type: 'value' },
      series: [{ type: 'bar', name: t('gallery.amount'), data: ROWS.slice(0, 8).map((row) => row.amount) }],
    }),
    [t],
  );
  const first = ROWS[1];
  return (
    <div className="tw-gallery">
      <TableSample />
      <section className="tw-panel">
        <h2>{t('gallery.states')}</h2>
        <div className="tw-gallery-line">
          {TONES.map((tone) => (
            <StatusTag key={tone} tone={tone} busy={tone === 'info'}>
              {t(`gallery.tone.${tone}`)}
            </StatusTag>
          ))}
          <ConfirmDanger
            title={t('gallery.danger')}
            consequence={t('gallery.dangerText')}
            verb={t('action.delete')}
            onConfirm={() => {}}
          />
          <ActionButton reason={t('gallery.why')}>{t('gallery.disabled')}</ActionButton>
        </div>
        <h2>{t('gallery.figures')}</h2>
        <Facts
          columns={3}
          items={[
            [t('gallery.amount'), <Money key="amount" amount="-1234.5" currency="USD" base="-8765.43" signed />],
            [t('gallery.units'), <Quantity key="units" value={0} />],
            [t('gallery.at'), <DateTime key="at" at={first?.at} />],
          ]}
        />
        <h2>{t('gallery.history')}</h2>
        <HistoryTimeline
          entries={[
            {
              key: 2,
              at: first?.at ?? '',
              who: 'lin',
              what: t('gallery.changed'),
              tone: 'warn',
              changes: [{ field: t('gallery.amount'), from: '10', to: '12' }],
            },
            { key: 1, at: first?.at ?? '', who: 'lin', what: t('gallery.created') },
          ]}
        />
      </section>
      <Chart
        title={t('gallery.chart')}
        option={chart}
        rows={ROWS.slice(0, 8)}
        columns={[
          { key: 'number', title: t('gallery.number'), render: (row) => row.number },
          {
            key: 'amount',
            title: t('gallery.amount'),
            align: 'right',
            render: (row) => <Money amount={row.amount} currency="CNY" />,
          },
        ]}
      />
    </div>
  );
}

function TableSample(): ReactNode {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof VIEWS)[number]>('table');
  const [settings, setSettings] = useState(NO_SETTINGS);
  const [sort, setSort] = useState<Sort | undefined>();
  const [cursor, setCursor] = useState(-1);
  const ticks = useSelection(KEYS, 'gallery');
  const columns = useMemo<Column<Row>[]>(
    () => [
      { key: 'number', title: t('gallery.number'), width: 180, frozen: true, render: (row) => row.number },
      {
        key: 'state',
        title: t('gallery.state'),
        width: 110,
        render: (row) => <StatusTag tone={row.tone}>{t(`gallery.tone.${row.tone}`)}</StatusTag>,
      },
      {
        key: 'amount',
        title: t('gallery.amount'),
        align: 'right',
        sort: true,
        render: (row) => <Money amount={row.amount} currency="CNY" />,
      },
      {
        key: 'units',
        title: t('gallery.units'),
        align: 'right',
        width: 90,
        render: (row) => <Quantity value={row.units} />,
      },
      { key: 'at', title: t('gallery.at'), width: 160, render: (row) => <DateTime at={row.at} /> },
    ],
    [t],
  );
  const arranged = useMemo(() => arrange(columns, settings, TICK_WIDTH), [columns, settings]);
  const sorted = sort
    ? [...ROWS].sort((a, b) => (sort.order === 'asc' ? a.amount - b.amount : b.amount - a.amount))
    : ROWS;
  const failure = new ApiError(500, 'web.example', t('gallery.failedText'), [], '0000');
  return (
    <section className="tw-list tw-gallery-table">
      <div className="tw-toolbar">
        <h2>{t('gallery.table')}</h2>
        <span className="tw-grow" />
        <Segmented
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: t(`gallery.${value}`) }))}
        />
      </div>
      <DataTable
        label={t('gallery.table')}
        columns={arranged}
        rows={view === 'table' ? sorted : []}
        keyOf={(row) => row.id}
        skeleton={view === 'loading' ? 8 : 0}
        ticks={ticks}
        cursor={cursor}
        onRow={(_row, index) => setCursor(index)}
        sort={sort}
        onSort={setSort}
        onResize={(key, width) => setSettings({ ...settings, widths: { ...settings.widths, [key]: width } })}
        onMove={(key, before) => {
          const order = ordered(columns, settings).map((column) => column.key);
          setSettings({ ...settings, order: move(order, key, before) });
        }}
        empty={
          view === 'failed' ? (
            <PageError error={failure} onRetry={() => setView('table')} />
          ) : (
            <EmptyState title={t('list.empty')} />
          )
        }
        foot={{
          number: t('gallery.sum'),
          amount: <Money amount={ROWS.reduce((sum, row) => sum + row.amount, 0).toFixed(2)} currency="CNY" />,
        }}
      />
    </section>
  );
}
