import { DownloadOutlined } from '@ant-design/icons';
import { getUserShop } from '@tradewind/contract/channels.ts';
import {
  exportReturnAnalysis,
  RETURN_REASONS,
  type ReturnAnalysisRow,
  returnAnalysis,
} from '@tradewind/contract/returns.ts';
import { Button, DatePicker, Select, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { Chart, type ChartOption } from '../../components/chart.tsx';
import { dayOf, pickerDay, useCompanyClock } from '../../components/days.ts';
import { useDropName } from '../../components/drop-select.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { None, Quantity } from '../../components/figures.tsx';
import { formatPercent } from '../../components/format.ts';
import type { Column } from '../../components/list-page.tsx';
import { PageError } from '../../components/page-error.tsx';
import { productName } from '../../components/product-name.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { showExports } from '../../shell/exports-signal.ts';

const DAYS = 30;

/** Return reasons: by reason as a chart, by product and reason as a table. */
export function AnalysisPanel(): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const { today } = useCompanyClock();
  const [[from, to], setDays] = useState(() => [today(1 - DAYS), today()] as const);
  const [shopIds, setShopIds] = useState<number[]>([]);
  const shops = useCall(getUserShop, {}, { staleMs: 60_000 });
  const filter = { from, to, ...(shopIds.length > 0 ? { shopIds } : {}) };
  const found = useCall(returnAnalysis, filter, { keepPrevious: true });
  const save = useAct(exportReturnAnalysis, { onDone: () => showExports() });
  return (
    <div className="tw-returns-analysis">
      <div className="tw-returns-bar">
        <DatePicker.RangePicker
          allowClear={false}
          value={[pickerDay(from), pickerDay(to)]}
          onChange={(days) => days?.[0] && days[1] && setDays([dayOf(days[0]) ?? from, dayOf(days[1]) ?? to])}
        />
        <Select
          mode="multiple"
          allowClear
          aria-label={t('shop')}
          placeholder={t('shop')}
          style={{ minWidth: 200 }}
          maxTagCount="responsive"
          value={shopIds}
          onChange={setShopIds}
          options={(shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name }))}
        />
        {may(exportReturnAnalysis) && (
          <Button icon={<DownloadOutlined />} loading={save.isPending} onClick={() => save.mutate({ filter })}>
            {t('analysis.export')}
          </Button>
        )}
      </div>
      {found.error ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Figures data={found.data} />
      ) : (
        <Skeleton active />
      )}
    </div>
  );
}

interface Data {
  rows: ReturnAnalysisRow[];
  reasons: { reason: string; returns: number; units: number }[];
}

function Figures({ data }: { data: Data }): ReactNode {
  const { t } = useTranslation('returns');
  const dropName = useDropName(RETURN_REASONS);
  const reasons = useMemo(
    () => data.reasons.map((row) => ({ ...row, name: row.reason ? dropName(row.reason) : t('analysis.noReason') })),
    [data.reasons, dropName, t],
  );
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 8, right: 24, top: 8, bottom: 8, containLabel: true },
      legend: { show: false },
      xAxis: { type: 'value', minInterval: 1 },
      yAxis: { type: 'category', inverse: true, data: reasons.map((row) => row.name) },
      series: [{ type: 'bar', name: t('analysis.units'), data: reasons.map((row) => row.units), barMaxWidth: 20 }],
    }),
    [reasons, t],
  );
  if (data.reasons.length === 0) return <EmptyState title={t('analysis.none')} hint={t('analysis.noneHint')} />;
  return (
    <>
      <section className="tw-panel">
        <Chart
          title={t('analysis.byReason')}
          option={option}
          rows={reasons}
          columns={[
            { key: 'reason', title: t('reason'), width: 200, render: (row) => row.name },
            {
              key: 'returns',
              title: t('analysis.returns'),
              width: 100,
              align: 'right',
              render: (row) => <Quantity value={row.returns} />,
            },
            {
              key: 'units',
              title: t('analysis.units'),
              width: 100,
              align: 'right',
              render: (row) => <Quantity value={row.units} />,
            },
          ]}
          height={Math.max(120, reasons.length * 32 + 40)}
        />
      </section>
      <Products rows={data.rows} nameOf={(reason) => (reason ? dropName(reason) : t('analysis.noReason'))} />
    </>
  );
}

function Products({
  rows,
  nameOf,
}: {
  rows: readonly ReturnAnalysisRow[];
  nameOf: (reason: string) => string;
}): ReactNode {
  const { t } = useTranslation('returns');
  const columns: Column<ReturnAnalysisRow>[] = [
    {
      key: 'sku',
      title: t('sku'),
      width: 260,
      card: 'title',
      render: (row) => (
        <div className="tw-two-lines">
          <span className="tw-figure">{row.sku}</span>
          <span className="tw-muted">{productName(row)}</span>
        </div>
      ),
    },
    { key: 'reason', title: t('reason'), width: 180, render: (row) => nameOf(row.reason) },
    {
      key: 'returns',
      title: t('analysis.returns'),
      width: 100,
      align: 'right',
      render: (row) => <Quantity value={row.returns} />,
    },
    {
      key: 'units',
      title: t('analysis.units'),
      width: 110,
      align: 'right',
      render: (row) => <Quantity value={row.units} />,
    },
    {
      key: 'shipped',
      title: t('analysis.shipped'),
      width: 110,
      align: 'right',
      render: (row) => <Quantity value={row.shipped} />,
    },
    {
      key: 'rate',
      title: t('analysis.rate'),
      width: 100,
      align: 'right',
      render: (row) => (row.rate === null ? <None /> : <span className="tw-figure">{formatPercent(row.rate)}</span>),
    },
    {
      key: 'share',
      title: t('analysis.share'),
      width: 100,
      align: 'right',
      render: (row) => <span className="tw-figure">{formatPercent(row.share)}</span>,
    },
  ];
  return (
    <section className="tw-panel">
      <h2>{t('analysis.byProduct')}</h2>
      <LineTable
        label={t('analysis.byProduct')}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${row.productId}/${row.reason}`}
      />
    </section>
  );
}
