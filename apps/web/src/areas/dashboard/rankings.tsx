import type { ResultOf } from '@tradewind/contract/call.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import {
  getOmniChannelOrdersAmountChart,
  getOmniChannelProductBestSellerRanking,
  getOmniChannelshopOrdersNumRanking,
} from '@tradewind/contract/dashboard.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLost, useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { None, Quantity } from '../../components/figures.tsx';
import { formatMoney, formatNumber, formatPercent } from '../../components/format.ts';
import { productName } from '../../components/product-name.ts';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useUser } from '../../shell/session.ts';
import { Block } from './block.tsx';
import type { Doors } from './doors.ts';
import { NoSales } from './no-sales.tsx';

type Shop = ResultOf<typeof getOmniChannelshopOrdersNumRanking>['shops'][number];
type Product = ResultOf<typeof getOmniChannelProductBestSellerRanking>['products'][number];
const STALE_MS = 60_000;
const LOW = 10;

export function ShopRanking({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const ranking = useCall(getOmniChannelshopOrdersNumRanking, {}, { staleMs: STALE_MS });
  const columns = useShopColumns(ranking.data, doors);
  return (
    <Block
      title={t('shops')}
      extra={<span className="tw-muted">{t('last30')}</span>}
      className="tw-home-table"
      error={isLost(ranking) ? ranking.error : null}
      onRetry={() => void ranking.refetch()}
    >
      <LineTable
        cards={false}
        label={t('shops')}
        columns={columns}
        rows={ranking.data?.shops ?? []}
        keyOf={(shop) => shop.shopId}
        skeleton={ranking.isPending ? 4 : 0}
        empty={<NoSales doors={doors} />}
      />
    </Block>
  );
}

function useShopColumns(
  ranking: ResultOf<typeof getOmniChannelshopOrdersNumRanking> | undefined,
  doors: Doors,
): Column<Shop>[] {
  const { t } = useTranslation('dashboard');
  const narrow = useNarrow();
  const currency = useUser().baseCurrency;
  const shops = useCall(getUserShop, {});
  const chart = useCall(getOmniChannelOrdersAmountChart, {}, { staleMs: STALE_MS });
  const days = chart.data?.days;
  return useMemo<Column<Shop>[]>(() => {
    const moduleOf = new Map(shops.data?.list.map((shop) => [shop.id, shop.moduleId]));
    const orders = ranking?.shops.reduce((sum, shop) => sum + shop.orders, 0) ?? 0;
    const range: Record<string, string> = days?.length ? { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' } : {};
    const linkOf = (shop: Shop) => doors.orders({ shopIds: shop.shopId, ...range }, moduleOf.get(shop.shopId));
    const share: Column<Shop> = {
      key: 'share',
      title: t('share'),
      width: 120,
      render: (shop) => <Share of={shop.orders / Math.max(1, orders)} />,
    };
    return [
      {
        key: 'shop',
        title: t('shop'),
        width: narrow ? 150 : 180,
        render: (shop) => {
          const to = linkOf(shop);
          return <span title={shop.platform}>{to ? <Link to={to}>{shop.name}</Link> : shop.name}</span>;
        },
      },
      {
        key: 'orders',
        title: t('orders'),
        align: 'right',
        width: 80,
        render: (shop) => <Quantity value={shop.orders} />,
      },
      ...(narrow ? [] : [share]),
      {
        key: 'amount',
        title: t('amountIn', { currency }),
        align: 'right',
        width: 130,
        render: (shop) => <span className="tw-figure">{formatMoney(shop.amount, currency)}</span>,
      },
    ];
  }, [t, narrow, currency, ranking, doors, shops.data, days]);
}

/** A share as a bar and a percentage. */
function Share({ of }: { of: number }): ReactNode {
  return (
    <span className="tw-home-share">
      <span aria-hidden="true">
        <span style={{ width: `${of * 100}%` }} />
      </span>
      <span className="tw-figure tw-muted">{formatPercent(of, 0)}</span>
    </span>
  );
}

export function BestSellers({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const ranking = useCall(getOmniChannelProductBestSellerRanking, {}, { staleMs: STALE_MS });
  const columns = useProductColumns(useUser().baseCurrency, doors);
  return (
    <Block
      title={t('best')}
      extra={<span className="tw-muted">{t('last30')}</span>}
      className="tw-home-table"
      error={isLost(ranking) ? ranking.error : null}
      onRetry={() => void ranking.refetch()}
    >
      <LineTable
        cards={false}
        label={t('best')}
        columns={columns}
        rows={ranking.data?.products ?? []}
        keyOf={(product) => `${product.productId ?? ''}/${product.sku}`}
        skeleton={ranking.isPending ? 8 : 0}
        empty={<EmptyState title={t('noBest')} hint={t('noSalesHint')} />}
      />
    </Block>
  );
}

function useProductColumns(currency: string, doors: Doors): Column<Product>[] {
  const { t } = useTranslation('dashboard');
  const narrow = useNarrow();
  return useMemo<Column<Product>[]>(() => {
    const wide: Column<Product>[] = [
      {
        key: 'orders',
        title: t('orders'),
        align: 'right',
        width: 80,
        render: (row) => <Quantity value={row.orders} />,
      },
      {
        key: 'amount',
        title: t('amountIn', { currency }),
        align: 'right',
        width: 130,
        render: (row) => <span className="tw-figure">{formatMoney(row.amount, currency)}</span>,
      },
    ];
    return [
      {
        key: 'product',
        title: t('product'),
        width: narrow ? 190 : 250,
        render: (row) => <ProductName row={row} doors={doors} />,
      },
      { key: 'units', title: t('units'), align: 'right', width: 70, render: (row) => <Quantity value={row.units} /> },
      ...(narrow ? [] : wide),
      {
        key: 'available',
        title: t('available'),
        align: 'right',
        width: 80,
        render: (row) => <Available row={row} doors={doors} />,
      },
    ];
  }, [t, narrow, currency, doors]);
}

/** Links to the product, or to SKU mapping if the SKU is unmapped. */
function ProductName({ row, doors }: { row: Product; doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const name = productName(row);
  const to = row.productId === null ? doors.to('mapping') : doors.to('products', { search: row.sku });
  const about = row.productId === null ? t('queue.unmapped') : name;
  const hint = row.productId === null ? t('mapSku') : t('seeProduct');
  return (
    <span className="tw-home-name" title={name}>
      {to ? (
        <Link to={to} title={hint}>
          {row.sku}
        </Link>
      ) : (
        row.sku
      )}{' '}
      <span className={row.productId === null ? 'tw-warn' : 'tw-muted'}>{about}</span>
    </span>
  );
}

function Available({ row, doors }: { row: Product; doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  if (row.available === null) return <None />;
  const figure = (
    <span className={`tw-figure ${row.available <= 0 ? 'tw-bad' : row.available < LOW ? 'tw-warn' : ''}`}>
      {formatNumber(row.available)}
    </span>
  );
  const to = doors.to('stock', { text: row.sku });
  return to ? (
    <Link to={to} title={t('seeStock')}>
      {figure}
    </Link>
  ) : (
    figure
  );
}
