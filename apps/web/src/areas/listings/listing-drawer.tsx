import { rights } from '@tradewind/contract/access/modules.ts';
import { productOptions, saveMappings } from '@tradewind/contract/catalog.ts';
import {
  type ListingRow,
  listingTabs,
  listListings,
  makeSoldProducts,
  pushListings,
  setListingPrice,
} from '@tradewind/contract/listings.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money, Quantity } from '../../components/figures.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { MakeProductForm } from '../../components/make-product.tsx';
import { productName } from '../../components/product-name.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { platformName } from '../../platform-names.ts';
import { Reply, STATE_TONES } from './update-state.tsx';

const LISTS = [listListings, listingTabs];

export function ListingDrawer({ row, tools }: { row: ListingRow | undefined; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('listings');
  const [opened, setOpened] = useState<'price' | 'map' | 'product'>();
  const close = () => setOpened(undefined);
  const refused = row?.stock?.detail ?? row?.newPrice?.detail;
  return (
    <>
      <DetailDrawer
        {...tools}
        title={row?.sellerSku || row?.itemId}
        status={row && <StatusTag tone={STATE_TONES[row.state]}>{t(`states.${row.state}`)}</StatusTag>}
        subtitle={row?.title}
        actions={row && <Actions row={row} onOpen={setOpened} />}
      >
        {refused && <Alert type="error" showIcon title={t('refused')} description={refused} />}
        {row && <ListingFacts row={row} />}
      </DetailDrawer>
      {opened === 'price' && row && <PriceForm row={row} onClose={close} />}
      {opened === 'map' && row && <MapForm row={row} onClose={close} />}
      {opened === 'product' && row && (
        <MakeProductForm shopId={row.shopId} sellerSku={row.sellerSku} refresh={LISTS} onClose={close} />
      )}
    </>
  );
}

function Actions({ row, onOpen }: { row: ListingRow; onOpen: (what: 'price' | 'map' | 'product') => void }): ReactNode {
  const { t } = useTranslation('listings');
  const may = useMay();
  const mayMap = useMay(rights.skuMapping);
  const mayAdd = useMay(rights.product);
  const push = useAct(pushListings, { refresh: LISTS, success: t('pushQueued') });
  return (
    <>
      {mayMap(row.productId === null ? rights.skuMapping.add : rights.skuMapping.edit) && (
        <Button type={row.productId === null ? 'primary' : 'default'} onClick={() => onOpen('map')}>
          {t('map')}
        </Button>
      )}
      {row.productId === null && row.sellerSku && mayAdd(makeSoldProducts) && mayMap(rights.skuMapping.add) && (
        <Button onClick={() => onOpen('product')}>{t('makeProduct.open')}</Button>
      )}
      {may(rights.listing.edit) && row.state !== 'ended' && (
        <Button onClick={() => onOpen('price')}>{t('setPrice')}</Button>
      )}
      {may(pushListings) && (
        <ActionButton
          loading={push.isPending}
          reason={row.stock || row.newPrice ? undefined : t('nothingToPush')}
          onClick={() => push.mutate({ ids: [row.id] })}
        >
          {t('push')}
        </ActionButton>
      )}
      {row.url && (
        <Button href={row.url} target="_blank" rel="noreferrer">
          {t('openThere')}
        </Button>
      )}
    </>
  );
}

function ListingFacts({ row }: { row: ListingRow }): ReactNode {
  const { t } = useTranslation('listings');
  return (
    <Facts
      items={[
        [t('shop'), row.shopName],
        [t('platform'), platformName(row.platform)],
        [t('item'), row.itemId],
        [t('variant'), row.variantId],
        [t('sku'), row.sku === null ? t('unmapped') : `${row.sku}${row.factor === 1 ? '' : ` × ${row.factor}`}`],
        [t('fulfilledBy'), t(`fulfilment.${row.fulfilledBy}`)],
        [t('quantity'), <Quantity key="quantity" value={row.quantity} />],
        [t('wanted'), <Reply key="wanted" told={row.stock} />],
        [t('toldAt'), <DateTime key="told" at={row.stock?.toldAt ?? null} />],
        [t('price'), <Money key="price" amount={row.price} currency={row.currency ?? ''} />],
        [t('newPrice'), <Reply key="newPrice" told={row.newPrice} />],
        [t('seenAt'), <DateTime key="seen" at={row.seenAt} />],
      ]}
    />
  );
}

function PriceForm({ row, onClose }: { row: ListingRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('listings');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return (
    <FormDrawer
      open
      title={`${t('setPrice')} · ${row.sellerSku}`}
      call={setListingPrice}
      initial={{ id: row.id, currency: row.currency ?? '', price: row.price ?? '', idempotencyKey }}
      verb={t('savePrice')}
      success={t('pushQueued')}
      refresh={LISTS}
      onClose={onClose}
      fields={[
        { kind: 'decimal', name: 'price', label: t('price'), half: true },
        { kind: 'text', name: 'currency', label: t('currency'), half: true, max: 3, disabled: row.currency !== null },
      ]}
    />
  );
}

function MapForm({ row, onClose }: { row: ListingRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('listings');
  const [search, setSearch] = useState('');
  const products = useCall(productOptions, { search, bundles: true }, { keepPrevious: true });
  const found = (products.data?.list ?? []).map((one) => ({
    value: one.id,
    label: `${one.sku} ${productName(one)}`,
  }));
  const now = row.productId === null ? [] : [{ value: row.productId, label: row.sku ?? '' }];
  return (
    <FormDrawer
      open
      title={`${t('map')} · ${row.sellerSku}`}
      call={saveMappings}
      initial={{ rows: [{ productId: row.productId ?? undefined, factor: row.factor ?? 1 }] }}
      toInput={({ rows }) => ({
        rows: rows.map((mapping) => ({ ...mapping, shopId: row.shopId, sellerSku: row.sellerSku })),
      })}
      verb={t('saveMapping')}
      success={t('mapped')}
      refresh={LISTS}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'rows.0.productId',
          label: t('sku'),
          options: search ? found : [...now, ...found.filter((one) => one.value !== row.productId)],
          loading: products.isFetching,
          onSearch: setSearch,
        },
        { kind: 'number', name: 'rows.0.factor', label: t('factor'), required: true, half: true },
      ]}
    />
  );
}
