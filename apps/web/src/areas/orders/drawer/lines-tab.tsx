import { rights } from '@tradewind/contract/access/modules.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money, None } from '../../../components/figures.tsx';
import { ProductImage } from '../../../components/product-image.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { MapDialog } from './map-dialog.tsx';
import type { Order } from './order.ts';

type Line = Order['lines'][number];

/** These statuses no longer hold stock. */
const LEFT: readonly Order['status'][] = ['shipped', 'delivered', 'cancelled', 'refunded'];

export function LinesTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const mayMap = useMay(rights.skuMapping)(rights.skuMapping.add);
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
      col.qty('quantity', t('line.quantity'), { width: 84, narrow: 72 }),
      col.money('price', t('line.price'), {
        of: (line) => line.unitPrice && Number(line.unitPrice).toFixed(2),
        currency: () => order.currency,
        width: 110,
      }),
      col.status(
        'reserved',
        t('line.reserved'),
        (line) => (LEFT.includes(order.status) ? <None /> : <Reserved line={line} />),
        { width: 100, align: 'right' },
      ),
    ],
    [t, order.currency, order.status, mayMap],
  );
  const money = (amount: string | null) => <Money amount={amount} currency={order.currency} />;
  return (
    <>
      <LineTable cards={false} label={t('tab.lines')} columns={columns} rows={order.lines} />
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
  const name = productName({ nameZh: line.productNameZh ?? '', nameEn: line.productNameEn ?? '' });
  return (
    <div className="tw-line-product">
      {line.image && <ProductImage productId={line.productId} image={line.image} size={32} alt="" />}
      <div className="tw-two-lines">
        <span className="tw-figure">
          {line.sku}
          {line.factor > 1 && <small> ×{line.factor}</small>}
        </span>
        <span className="tw-muted" title={name ?? ''}>
          {name}
        </span>
      </div>
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
