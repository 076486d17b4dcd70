import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { type ListedOrder, orderGoods } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { None } from '../../../components/figures.tsx';
import { PlatformImage, ProductImage } from '../../../components/product-image.tsx';
import { together } from '../../../components/together.ts';

type GoodsOf = ResultOf<typeof orderGoods>['list'][number];
type Light = NonNullable<GoodsOf['stock']>;

const LOOK_AGAIN_MS = 60_000;
const TONES: Record<Light, string> = { all: 'good', part: 'warn', none: 'bad', unmapped: 'muted' };

const askGoods = together<GoodsOf>(async (ids) => {
  const { list } = await callApi(orderGoods, { ids }, { quiet: true });
  return new Map(list.map((each) => [each.id, each]));
});

/** Details that a row loads later. null: nothing is known, undefined: not loaded yet. */
export function useGoods(row: Pick<ListedOrder, 'id' | 'version'>): GoodsOf | null | undefined {
  const { data } = useQuery({
    queryKey: [orderGoods.path, row.id, row.version],
    queryFn: () => askGoods(row.id),
    staleTime: LOOK_AGAIN_MS / 2,
    refetchInterval: LOOK_AGAIN_MS,
  });
  return data;
}

/** SKU and quantity of the first line, stock availability, and the picture: its frame stands there from the start. */
export function Goods({ row }: { row: ListedOrder }): ReactNode {
  const { t } = useTranslation('orders');
  const data = useGoods(row);
  const [first] = row.summary;
  if (!first) return <None />;
  const all = row.summary.map((line) => `${line.sku} ×${line.quantity}  ${line.title}`).join('\n');
  return (
    <span className="tw-goods" title={all}>
      <StockLight stock={data?.stock ?? null} />
      <Picture image={data?.image} />
      <span className="tw-one-line">
        {first.sku || first.title} <span className="tw-figure">×{first.quantity}</span>{' '}
        <span className="tw-muted">{first.sku ? first.title : ''}</span>
      </span>
      {row.lineCount > 1 && <span className="tw-muted">{t('moreLines', { more: row.lineCount - 1 })}</span>}
    </span>
  );
}

function Picture({ image }: { image: { productId: number; key: string } | null | undefined }): ReactNode {
  if (!image) return <PlatformImage url={null} size={24} />;
  return <ProductImage productId={image.productId} image={image.key} size={24} alt="" />;
}

/** Keeps its space while it loads, and for orders with nothing left to ship. */
function StockLight({ stock }: { stock: Light | null }): ReactNode {
  const { t } = useTranslation('orders');
  if (stock === null) return <span className="tw-stock-light" />;
  return (
    <span className="tw-stock-light" data-tone={TONES[stock]} title={t(`light.${stock}`)}>
      <span className="tw-hidden-text">{t(`light.${stock}`)}</span>
    </span>
  );
}
