import { type AdviceOutcome, listAdviceOutcomes } from '@tradewind/contract/procurement.ts';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatNumber } from '../../../components/format.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

const PAGE_SIZE = 50;

/** What became of decisions whose days are over. */
export function OutcomeDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const [page, setPage] = useState(1);
  const query = useCall(listAdviceOutcomes, { page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns: Column<AdviceOutcome>[] = [
    col.product('sku', t('advice.sku')),
    col.text('days', t('advice.outcomes.days'), {
      of: (row: AdviceOutcome) => `${row.fromDay} – ${row.toDay}`,
      width: 190,
    }),
    col.text('warehouse', t('advice.warehouse'), { of: 'warehouseName', width: 110 }),
    col.qty('quantity', t('advice.quantity'), { width: 100 }),
    col.qty('decided', t('advice.decided'), { width: 90 }),
    col.text('foreseen', t('advice.outcomes.foreseen'), {
      of: (row: AdviceOutcome) => formatNumber(row.foreseen, { max: 0 }),
      width: 90,
      align: 'right',
    }),
    col.qty('sold', t('advice.outcomes.sold'), { width: 90 }),
    col.qty('emptyDays', t('advice.outcomes.emptyDays'), { width: 100 }),
  ];
  return (
    <PageDrawer open title={t('advice.outcomes.title')} size={1060} onClose={onClose}>
      <p className="tw-muted">{t('advice.outcomes.hint')}</p>
      {isLost(query) ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LineTable
          label={t('advice.outcomes.title')}
          columns={columns}
          rows={query.data?.rows ?? []}
          skeleton={query.isPending ? 4 : 0}
          empty={<EmptyState title={t('advice.outcomes.none')} />}
        />
      )}
      {(query.data?.total ?? 0) > PAGE_SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={query.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
          style={{ marginTop: 12 }}
        />
      )}
    </PageDrawer>
  );
}
