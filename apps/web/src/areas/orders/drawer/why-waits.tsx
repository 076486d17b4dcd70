import type { ResultOf } from '@tradewind/contract/call.ts';
import { whyOrderWaits } from '@tradewind/contract/orders.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { Facts } from '../../../components/facts.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Order } from './order.ts';

const WAITING: readonly Order['status'][] = ['unpaid', 'review', 'allocate', 'exception', 'held'];
/** The server counts places up to this number. */
const COUNTED = 1000;

type Why = ResultOf<typeof whyOrderWaits>;
type Product = Why['products'][number];

/** Why the order waits. For each product: who has the stock, and when more arrives. */
export function WhyWaits({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const waits = WAITING.includes(order.status) && order.fulfilledBy !== 'platform';
  const found = useCall(whyOrderWaits, { id: order.id }, { enabled: waits });
  if (!waits) return null;
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { reasons, products } = found.data;
  if (reasons.length === 0 && products.length === 0) return null;
  return (
    <section className="tw-why" aria-label={t('why.title')}>
      <h3>{t('why.title')}</h3>
      <ul className="tw-why-reasons">
        {reasons.map(({ kind, params }) => (
          <li key={`${kind} ${JSON.stringify(params)}`}>
            {t(`why.${kind}`, kind === 'exception' ? { name: t(`exception.${params.exception}`) } : params)}
          </li>
        ))}
      </ul>
      {products.map((product) => (
        <ProductWaits key={product.productId} product={product} />
      ))}
    </section>
  );
}

function ProductWaits({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('orders');
  const name = productName(product);
  return (
    <div className="tw-why-product">
      <div className="tw-why-head">
        <span className="tw-figure">{product.sku}</span>
        <span className="tw-muted" title={name}>
          {name}
        </span>
        <span className="tw-figure">
          {t('why.needed')} {product.needed}
        </span>
        <StatusTag tone={product.missing > 0 ? 'bad' : 'good'}>
          {product.missing > 0 ? t('why.missing', { n: product.missing }) : t('why.enough')}
        </StatusTag>
      </div>
      <Facts
        items={[
          [t('why.available'), <Available key="available" product={product} />],
          [t('why.queue'), <Place key="queue" product={product} />],
          [t('why.heldBy'), <Orders key="held" of={product.heldBy} none={t('why.nobody')} />],
          [t('why.incoming'), <Incoming key="incoming" product={product} />],
        ]}
      />
    </div>
  );
}

function Available({ product: { warehouses } }: { product: Product }): ReactNode {
  const { t } = useTranslation('orders');
  if (warehouses.length === 0) return t('why.nowhere');
  return (
    <ul className="tw-why-list">
      {warehouses.map((warehouse) => (
        <li key={warehouse.id}>
          {warehouse.name} <span className="tw-figure">{warehouse.available}</span>
          {warehouse.closed && <small> {t(`why.closed.${warehouse.closed}`)}</small>}
        </li>
      ))}
    </ul>
  );
}

function Place({ product: { place, ahead } }: { product: Product }): ReactNode {
  const { t } = useTranslation('orders');
  if (place === null) return t('why.notQueued');
  if (place === 1) return t('why.first');
  return (
    <>
      {t(place > COUNTED ? 'why.placeOver' : 'why.place', { n: Math.min(place, COUNTED) })}
      {ahead.orders.length > 0 && (
        <small>
          {' '}
          {t('why.ahead')} <Orders of={ahead} none="" />
        </small>
      )}
    </>
  );
}

function Orders({ of, none }: { of: Product['heldBy']; none: string }): ReactNode {
  const { t } = useTranslation('orders');
  if (of.orders.length === 0) return of.more ? t('why.more') : none;
  return (
    <span className="tw-figure">
      {of.orders.map(({ id, displayNo, quantity }, index) => (
        <span key={id}>
          {index > 0 && t('why.between')}
          <a href={`#/order/all?open=${id}&text=${encodeURIComponent(displayNo)}`}>{displayNo}</a>{' '}
          {t('why.pieces', { n: quantity })}
        </span>
      ))}
      {of.more && ` ${t('why.more')}`}
    </span>
  );
}

function Incoming({ product: { incoming } }: { product: Product }): ReactNode {
  const { t } = useTranslation('orders');
  if (incoming.length === 0) return t('why.noPurchase');
  return (
    <ul className="tw-why-list">
      {incoming.map(({ quantity: n, expectedOn, number, warehouseId }) => {
        const at = expectedOn ?? t('why.dateUnknown');
        return (
          <li key={`${warehouseId} ${number} ${expectedOn}`}>
            {number ? t('why.comesBy', { number, n, at }) : t('why.comes', { n, at })}
          </li>
        );
      })}
    </ul>
  );
}
