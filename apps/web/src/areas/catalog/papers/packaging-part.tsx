import { rights } from '@tradewind/contract/access/modules.ts';
import { findProduct, getPackaging, listProducts, type PackagingLevel } from '@tradewind/contract/catalog.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { PackagingForm } from './packaging-form.tsx';

const sizeOf = ({ lengthMm, widthMm, heightMm }: PackagingLevel) =>
  [lengthMm, widthMm, heightMm].some((side) => side !== null)
    ? [lengthMm, widthMm, heightMm].map((side) => side ?? '–').join(' × ')
    : null;

/** The packages of a product from the single unit up. */
export function PackagingPart({ productId }: { productId: number }): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const found = useCall(getPackaging, { productId });
  const [editing, setEditing] = useState(false);
  const columns = useMemo<Column<PackagingLevel>[]>(
    () => [
      col.text('level', t('packaging.level'), {
        of: (row: PackagingLevel) => t(`packaging.levels.${row.level}`),
        width: 84,
        card: 'title',
      }),
      col.qty('quantity', t('packaging.quantity'), { width: 62 }),
      col.qty('units', t('packaging.units'), { width: 76 }),
      col.code('size', t('packaging.size'), { of: sizeOf, width: 140, align: 'right' }),
      col.code('weight', t('packaging.weight'), {
        of: (row: PackagingLevel) => (row.weightGrams === null ? null : `${row.weightGrams / 1000} kg`),
        width: 80,
        align: 'right',
      }),
      col.code('volume', t('packaging.volume'), {
        of: (row: PackagingLevel) => row.cbm && `${row.cbm} m³`,
        width: 96,
        align: 'right',
      }),
      col.code('gtin', t('packaging.gtin'), { width: 128 }),
    ],
    [t],
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className="tw-papers">
      <div className="tw-papers-bar">
        <p className="tw-muted">{t('packaging.hint')}</p>
        {may(rights.product.edit) && found.data && (
          <Button onClick={() => setEditing(true)}>{t('packaging.edit')}</Button>
        )}
      </div>
      <LineTable
        label={t('packaging.title')}
        columns={columns}
        rows={found.data?.levels ?? []}
        keyOf={(row) => row.level}
        skeleton={found.isPending ? 2 : 0}
      />
      {editing && found.data && (
        <PackagingForm
          productId={productId}
          packaging={found.data}
          refresh={[getPackaging, findProduct, listProducts]}
          onReload={() => void found.refetch()}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
