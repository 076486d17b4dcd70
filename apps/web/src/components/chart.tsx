import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartOption } from './chart-theme.ts';
import type { Column } from './table/columns.ts';
import { LineTable } from './table/line-table.tsx';

export type { ChartOption } from './chart-theme.ts';

const Canvas = lazy(() => import('./chart-canvas.tsx'));

interface ChartProps<Row> {
  title: string;
  option: ChartOption;
  /** The same figures as a table. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  height?: number;
  extra?: ReactNode;
}

export function Chart<Row>({ title, option, rows, columns, height = 260, extra }: ChartProps<Row>): ReactNode {
  const { t } = useTranslation();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <figure className="tw-chart">
      <figcaption>
        <h2>{title}</h2>
        <span className="tw-grow" />
        {extra}
        <Segmented
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', icon: <BarChartOutlined />, title: t('chart.chart') },
            { value: 'table', icon: <TableOutlined />, title: t('chart.table') },
          ]}
        />
      </figcaption>
      <div style={{ height }} className="tw-chart-body">
        {view === 'chart' ? (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
            <Canvas option={option} label={title} />
          </Suspense>
        ) : (
          <LineTable cards={false} label={title} columns={columns} rows={rows} keyOf={(_row, index) => index} />
        )}
      </div>
    </figure>
  );
}
