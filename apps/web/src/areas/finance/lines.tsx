import type { LedgerLine } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Money } from '../../components/figures.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import { arrange, type Column, NO_SETTINGS } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';

/** Lines of the ledger as they were booked. `orders`: lines of many orders name theirs. */
export function LedgerLines({
  lines,
  currency,
  orders,
  loading,
  label,
}: {
  lines: readonly LedgerLine[];
  currency: string;
  orders?: boolean;
  loading?: boolean;
  label: string;
}): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<LedgerLine>[]>(
    () => [
      { key: 'day', title: t('day'), width: 100, render: (line) => <span className="tw-figure">{line.onDay}</span> },
      { key: 'entry', title: t('entry'), width: orders ? 195 : 200, card: 'title', render: (line) => line.text },
      ...(orders ? [{ key: 'order', title: t('order'), width: 170, render: (line: LedgerLine) => line.orderNo }] : []),
      {
        key: 'account',
        title: t('account'),
        width: orders ? 110 : 285,
        render: (line) => (
          <>
            {line.accountName} {line.party && <span className="tw-muted">{line.party}</span>}
          </>
        ),
      },
      {
        key: 'amount',
        title: t('amount'),
        width: 115,
        align: 'right',
        render: (line) => <Money amount={line.amount} currency={line.currency} />,
      },
      {
        key: 'rate',
        title: t('rate'),
        width: 65,
        align: 'right',
        render: (line) => <span className="tw-figure tw-muted">{formatNumber(line.rate)}</span>,
      },
      {
        key: 'base',
        title: t('base', { currency }),
        width: 115,
        align: 'right',
        card: 'state',
        render: (line) => <span className="tw-figure">{formatMoney(line.baseAmount, currency)}</span>,
      },
    ],
    [t, currency, orders],
  );
  return (
    <DataTable
      label={label}
      columns={arrange(columns, NO_SETTINGS, 0)}
      rows={lines}
      keyOf={(_line, index) => index}
      skeleton={loading ? 5 : 0}
      empty={<EmptyState title={t('noEntries')} hint={t('noEntriesHint')} />}
    />
  );
}
