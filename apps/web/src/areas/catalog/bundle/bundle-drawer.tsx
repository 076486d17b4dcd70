import { rights } from '@tradewind/contract/access/modules.ts';
import { findBundle, listBundles, removeBundles } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { type BundleStock, bundleStock } from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { categoryName } from '../../../components/category.ts';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { ProductImage } from '../../../components/product-image.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { changesOf } from '../history.ts';
import { type Bundle, BundleForm } from './bundle-form.tsx';

export function BundleDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const found = useCall(findBundle, { id });
  const [editing, setEditing] = useState(false);
  const bundle = found.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        title={bundle?.sku ?? ''}
        subtitle={bundle && productName(bundle)}
        status={
          bundle && (
            <StatusTag tone={bundle.enabled ? 'good' : 'muted'}>{t(bundle.enabled ? 'enabled' : 'disabled')}</StatusTag>
          )
        }
        query={found}
        actions={
          bundle && (
            <>
              {may(rights.bundle.edit) && <Button onClick={() => setEditing(true)}>{t('action.edit')}</Button>}
              {may(removeBundles) && <Delete bundle={bundle} onDone={tools.close} />}
            </>
          )
        }
        tabs={
          bundle
            ? [
                { key: 'parts', label: t('bundle.parts'), children: <Contents bundle={bundle} /> },
                { key: 'stock', label: t('bundle.stock'), children: <Stock bundle={bundle} /> },
                { key: 'mappings', label: t('mappings'), children: <Shops bundle={bundle} /> },
                { key: 'history', label: t('history'), children: <History bundle={bundle} /> },
              ]
            : []
        }
      />
      {editing && bundle && <BundleForm bundle={bundle} onClose={() => setEditing(false)} />}
    </>
  );
}

function Delete({ bundle, onDone }: { bundle: Bundle; onDone: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const remove = useAct(removeBundles, {
    refresh: [listBundles],
    onDone: ({ failed: [refused] }) => {
      if (refused) return toast.warning(refused.reason);
      toast.success(t('bundle.deleted'));
      onDone();
    },
  });
  return (
    <ConfirmDanger
      title={t('bundle.deleteTitle', { sku: bundle.sku })}
      consequence={t('bundle.deleteText')}
      verb={t('action.delete')}
      onConfirm={() => remove.mutateAsync({ ids: [bundle.id] })}
    />
  );
}

type Part = Bundle['parts'][number];
type Unit = Bundle['units'][number];

function Contents({ bundle }: { bundle: Bundle }): ReactNode {
  const { t } = useTranslation('catalog');
  const archive = useModulePaths().get(rights.product.id);
  const heading = <Row extends Part | Unit>() =>
    col.ownHeading<Row>(
      'sku',
      t('sku'),
      (row) => (
        <span className="tw-product-name">
          <ProductImage productId={row.productId} image={row.image ?? undefined} size={28} alt="" />
          {archive ? <Link to={`${archive}?open=${row.productId}`}>{row.sku}</Link> : row.sku}
        </span>
      ),
      { width: 200 },
    );
  const name = <Row extends Part | Unit>() => col.text<Row>('name', t('name'), { of: productName, width: 220 });
  const parts: Column<Part>[] = [
    heading<Part>(),
    name<Part>(),
    col.text('kind', t('bundle.kind'), {
      of: (row: Part) => (row.kind === 'bundle' ? t('bundle.inside') : ''),
      width: 90,
    }),
    col.qty('quantity', t('bundle.quantity'), { width: 90 }),
  ];
  const units: Column<Unit>[] = [
    heading<Unit>(),
    name<Unit>(),
    col.qty('quantity', t('bundle.units'), { width: 90 }),
    col.text('share', t('bundle.share'), {
      of: (row: Unit) => `${(Number(row.share) * 100).toFixed(1)} %`,
      width: 130,
      align: 'right',
    }),
  ];
  const nested = bundle.parts.some((part) => part.kind === 'bundle');
  return (
    <>
      <LineTable label={t('bundle.parts')} rows={bundle.parts} columns={parts} keyOf={(row) => row.productId} />
      <section className="tw-bundle-leaves">
        <h3 className="tw-section-title">{t('bundle.leaves')}</h3>
        <p className="tw-muted">{t(nested ? 'bundle.leavesNested' : 'bundle.leavesHint')}</p>
        <LineTable label={t('bundle.leaves')} rows={bundle.units} columns={units} keyOf={(row) => row.productId} />
      </section>
      <Facts
        items={[
          [t('nameZh'), bundle.nameZh],
          [t('nameEn'), bundle.nameEn],
          [t('barcode'), bundle.barcode],
          [t('brand'), bundle.brand],
          [t('category'), categoryName(bundle)],
          [t('bundle.within'), bundle.within.map((one) => one.sku).join(', ')],
          [t('updatedAt'), <DateTime key="u" at={bundle.updatedAt} />],
        ]}
      />
    </>
  );
}

function Stock({ bundle }: { bundle: Bundle }): ReactNode {
  const { t } = useTranslation('catalog');
  const stock = useCall(bundleStock, { ids: [bundle.id] });
  const columns: Column<BundleStock>[] = [
    col.text('warehouse', t('elsewhere.warehouse'), { of: 'warehouseName', width: 180, card: 'title' }),
    col.qty('available', t('bundle.available'), { width: 110 }),
    col.text('scarce', t('bundle.scarce'), { width: 180 }),
  ];
  return (
    <>
      <p className="tw-muted">{t('bundle.stockHint')}</p>
      <LineTable
        label={t('bundle.stock')}
        rows={stock.data ?? []}
        columns={columns}
        keyOf={(row) => row.warehouseId}
        empty={<EmptyState title={t('bundle.noStock')} />}
      />
    </>
  );
}

function Shops({ bundle }: { bundle: Bundle }): ReactNode {
  const { t } = useTranslation('catalog');
  const shops = useCall(getUserShop, {});
  const names = new Map(shops.data?.list.map((shop) => [shop.id, shop.name]));
  type Row = Bundle['shops'][number];
  const columns: Column<Row>[] = [
    col.text('sellerSku', t('sellerSku'), { width: 220, card: 'title' }),
    col.text('shop', t('shop'), { of: (row: Row) => names.get(row.shopId) ?? String(row.shopId), width: 200 }),
    col.text('factor', t('factor'), {
      of: (row: Bundle['shops'][number]) => `× ${row.factor}`,
      width: 90,
      align: 'right',
    }),
  ];
  return (
    <LineTable
      label={t('mappings')}
      rows={bundle.shops}
      columns={columns}
      keyOf={(row) => `${row.shopId}/${row.sellerSku}`}
      empty={<EmptyState title={t('noMappings')} />}
    />
  );
}

function History({ bundle }: { bundle: Bundle }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <HistoryTimeline
      entries={bundle.history.map((entry) => ({
        key: entry.id,
        at: entry.at,
        who: entry.actor,
        what: t(`events.${entry.event}`),
        changes: changesOf(entry.detail).map(([field, from, to]) => ({
          field: field === 'parts' ? t('bundle.parts') : t(field),
          from,
          to,
        })),
      }))}
    />
  );
}
