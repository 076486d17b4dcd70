import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money, None, Quantity } from '../../../components/figures.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { arrange, type Column, NO_SETTINGS } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { currentLanguage } from '../../../i18n.ts';
import { MapDialog } from './map-dialog.tsx';
import type { Order } from './order-drawer.tsx';

type Line = Order['lines'][number];

/** Nothing is kept for these any more. */
const LEFT: readonly Order['status'][] = ['shipped', 'delivered', 'cancelled', 'refunded'];

export function LinesTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const maps = useButtons(203);
  const mayMap = maps('add');
  const [mapping, setMapping] = useState<Line>();
  const columns = useMemo<Column<Line>[]>(
    () => [
      {
        key: 'item',
        title: t('line.item'),
        width: 260,
        narrow: 130,
        card: 'title',
        render: (line) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{line.sellerSku || <None />}</span>
            <span className="tw-muted" title={line.title}>
              {line.title}
            </span>
          </div>
        ),
      },
      {
        key: 'product',
        title: t('line.product'),
        width: 220,
        narrow: 140,
        render: (line) => <Product line={line} onMap={mayMap ? () => setMapping(line) : undefined} />,
      },
      {
        key: 'quantity',
        title: t('line.quantity'),
        width: 84,
        narrow: 72,
        align: 'right',
        render: (line) => <Quantity value={line.quantity} />,
      },
      {
        key: 'price',
        title: t('line.price'),
        width: 110,
        align: 'right',
        render: (line) => <Money amount={Number(line.unitPrice).toFixed(2)} currency={order.currency} />,
      },
      {
        key: 'reserved',
        title: t('line.reserved'),
        width: 100,
        align: 'right',
        card: 'state',
        render: (line) => (LEFT.includes(order.status) ? <None /> : <Reserved line={line} />),
      },
    ],
    [t, order.currency, order.status, mayMap],
  );
  const money = (amount: string) => <Money amount={amount} currency={order.currency} />;
  return (
    <>
      <DataTable
        label={t('tab.lines')}
        columns={arrange(columns, NO_SETTINGS, 0)}
        rows={order.lines}
        keyOf={(line) => line.id}
      />
      <div className="tw-order-facts">
        <Facts
          columns={3}
          items={[
            [t('sum.goods'), money(order.goodsAmount)],
            [t('sum.shipping'), money(order.shippingAmount)],
            [t('sum.tax'), money(order.taxAmount)],
            [t('sum.discount'), money(order.discountAmount)],
            [t('sum.total'), <strong key="total">{money(order.totalAmount)}</strong>],
            [t('fulfilledBy'), t(order.fulfilledBy === 'platform' ? 'byPlatform' : 'bySeller')],
          ]}
        />
      </div>
      {mapping && (
        <MapDialog
          shopId={order.shopId}
          shopName={order.shopName}
          line={mapping}
          onClose={() => setMapping(undefined)}
        />
      )}
    </>
  );
}

function Product({ line, onMap }: { line: Line; onMap: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('orders');
  if (line.productId === null)
    return (
      <span className="tw-order-status">
        <StatusTag tone="bad">{t('line.unmapped')}</StatusTag>
        {onMap && line.sellerSku && (
          <Button size="small" onClick={onMap}>
            {t('line.map')}
          </Button>
        )}
      </span>
    );
  const name = currentLanguage() === 'en' ? line.productNameEn || line.productNameZh : line.productNameZh;
  return (
    <div className="tw-two-lines">
      <span className="tw-figure">
        {line.sku}
        {line.factor > 1 && <small> ×{line.factor}</small>}
      </span>
      <span className="tw-muted" title={name ?? ''}>
        {name}
      </span>
    </div>
  );
}

function Reserved({ line }: { line: Line }): ReactNode {
  if (line.productId === null) return <None />;
  return (
    <span className="tw-figure">
      <span className={line.reserved === line.stockQuantity ? 'tw-good' : 'tw-muted'}>{line.reserved}</span>
      <small> / {line.stockQuantity}</small>
    </span>
  );
}
