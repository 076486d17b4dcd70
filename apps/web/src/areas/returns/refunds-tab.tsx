import { rights } from '@tradewind/contract/access/modules.ts';
import { getReturn, listReturns, type ReturnDetail, refundAgain, refundMay } from '@tradewind/contract/returns.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Column } from '../../components/list-page.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { RefundStateTag } from './state.tsx';

type Refund = ReturnDetail['refunds'][number];

export function RefundsTab({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay()(rights.salesReturn.refund);
  const again = useAct(refundAgain, { refresh: [getReturn, listReturns], success: t('refund.againDone') });
  const { mutate } = again;
  const columns = useMemo<Column<Refund>[]>(
    () => [
      col.money('amount', t('amount'), { currency: 'currency', card: 'title' }),
      col.status('state', t('stateLabel'), (row) => <RefundStateTag state={row.state} />, { width: 150 }),
      {
        key: 'error',
        title: t('remark'),
        width: 220,
        render: (row) => (row.byPlatform ? t('refund.byPlatform') : (row.error ?? row.remark)),
      },
      { key: 'who', title: t('who'), width: 120, render: (row) => (row.byPlatform ? '' : row.actor) },
      col.time('at', t('at'), { width: 140 }),
      {
        key: 'again',
        title: '',
        width: 90,
        render: (row) =>
          may && refundMay('again', row) ? (
            <Button size="small" onClick={() => mutate({ refundId: row.id })}>
              {t('refund.again')}
            </Button>
          ) : null,
      },
    ],
    [t, may, mutate],
  );
  if (one.refunds.length === 0) return <EmptyState title={t('refund.none')} />;
  return <LineTable label={t('tab.refunds')} columns={columns} rows={one.refunds} />;
}
