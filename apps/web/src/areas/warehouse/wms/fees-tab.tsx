import type { ResultOf } from '@tradewind/contract/call.ts';
import { wmsFees } from '@tradewind/contract/wms.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { PAGE_SIZE, Pages } from './orders-tab.tsx';

type Row = ResultOf<typeof wmsFees>['rows'][number];

/** Charges and refunds of the provider. Amounts that are only frozen are not a cost. */
export function FeesTab({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [page, setPage] = useState(1);
  const found = useCall(wmsFees, { id, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useMemo<Column<Row>[]>(
    () => [
      col.time('at', t('partner.at'), { width: 160 }),
      col.text('feeType', t('partner.feeType'), { width: 140, card: 'title' }),
      {
        key: 'direction',
        title: t('partner.directionTitle'),
        width: 100,
        render: (row) => t(`partner.direction.${row.direction}`),
      },
      col.money('amount', t('partner.amount'), { currency: 'currency' }),
      {
        key: 'settlement',
        title: t('partner.settlementTitle'),
        width: 180,
        render: (row) => t(`partner.settlement.${row.settlement ?? 'open'}`),
      },
      { key: 'ref', title: t('partner.ref'), width: 200, render: (row) => row.clientNo ?? row.refNo },
    ],
    [t],
  );
  return (
    <>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('partner.tab.fees')}
          columns={columns}
          rows={found.data?.rows ?? []}
          skeleton={found.isPending ? 3 : 0}
          empty={<EmptyState title={t('partner.noFees')} />}
        />
      )}
      <Pages total={found.data?.total ?? 0} page={page} onChange={setPage} />
    </>
  );
}
