import type { WholesaleDetail } from '@tradewind/contract/wholesale.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { Money } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

type Payment = WholesaleDetail['payments'][number];

export function PaymentsTab({ order }: { order: WholesaleDetail }): ReactNode {
  const { t } = useTranslation('wholesale');
  const { currency } = order;
  const columns = useMemo<Column<Payment>[]>(
    () => [
      col.text('onDay', t('onDay'), { width: 120 }),
      { key: 'kind', title: t('payKind'), width: 100, render: (row) => t(`kind.${row.kind}`) },
      col.money('amount', t('amount'), { currency: () => currency, width: 150 }),
      col.text('reference', t('reference'), { width: 180 }),
      col.text('notedBy', t('notedBy'), { width: 160 }),
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
        <LineTable cards={false} label={t('tab.payments')} columns={columns} rows={order.payments} />
      )}
    </>
  );
}
