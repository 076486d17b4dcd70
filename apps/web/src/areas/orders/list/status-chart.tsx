import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, type ChartOption } from '../../../components/chart.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';

interface Counted {
  status: string;
  orders: number;
}

/** Orders by status, as bars and as a table. */
export function StatusChart({ counts }: { counts: Record<string, number> }): ReactNode {
  const { t } = useTranslation('orders');
  const rows = useMemo(
    () => Object.entries(counts).map(([status, orders]): Counted => ({ status: t(`status.${status}`), orders })),
    [counts, t],
  );
  const option = useMemo<ChartOption>(
    () => ({
      xAxis: { type: 'value' },
      yAxis: { type: 'category', inverse: true, data: rows.map((row) => row.status) },
      series: [{ type: 'bar', name: t('features.orders'), data: rows.map((row) => row.orders) }],
    }),
    [rows, t],
  );
  const columns: Column<Counted>[] = [
    col.text('status', t('state')),
    col.qty('orders', t('features.orders'), { width: 140 }),
  ];
  return <Chart title={t('features.orders')} option={option} rows={rows} columns={columns} height={360} />;
}
