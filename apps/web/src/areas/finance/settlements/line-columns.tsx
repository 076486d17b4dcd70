import type { SettlementLineRow } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { None } from '../../../components/figures.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { useOrderPage } from '../../../components/use-order-page.ts';
import { platformName } from '../../../platform-names.ts';
import { useAccounts } from './account-names.ts';

/** `shops`: with the shop and settlement of each line. */
export function useLineColumns(shops: boolean): Column<SettlementLineRow>[] {
  const { t } = useTranslation('finance');
  const { nameOf } = useAccounts();
  return useMemo<Column<SettlementLineRow>[]>(
    () => [
      col.time('postedAt', t('settle.postedAt'), { width: 140, card: 'title' }),
      ...(shops
        ? [
            col.text<SettlementLineRow>('shopName', t('settle.shop'), { width: 140 }),
            col.text<SettlementLineRow>('platform', t('settle.platform'), {
              of: (row: SettlementLineRow) => platformName(row.platform),
              width: 90,
              hidden: true,
            }),
            col.code<SettlementLineRow>('settlementNumber', t('settle.number'), { width: 130 }),
          ]
        : []),
      col.own('kind', t('settle.kindTitle'), (row) => t(`settle.kind.${row.kind}`), { width: 150 }),
      col.text('type', t('settle.type'), { width: 170 }),
      col.own('order', t('settle.order'), (row) => <OrderOfLine row={row} />, { width: 150 }),
      col.code('sellerSku', t('settle.sku'), { width: 120, hidden: shops }),
      col.money('amount', t('settle.amount'), { currency: 'currency', width: 120 }),
      col.own('account', t('settle.account'), (row) => <AccountOf account={row.account} name={nameOf(row.account)} />, {
        width: 160,
      }),
    ],
    [t, shops, nameOf],
  );
}

/** An order that is known here opens. */
function OrderOfLine({ row }: { row: SettlementLineRow }): ReactNode {
  const door = useOrderPage();
  if (row.platformOrderNo === null) return <None />;
  if (row.orderId === null || row.orderNo === null) return <span className="tw-figure">{row.platformOrderNo}</span>;
  return <OrderLink to={door(row.orderId, row.orderNo)} orderNo={row.orderNo} />;
}

export function OrderLink({ to, orderNo }: { to: string | undefined; orderNo: string }): ReactNode {
  if (!to) return <span className="tw-figure">{orderNo}</span>;
  return (
    <Link className="tw-figure" to={to}>
      {orderNo}
    </Link>
  );
}

export function AccountOf({ account, name }: { account: string | null; name: string }): ReactNode {
  if (account === null) return <StatusTag tone="muted">{name}</StatusTag>;
  return account === 'suspense' ? <StatusTag tone="warn">{name}</StatusTag> : name;
}
