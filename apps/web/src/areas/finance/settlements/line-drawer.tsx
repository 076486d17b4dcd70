import { type SettlementLineRow, settlementLineEntries } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { LedgerLines } from '../lines.tsx';
import { useAccounts } from './account-names.ts';
import { AccountOf } from './line-columns.tsx';

interface LineDrawerProps {
  id: number;
  /** Not known where a link opened it. */
  row: SettlementLineRow | undefined;
  tools: DetailTools;
}

/** A line of a settlement, and the ledger entries that it made. */
export function LineDrawer({ id, row, tools }: LineDrawerProps): ReactNode {
  const { t } = useTranslation('finance');
  const { nameOf } = useAccounts();
  const found = useCall(settlementLineEntries, { id });
  return (
    <DetailDrawer
      {...tools}
      kind="line"
      size={920}
      title={row?.type ?? t('settle.line')}
      subtitle={row && [row.shopName, row.settlementNumber].filter(Boolean).join(' · ')}
      query={found}
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
      <LedgerLines label={t('entries')} lines={found.data?.lines ?? []} currency={found.data?.currency ?? ''} />
    </DetailDrawer>
  );
}
