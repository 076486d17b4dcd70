import { listSettlementLines, type SettlementLineRow, settlementLineEntries } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useRow } from '../../../components/use-row.ts';
import { workSignal } from '../../../shell/hints.ts';
import { useUser } from '../../../shell/session.ts';
import { useSignal } from '../../../shell/signal.ts';
import { LedgerLines } from '../lines.tsx';
import { useAccounts } from './account-names.ts';
import { AccountOf } from './line-columns.tsx';

interface LineDrawerProps {
  id: number;
  /** Not known where a link opened it. */
  known: SettlementLineRow | undefined;
  tools: DetailTools;
}

/** A line of a settlement, and the ledger entries that it made. */
export function LineDrawer({ id, known, tools }: LineDrawerProps): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  const { nameOf } = useAccounts();
  const { row, query } = useRow(listSettlementLines, id, known);
  const found = useCall(settlementLineEntries, { id });
  useSignal(workSignal, () => void found.refetch());
  return (
    <DetailDrawer
      {...tools}
      kind="line"
      size={920}
      title={row?.type ?? t('settle.line')}
      subtitle={row && [row.shopName, row.settlementNumber].filter(Boolean).join(' · ')}
      query={query}
    >
      {row && (
        <Facts
          columns={3}
          items={[
            [t('settle.amount'), <Money key="amount" amount={row.amount} currency={row.currency} />],
            [t('settle.kindTitle'), t(`settle.kind.${row.kind}`)],
            [t('settle.account'), <AccountOf key="account" account={row.account} name={nameOf(row.account)} />],
            [t('settle.postedAt'), <DateTime key="posted" at={row.postedAt} />],
            [t('settle.order'), row.orderNo ?? row.platformOrderNo],
            [t('settle.sku'), row.sellerSku],
          ]}
        />
      )}
      <h3 className="tw-profit-head">{t('entries')}</h3>
      {found.error ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LedgerLines
          label={t('entries')}
          lines={found.data?.lines ?? []}
          currency={found.data?.currency ?? baseCurrency}
          loading={found.isPending}
        />
      )}
    </DetailDrawer>
  );
}
