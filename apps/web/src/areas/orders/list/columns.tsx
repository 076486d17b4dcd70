import type { OrderRow } from '@tradewind/contract/orders.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime, Money, None, Quantity } from '../../../components/figures.tsx';
import type { Column, Option } from '../../../components/list-page.tsx';
import { ConfirmTag, OrderStatusTag } from '../order-status.tsx';
import { PlatformMark } from '../platform-mark.tsx';
import { ShipBy } from './ship-by.tsx';

export function useOrderColumns(warehouses: readonly Option[]): Column<OrderRow>[] {
  const { t } = useTranslation('orders');
  const names = useMemo(() => new Map(warehouses.map(({ value, label }) => [Number(value), label])), [warehouses]);
  return useMemo<Column<OrderRow>[]>(
    () => [
      {
        key: 'order',
        title: t('order'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <OrderNo row={row} />,
      },
      { key: 'status', title: t('state'), width: 170, card: 'state', render: (row) => <OrderStatusTag order={row} /> },
      { key: 'shipBy', title: t('shipBy'), width: 150, render: (row) => <ShipBy order={row} /> },
      { key: 'goods', title: t('goods'), width: 260, render: (row) => <Goods row={row} /> },
      { key: 'units', title: t('units'), width: 64, align: 'right', render: (row) => <Quantity value={row.units} /> },
      {
        key: 'amount',
        title: t('amount'),
        width: 120,
        align: 'right',
        render: (row) => <Money amount={row.totalAmount} currency={row.currency} />,
      },
      {
        key: 'buyer',
        title: t('buyer'),
        width: 170,
        render: (row) => (
          <span className="tw-one-line" title={row.buyerNote ? t('note', { note: row.buyerNote }) : undefined}>
            {row.country && <span className="tw-muted">{row.country} </span>}
            {row.buyerName}
          </span>
        ),
      },
      { key: 'shop', title: t('shop'), width: 150, render: (row) => row.shopName },
      {
        key: 'orderedAt',
        title: t('orderedAt'),
        width: 140,
        sort: true,
        render: (row) => <DateTime at={row.orderedAt} />,
      },
      {
        key: 'warehouse',
        title: t('warehouse'),
        width: 120,
        card: 'hide',
        render: (row) => (row.warehouseId === null ? <None /> : (names.get(row.warehouseId) ?? <None />)),
      },
      {
        key: 'tracking',
        title: t('tracking'),
        width: 180,
        card: 'hide',
        render: (row) => (row.trackingNumber ? <span className="tw-figure">{row.trackingNumber}</span> : <None />),
      },
      {
        key: 'confirm',
        title: t('confirmState'),
        width: 110,
        card: 'hide',
        render: (row) =>
          row.confirmState === 'none' ? <None /> : <ConfirmTag state={row.confirmState} error={row.confirmError} />,
      },
      { key: 'remark', title: t('remark'), width: 160, card: 'hide', render: (row) => row.remark || <None /> },
    ],
    [t, names],
  );
}

function OrderNo({ row }: { row: OrderRow }): ReactNode {
  return (
    <span className="tw-order-no" title={row.platformOrderNo}>
      <PlatformMark platform={row.platform} />
      <span className="tw-figure">{row.displayNo}</span>
    </span>
  );
}

function Goods({ row }: { row: OrderRow }): ReactNode {
  const { t } = useTranslation('orders');
  const [first] = row.summary;
  if (!first) return <None />;
  const all = row.summary.map((line) => `${line.sku} ×${line.quantity}  ${line.title}`).join('\n');
  return (
    <span className="tw-goods" title={all}>
      <span className="tw-one-line">
        {first.sku || first.title}
        {first.quantity > 1 && ` ×${first.quantity}`} <span className="tw-muted">{first.sku ? first.title : ''}</span>
      </span>
      {row.lineCount > 1 && <span className="tw-muted">{t('moreLines', { more: row.lineCount - 1 })}</span>}
    </span>
  );
}
