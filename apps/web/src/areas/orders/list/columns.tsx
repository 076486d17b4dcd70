import { MessageOutlined } from '@ant-design/icons';
import type { ListedOrder } from '@tradewind/contract/orders.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money, None } from '../../../components/figures.tsx';
import type { Column, Option } from '../../../components/list-page.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { ConfirmTag, OrderStatusTag } from '../order-status.tsx';
import { PlatformMark } from '../platform-mark.tsx';
import { ServiceLevel } from '../service-level.tsx';
import { Goods } from './goods.tsx';
import { OrderMarks } from './marks.tsx';
import { ShipBy } from './ship-by.tsx';
import { OrderTags } from './tags.tsx';

export function useOrderColumns(warehouses: readonly Option[]): Column<ListedOrder>[] {
  const { t } = useTranslation('orders');
  const names = useMemo(() => new Map(warehouses.map(({ value, label }) => [Number(value), label])), [warehouses]);
  const { baseCurrency } = useUser();
  const seesCost = useSeesCosts();
  return useMemo<Column<ListedOrder>[]>(() => {
    const profit: Column<ListedOrder> = {
      key: 'profit',
      title: t('profit'),
      width: 120,
      align: 'right',
      render: (row) => (
        <span title={t('profitHint')}>
          <Money amount={row.profitEstimate} currency={baseCurrency} signed />
        </span>
      ),
    };
    // Up to the shop they fit beside the menu on a screen of 1440 px.
    return [
      {
        key: 'order',
        title: t('order'),
        width: 192,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <OrderNo row={row} />,
      },
      col.status('status', t('state'), (row) => <OrderStatusTag order={row} />, { width: 140 }),
      { key: 'shipBy', title: t('shipBy'), width: 150, render: (row) => <ShipBy order={row} /> },
      { key: 'goods', title: t('goods'), width: 220, card: 'line', render: (row) => <Goods row={row} /> },
      col.qty('units', t('units'), { width: 58 }),
      col.money('amount', t('amount'), { of: 'totalAmount', currency: 'currency', width: 112 }),
      { key: 'buyer', title: t('buyer'), width: 118, render: (row) => <Buyer row={row} /> },
      col.text('shop', t('shop'), { of: 'shopName', width: 122 }),
      { key: 'tags', title: t('tags.one'), width: 130, render: (row) => <OrderTags ids={row.tagIds} /> },
      {
        key: 'service',
        title: t('service'),
        width: 104,
        render: (row) => (
          <span className="tw-one-line">
            <ServiceLevel order={row} />
          </span>
        ),
      },
      ...(seesCost ? [profit] : []),
      col.time('orderedAt', t('orderedAt'), { width: 140, sort: true }),
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
      col.text('remark', t('remark'), { width: 160, card: 'hide' }),
    ];
  }, [t, names, seesCost, baseCurrency]);
}

function Buyer({ row }: { row: ListedOrder }): ReactNode {
  const { t } = useTranslation('orders');
  const note = row.buyerNote ? t('note', { note: row.buyerNote }) : undefined;
  return (
    <span className="tw-one-line" title={note}>
      {row.country && <span className="tw-muted">{row.country} </span>}
      {row.buyerName}
      {note && <MessageOutlined className="tw-buyer-note" aria-label={note} />}
    </span>
  );
}

function OrderNo({ row }: { row: ListedOrder }): ReactNode {
  return (
    <span className="tw-order-no">
      <PlatformMark platform={row.platform} />
      <span className="tw-figure" title={row.platformOrderNo}>
        {row.displayNo}
      </span>
      <OrderMarks row={row} />
    </span>
  );
}
