import type { LedgerLine } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';

/** Ledger lines. `orders`: shows the order of each line. */
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
  const columns = useLedgerColumns(currency, orders);
  return (
    <LineTable
      label={label}
      columns={columns}
      rows={lines}
      keyOf={(_line, index) => index}
      skeleton={loading ? 5 : 0}
      empty={<EmptyState title={t('noEntries')} hint={t('noEntriesHint')} />}
    />
  );
}

/** `orders`: with the order of each line. */
export function useLedgerColumns(currency: string, orders = false): Column<LedgerLine>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<LedgerLine>[]>(
    () => [
      col.code('day', t('day'), { of: 'onDay', width: 115 }),
      col.text('entry', t('entry'), { of: 'text', width: orders ? 150 : 200, card: 'title' }),
      ...(orders ? [col.text('order', t('order'), { of: 'orderNo', width: 138 })] : []),
      {
        key: 'account',
        title: t('account'),
        width: orders ? 150 : 225,
        render: (line) => (
          <>
            {line.accountName} {line.party && <span className="tw-muted">{line.party}</span>}
          </>
        ),
      },
      col.money('amount', t('amount'), { currency: 'currency', width: 130 }),
      {
        key: 'rate',
        title: t('rate'),
        width: 88,
        align: 'right',
        render: (line) => <span className="tw-figure tw-muted">{formatNumber(line.rate)}</span>,
      },
      col.code('base', t('base', { currency }), {
        of: (line) => formatMoney(line.baseAmount, currency),
        width: 115,
        align: 'right',
        card: 'state',
      }),
    ],
    [t, currency, orders],
  );
}
