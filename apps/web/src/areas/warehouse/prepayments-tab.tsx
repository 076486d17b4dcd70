import { type PrepaymentRow, warehousePrepayments } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { None } from '../../components/figures.tsx';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useSession } from '../../shell/session.ts';
import { PAGE_SIZE, Pages } from './wms/orders-tab.tsx';

/** The entries of the prepaid balance: top-ups, order fees, and corrections by the provider's actual fees. */
export function PrepaymentsTab({ houseId: warehouseId }: { houseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const currency = useSession()?.user.baseCurrency ?? '';
  const [page, setPage] = useState(1);
  const found = useCall(
    warehousePrepayments,
    { houseId: warehouseId, page, pageSize: PAGE_SIZE },
    { keepPrevious: true },
  );
  const columns = useMemo<Column<PrepaymentRow>[]>(
    () => [
      col.time('at', t('prepaid.at')),
      {
        key: 'kind',
        title: t('prepaid.kindTitle'),
        width: 200,
        card: 'title',
        render: (row) => t(`prepaid.kind.${row.kind}`),
      },
      col.money('amount', t('prepaid.amount'), { currency: () => currency, signed: true }),
      {
        key: 'order',
        title: t('prepaid.order'),
        width: 170,
        render: (row) =>
          row.outboundNo ? (
            <div className="tw-two-lines">
              <span className="tw-figure">{row.orderNo}</span>
              <span className="tw-muted">{row.outboundNo}</span>
            </div>
          ) : (
            <None />
          ),
      },
      {
        key: 'remark',
        title: t('prepaid.remark'),
        width: 160,
        render: (row) => (row.kind === 'laid' ? [row.remark, row.actor].filter(Boolean).join(' · ') : <None />),
      },
    ],
    [t, currency],
  );
  return (
    <>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('prepaid.title')}
          columns={columns}
          rows={found.data?.rows ?? []}
          skeleton={found.isPending ? 3 : 0}
          empty={<EmptyState title={t('prepaid.none')} />}
        />
      )}
      <Pages total={found.data?.total ?? 0} page={page} onChange={setPage} />
    </>
  );
}
