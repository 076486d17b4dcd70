import type { ProductRow } from '@tradewind/contract/catalog.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime, Money, None } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { productName } from '../../components/product-name.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import './catalog.css';

const sizeOf = (row: ProductRow) => {
  const sides = [row.lengthCm, row.widthCm, row.heightCm];
  return sides.some(Boolean) ? `${sides.map((side) => side ?? '–').join(' × ')} cm` : '';
};

export function useProductColumns(): Column<ProductRow>[] {
  const { t } = useTranslation('catalog');
  return useMemo<Column<ProductRow>[]>(
    () => [
      {
        key: 'sku',
        title: t('sku'),
        width: 180,
        frozen: true,
        always: true,
        sort: true,
        card: 'title',
        render: (row) => (
          <span className="tw-product-name">
            <ProductImage productId={row.id} image={row.images[0]} size={28} alt="" />
            <strong>{row.sku}</strong>
          </span>
        ),
      },
      {
        key: 'name',
        title: t('name'),
        width: 240,
        render: (row) => <span title={row.nameEn}>{productName(row)}</span>,
      },
      {
        key: 'state',
        title: t('state'),
        width: 80,
        card: 'state',
        render: (row) => (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>{t(row.enabled ? 'enabled' : 'disabled')}</StatusTag>
        ),
      },
      { key: 'category', title: t('category'), width: 100, render: (row) => row.category || <None /> },
      { key: 'brand', title: t('brand'), width: 110, render: (row) => row.brand || <None /> },
      {
        key: 'size',
        title: t('size'),
        width: 140,
        align: 'right',
        render: (row) => <span className="tw-figure">{sizeOf(row) || <None />}</span>,
      },
      {
        key: 'weight',
        title: t('grossWeightKg'),
        width: 90,
        align: 'right',
        render: (row) =>
          row.grossWeightKg && (
            <span className="tw-figure">
              {row.grossWeightKg} <small>kg</small>
            </span>
          ),
      },
      {
        key: 'price',
        title: t('unitPriceCny'),
        width: 105,
        align: 'right',
        render: (row) => <Money amount={row.unitPriceCny} currency="CNY" />,
      },
      {
        key: 'declared',
        title: t('declaredValueUsd'),
        width: 105,
        align: 'right',
        render: (row) => <Money amount={row.declaredValueUsd} currency="USD" />,
      },
      { key: 'hsCode', title: t('hsCode'), width: 110, card: 'hide', render: (row) => row.hsCode || <None /> },
      {
        key: 'battery',
        title: t('battery'),
        width: 80,
        render: (row) => (row.battery ? <StatusTag tone="warn">{t('batteryYes')}</StatusTag> : <None />),
      },
      { key: 'barcode', title: t('barcode'), width: 140, hidden: true, render: (row) => row.barcode },
      { key: 'parentSku', title: t('parentSku'), width: 140, hidden: true, render: (row) => row.parentSku },
      { key: 'origin', title: t('origin'), width: 80, hidden: true, render: (row) => row.origin },
      { key: 'colour', title: t('colour'), width: 90, hidden: true, render: (row) => row.colour },
      {
        key: 'updatedAt',
        title: t('updatedAt'),
        width: 150,
        sort: true,
        render: (row) => <DateTime at={row.updatedAt} />,
      },
    ],
    [t],
  );
}
