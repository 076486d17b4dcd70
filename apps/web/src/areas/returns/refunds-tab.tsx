import { getReturn, listReturns, type ReturnDetail, refundAgain } from '@tradewind/contract/returns.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { useButtons } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { PlainTable } from '../../components/table/plain-table.tsx';
import { RefundStateTag } from './state.tsx';

type Refund = ReturnDetail['refunds'][number];

export function RefundsTab({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useButtons()('refund');
  const again = useAct(refundAgain, { refresh: [getReturn, listReturns], success: t('refund.againDone') });
  const { mutate } = again;
  const columns = useMemo<Column<Refund>[]>(
    () => [
      {
        key: 'amount',
        title: t('amount'),
        width: 130,
        card: 'title',
        align: 'right',
        render: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      {
        key: 'state',
        title: t('stateLabel'),
        width: 150,
        card: 'state',
        render: (row) => <RefundStateTag state={row.state} />,
      },
      {
        key: 'error',
        title: t('remark'),
        width: 220,
        render: (row) => (row.byPlatform ? t('refund.byPlatform') : (row.error ?? row.remark)),
      },
      { key: 'who', title: t('who'), width: 120, render: (row) => (row.byPlatform ? '' : row.actor) },
      { key: 'at', title: t('at'), width: 140, render: (row) => <DateTime at={row.at} /> },
      {
        key: 'again',
        title: '',
        width: 90,
        render: (row) =>
          may && row.state === 'failed' ? (
            <Button size="small" onClick={() => mutate({ refundId: row.id })}>
              {t('refund.again')}
            </Button>
          ) : null,
      },
    ],
    [t, may, mutate],
  );
  if (one.refunds.length === 0) return <EmptyState title={t('refund.none')} />;
  return <PlainTable label={t('tab.refunds')} columns={columns} rows={one.refunds} keyOf={(row) => row.id} cards />;
}
