import type { WholesaleDetail } from '@tradewind/contract/wholesale.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { Money } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { arrange, NO_SETTINGS } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';

type Payment = WholesaleDetail['payments'][number];

export function PaymentsTab({ order }: { order: WholesaleDetail }): ReactNode {
  const { t } = useTranslation('wholesale');
  const { currency } = order;
  const columns = useMemo<Column<Payment>[]>(
    () => [
      { key: 'onDay', title: t('onDay'), width: 120, render: (row) => row.onDay },
      { key: 'kind', title: t('payKind'), width: 100, render: (row) => t(`kind.${row.kind}`) },
      {
        key: 'amount',
        title: t('amount'),
        width: 150,
        align: 'right',
        render: (row) => <Money amount={row.amount} currency={currency} />,
      },
      { key: 'reference', title: t('reference'), width: 180, render: (row) => row.reference },
      { key: 'notedBy', title: t('notedBy'), width: 160, render: (row) => row.notedBy },
    ],
    [t, currency],
  );
  return (
    <>
      <Facts
        columns={3}
        items={[
          [t('depositDue'), <Money key="deposit" amount={order.depositDue} currency={currency} />],
          [t('paid'), <Money key="paid" amount={order.paidAmount} currency={currency} />],
          [t('openAmount'), <Money key="open" amount={order.openAmount} currency={currency} />],
        ]}
      />
      {order.payments.length === 0 ? (
        <EmptyState title={t('noPayments')} />
      ) : (
        <DataTable
          label={t('tab.payments')}
          columns={arrange(columns, NO_SETTINGS, 0)}
          rows={order.payments}
          keyOf={(row) => row.id}
        />
      )}
    </>
  );
}
