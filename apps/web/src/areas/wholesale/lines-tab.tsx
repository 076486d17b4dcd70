import type { WholesaleDetail, WholesaleLine } from '@tradewind/contract/wholesale.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../components/facts.tsx';
import { Money } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { productName } from '../../components/product-name.ts';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

export function LinesTab({ order }: { order: WholesaleDetail }): ReactNode {
  const { t } = useTranslation('wholesale');
  const { currency, shipTo } = order;
  const columns = useColumns(currency);
  const amount = (value: string) => <Money amount={value} currency={currency} />;
  const terms = [
    Number(order.depositPercent) > 0 && t('deposit', { percent: Number(order.depositPercent) }),
    order.balanceBeforeShipment
      ? t('balanceBefore')
      : order.termsDays > 0
        ? t('balanceDays', { days: order.termsDays })
        : t('balanceNow'),
  ].filter(Boolean);
  const place =
    shipTo && [shipTo.name, shipTo.line1, shipTo.city, shipTo.state, shipTo.postalCode, shipTo.country].filter(Boolean);
  return (
    <>
      <Facts
        items={[
          [t('customerRef'), order.customerRef],
          [t('validUntil'), order.validUntil],
          [t('incoterm'), `${order.incoterm} ${order.incotermPlace}`],
          [t('terms'), terms.join(' · ')],
          [t('shipTo'), place?.join(', ')],
          [t('remark'), order.remark],
        ]}
      />
      <LineTable cards={false} label={t('lines')} columns={columns} rows={order.lines} />
      <dl className="tw-wholesale-sums">
        <dt>{t('goods')}</dt>
        <dd>{amount(order.goodsAmount)}</dd>
        <dt>{t('discount')}</dt>
        <dd>{amount(order.discountAmount)}</dd>
        <dt>{t('shipping')}</dt>
        <dd>{amount(order.shippingAmount)}</dd>
        <dt>{t('tax')}</dt>
        <dd>{amount(order.taxAmount)}</dd>
        <dt data-total>{t('total')}</dt>
        <dd data-total>{amount(order.totalAmount)}</dd>
      </dl>
    </>
  );
}

function useColumns(currency: string): Column<WholesaleLine>[] {
  const { t } = useTranslation('wholesale');
  return useMemo<Column<WholesaleLine>[]>(
    () => [
      {
        key: 'sku',
        title: t('product'),
        width: 200,
        render: (row) => (
          <>
            <div>{row.sku}</div>
            <div className="tw-muted">{productName(row)}</div>
          </>
        ),
      },
      col.qty('quantity', t('quantity'), { width: 80 }),
      {
        key: 'unitPrice',
        title: t('unitPrice'),
        width: 170,
        align: 'right',
        render: (row) => (
          <>
            <Money amount={row.unitPrice} currency={currency} />
            <div className="tw-muted">
              {row.listedPrice === null || Number(row.listedPrice) !== Number(row.unitPrice)
                ? t('ownPrice')
                : [row.priceListName, t('fromQuantity', { count: row.listedFrom ?? 1 })].join(' · ')}
            </div>
          </>
        ),
      },
      col.money('amount', t('amount'), { currency: () => currency, width: 120 }),
      col.qty('shipped', t('shipped'), { width: 70 }),
      col.qty('planned', t('planned'), { width: 80 }),
      col.qty('open', t('toShip'), { of: (row) => row.quantity - row.planned - row.shipped, width: 70 }),
    ],
    [t, currency],
  );
}
