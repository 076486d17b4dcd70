import { rights } from '@tradewind/contract/access/modules.ts';
import { type RecordedOrder, supplierRecord } from '@tradewind/contract/procurement.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import type { Column } from '../../components/list-page.tsx';
import { useModulePaths } from '../../components/module-paths.ts';
import { PageError } from '../../components/page-error.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

const percent = (share: number | null) => (share === null ? null : `${(share * 100).toFixed(1)}%`);

/** How the supplier delivered, and the orders behind it. */
export function RecordTab({ supplierId }: { supplierId: number }): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(supplierRecord, { id: supplierId });
  const record = query.data;
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!record) return <Skeleton active />;
  if (!record.lead) return <EmptyState title={t('record.none')} hint={t('record.noneHint')} />;
  return (
    <>
      <Facts
        columns={3}
        items={[
          [t('record.score'), record.score === null ? null : t('record.scoreOf', { score: record.score })],
          [t('record.onTime'), percent(record.onTime)],
          [t('record.complete'), percent(record.complete)],
          [t('record.quality'), percent(record.quality)],
          [t('record.lead'), t('record.leadOf', record.lead)],
        ]}
      />
      <p className="tw-muted">{t('record.scoreHelp', { count: record.orders })}</p>
      <Deliveries rows={record.rows} />
    </>
  );
}

function Deliveries({ rows }: { rows: readonly RecordedOrder[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const path = useModulePaths().get(rights.purchaseOrder.id);
  const days = (count: number) => t('daysOf', { count });
  const columns: Column<RecordedOrder>[] = [
    col.ownHeading('number', t('purchase.number'), (row) =>
      path ? (
        <Link className="tw-figure" to={`${path}?open=${row.id}`}>
          {row.number}
        </Link>
      ) : (
        row.number
      ),
    ),
    col.text('expectedOn', t('purchase.expectedOn'), { width: 110 }),
    col.text('receivedOn', t('record.receivedOn'), { width: 110 }),
    col.status('late', t('record.late'), (row) =>
      row.lateDays === null ? null : row.lateDays > 0 ? (
        <StatusTag tone="bad">{t('record.lateDays', { count: row.lateDays })}</StatusTag>
      ) : (
        <StatusTag tone="good">{t('record.onTime')}</StatusTag>
      ),
    ),
    col.text('leadDays', t('leadDays'), { of: (row: RecordedOrder) => days(row.leadDays), width: 90 }),
    col.qty('units', t('purchase.units'), { width: 80 }),
    col.qty('received', t('line.received'), { width: 80 }),
    col.qty('failed', t('record.failed'), { width: 80 }),
  ];
  return <LineTable label={t('record.title')} columns={columns} rows={rows} />;
}
