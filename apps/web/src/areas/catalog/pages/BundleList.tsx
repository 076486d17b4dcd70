import { useQuery } from '@tanstack/react-query';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type BundleRow,
  bundleTemplate,
  commitBundleImport,
  listBundles,
  previewBundleImport,
  removeBundles,
} from '@tradewind/contract/catalog.ts';
import { bundleStock } from '@tradewind/contract/stock-views.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import { categoryName } from '../../../components/category.ts';
import { bulkRun, type Column, ListPage } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { ProductImage } from '../../../components/product-image.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { together } from '../../../components/together.ts';
import { BundleDrawer } from '../bundle/bundle-drawer.tsx';
import { BundleForm } from '../bundle/bundle-form.tsx';

export default function BundleList(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  return (
    <ListPage
      id="product.bundle"
      call={listBundles}
      columns={useColumns()}
      tabs={{
        param: 'status',
        items: [
          { value: 'all', label: t('all') },
          { value: 'enabled', label: t('enabled') },
          { value: 'disabled', label: t('disabled') },
        ],
      }}
      filters={[{ kind: 'text', name: 'search', label: t('search') }]}
      bulk={[
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          may: may(removeBundles),
          confirm: (count) => t('bundle.deleteMany', { count }),
          run: bulkRun(removeBundles),
        },
      ]}
      primary={may(rights.bundle.add) && { label: t('bundle.add'), form: (close) => <BundleForm onClose={close} /> }}
      actions={
        may(rights.bundle.import) && (
          <ImportButton
            label={t('import')}
            title={t('bundle.import')}
            template={bundleTemplate}
            preview={previewBundleImport}
            commit={commitBundleImport}
            refresh={[listBundles]}
          />
        )
      }
      empty={{ title: t('bundle.none'), hint: t('bundle.noneHint') }}
      detail={(id, tools) => <BundleDrawer id={id} tools={tools} />}
    />
  );
}

/** Bundles that all warehouses make. */
const askAvailable = together<number>(async (ids) => {
  const sums = new Map(ids.map((id) => [id, 0]));
  for (const { bundleId, available } of await callApi(bundleStock, { ids }, { quiet: true }))
    sums.set(bundleId, (sums.get(bundleId) ?? 0) + available);
  return sums;
});

function Available({ row }: { row: BundleRow }): ReactNode {
  const { data } = useQuery({
    queryKey: [bundleStock.path, row.id, row.version],
    queryFn: () => askAvailable(row.id),
    staleTime: 30_000,
  });
  return <span className="tw-figure">{data ?? ''}</span>;
}

function useColumns(): Column<BundleRow>[] {
  const { t } = useTranslation('catalog');
  return useMemo<Column<BundleRow>[]>(
    () => [
      col.ownHeading('sku', t('sku'), (row) => (
        <span className="tw-product-name">
          <ProductImage productId={row.id} image={row.images[0]} size={28} alt="" />
          <strong>{row.sku}</strong>
        </span>
      )),
      col.text('name', t('name'), { of: productName, width: 240 }),
      {
        key: 'parts',
        title: t('bundle.parts'),
        width: 320,
        render: (row) => (
          <span className="tw-one-line" title={partsOf(row)}>
            {partsOf(row)}
            {row.partCount > row.summary.length &&
              ` … ${t('bundle.more', { count: row.partCount - row.summary.length })}`}
          </span>
        ),
      },
      {
        key: 'available',
        title: t('bundle.available'),
        width: 100,
        align: 'right',
        render: (row) => <Available row={row} />,
      },
      col.qty('mappings', t('bundle.mappings'), { width: 110 }),
      col.status(
        'state',
        t('state'),
        (row) => <StatusTag tone={row.enabled ? 'good' : 'muted'}>{t(row.enabled ? 'enabled' : 'disabled')}</StatusTag>,
        { width: 90 },
      ),
      col.text('category', t('category'), { of: categoryName, width: 160 }),
      col.time('updatedAt', t('updatedAt')),
    ],
    [t],
  );
}

const partsOf = (row: BundleRow) => row.summary.map((part) => `${part.sku} × ${part.quantity}`).join(' + ');
