import type { ResultOf } from '@tradewind/contract/call.ts';
import { compareSettlementFile, listSettlementFileDifferences } from '@tradewind/contract/finance/settlement-files.ts';
import { Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/hooks.ts';
import { EmptyState } from '../../../../components/empty-state.tsx';
import type { Column } from '../../../../components/list-page.tsx';
import { PageError } from '../../../../components/page-error.tsx';
import { StatusTag } from '../../../../components/status-tag.tsx';
import { col } from '../../../../components/table/col.tsx';
import { LineTable } from '../../../../components/table/line-table.tsx';

const PAGE_SIZE = 50;
type KindRow = ResultOf<typeof compareSettlementFile>['kinds'][number];
type OrderRow = ResultOf<typeof listSettlementFileDifferences>['rows'][number];

/** A witness beside what its platform lists: by kind, and the orders that differ. */
export function Differences({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('finance');
  const [page, setPage] = useState(1);
  const compared = useCall(compareSettlementFile, { id });
  const orders = useCall(listSettlementFileDifferences, { id, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const sides = useSides();
  const kinds = useMemo<Column<KindRow>[]>(
    () => [
      col.heading('kind', t('settleFile.kindTitle'), {
        width: 180,
        of: (row: KindRow) => t(`settleFile.kind.${row.kind}`),
      }),
      ...(sides as Column<KindRow>[]),
    ],
    [t, sides],
  );
  const columns = useMemo<Column<OrderRow>[]>(
    () => [
      col.heading('orderNo', t('settleFile.order'), {
        width: 200,
        of: (row: OrderRow) => row.orderNo || t('settleFile.noOrder'),
      }),
      col.status('finding', t('settleFile.findingTitle'), (row) => (
        <StatusTag tone="warn">{t(`settleFile.finding.${row.finding}`)}</StatusTag>
      )),
      ...(sides as Column<OrderRow>[]),
    ],
    [t, sides],
  );
  const error = compared.error ?? orders.error;
  if (error) return <PageError error={error} onRetry={() => void orders.refetch()} />;
  const { byNumber = 0, byDays = 0 } = compared.data ?? {};
  return (
    <>
      <p className="tw-muted">
        {[
          ...(byNumber > 0 ? [t('settleFile.byNumber', { count: byNumber })] : []),
          ...(byDays > 0 ? [t('settleFile.byDays', { count: byDays })] : []),
        ].join(' · ')}
      </p>
      <LineTable
        label={t('settleFile.kindTitle')}
        columns={kinds}
        rows={compared.data?.kinds ?? []}
        keyOf={(_, index) => index}
        skeleton={compared.isPending ? 5 : 0}
      />
      <div className="tw-file-orders">
        <LineTable
          label={t('settleFile.compare')}
          columns={columns}
          rows={orders.data?.rows ?? []}
          keyOf={(_, index) => index}
          skeleton={orders.isPending ? 5 : 0}
          empty={<EmptyState title={t('settleFile.same')} />}
        />
      </div>
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={orders.data?.total ?? 0}
        onChange={setPage}
      />
    </>
  );
}

interface Side {
  currency: string;
  listed: string;
  inFile: string;
  difference: string;
}
function useSides(): Column<Side>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<Side>[]>(
    () => [
      col.money('listed', t('settleFile.listed'), { currency: 'currency' }),
      col.money('inFile', t('settleFile.inFile'), { currency: 'currency' }),
      col.money('difference', t('settleFile.difference'), { currency: 'currency', signed: true }),
    ],
    [t],
  );
}
