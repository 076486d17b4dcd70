import type { ProductRow } from '@tradewind/contract/catalog.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryName } from '../../components/category.ts';
import { None } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { productName } from '../../components/product-name.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import './catalog.css';

const sizeOf = (row: ProductRow) => {
  const sides = [row.lengthCm, row.widthCm, row.heightCm];
  return sides.some(Boolean) ? `${sides.map((side) => side ?? '–').join(' × ')} cm` : '';
};

export function useProductColumns(): Column<ProductRow>[] {
  const { t } = useTranslation('catalog');
  return useMemo<Column<ProductRow>[]>(
    () => [
      col.ownHeading(
        'sku',
        t('sku'),
        (row) => (
          <span className="tw-product-name">
            <ProductImage productId={row.id} image={row.images[0]} size={28} alt="" />
            <strong>{row.sku}</strong>
          </span>
        ),
        { sort: true },
      ),
      {
        key: 'name',
        title: t('name'),
        width: 240,
        render: (row) => <span title={row.nameEn}>{productName(row)}</span>,
      },
      col.status(
        'state',
        t('state'),
        (row) => <StatusTag tone={row.enabled ? 'good' : 'muted'}>{t(row.enabled ? 'enabled' : 'disabled')}</StatusTag>,
        { width: 80 },
      ),
      {
        key: 'family',
        title: t('families.family'),
        width: 150,
        render: (row) =>
          row.familyId ? (
            <Link to={`?familyId=${row.familyId}`} title={t('families.siblings')}>
              {row.parentSku} <small className="tw-muted">{row.axisValues.join(' / ')}</small>
            </Link>
          ) : (
            row.parentSku
          ),
      },
      col.text('category', t('category'), { of: categoryName, width: 140 }),
      col.text('brand', t('brand'), { width: 110 }),
      col.code('size', t('size'), { of: sizeOf, width: 140, align: 'right' }),
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
      col.money('price', t('unitPriceCny'), { of: 'unitPriceCny', currency: () => 'CNY', width: 105 }),
      col.money('declared', t('declaredValueUsd'), { of: 'declaredValueUsd', currency: () => 'USD', width: 105 }),
      col.text('hsCode', t('hsCode'), { width: 110, card: 'hide' }),
      {
        key: 'battery',
        title: t('battery'),
        width: 80,
        render: (row) => (row.battery ? <StatusTag tone="warn">{t('batteryYes')}</StatusTag> : <None />),
      },
      col.text('barcode', t('barcode'), { width: 140, hidden: true }),
      col.text('origin', t('origin'), { width: 80, hidden: true }),
      col.text('colour', t('colour'), { width: 90, hidden: true }),
      col.time('updatedAt', t('updatedAt'), { sort: true }),
    ],
    [t],
  );
}
