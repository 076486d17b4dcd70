import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  findProduct,
  listProducts,
  productFacets,
  removeProducts,
  setProductsEnabled,
} from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { DateTime } from '../../components/figures.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { productName } from '../../components/product-name.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { arrange, NO_SETTINGS } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { FamilyPart } from './families/family-part.tsx';
import { GoodsFacts } from './goods-facts.tsx';
import { MergeForm } from './merge-form.tsx';
import { MergedNote, MergeState } from './merge-note.tsx';
import { CustomsPart } from './papers/customs-part.tsx';
import { PackagingPart } from './papers/packaging-part.tsx';
import { PapersPart } from './papers/papers-part.tsx';
import { ProductCosts, ProductPurchases, ProductStock } from './product-elsewhere.tsx';
import { ProductForecast } from './product-forecast.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductHistory } from './product-history.tsx';
import './catalog.css';
import { Link } from 'react-router';
import { useModulePaths } from '../../components/module-paths.ts';
import { useSeesCosts } from '../../components/sees-costs.ts';

type Product = ResultOf<typeof findProduct>;
const LISTS = [listProducts, findProduct, productFacets];

export function ProductDrawer({
  id,
  tools,
  onPrint,
}: {
  id: number;
  tools: DetailTools;
  onPrint: () => void;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const paths = useModulePaths();
  const seesCost = useSeesCosts();
  const found = useCall(findProduct, { id });
  const [editing, setEditing] = useState(false);
  const [merging, setMerging] = useState(false);
  const product = found.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        title={product?.sku ?? ''}
        status={
          product && (
            <StatusTag tone={product.enabled ? 'good' : 'muted'}>
              {t(product.enabled ? 'enabled' : 'disabled')}
            </StatusTag>
          )
        }
        subtitle={product && productName(product)}
        query={found}
        actions={
          product && (
            <>
              {may(rights.product.edit) && <Button onClick={() => setEditing(true)}>{t('action.edit')}</Button>}
              {may(rights.product.edit) && may(rights.product.delete) && mayMerge(product) && (
                <Button onClick={() => setMerging(true)}>{t('merge.open')}</Button>
              )}
              {may(setProductsEnabled) && !product.mergedInto && <EnableButton product={product} />}
              {may(rights.product.print) && <Button onClick={onPrint}>{t('printLabels')}</Button>}
              {may(removeProducts) && <DeleteButton product={product} onDone={tools.close} />}
            </>
          )
        }
        tabs={
          product
            ? [
                { key: 'facts', label: t('facts'), children: <ProductFacts product={product} /> },
                { key: 'family', label: t('families.family'), children: <FamilyPart product={product} /> },
                paths.has(rights.stock.id) && {
                  key: 'stock',
                  label: t('elsewhere.stock'),
                  children: <ProductStock productId={id} sku={product.sku} />,
                },
                paths.has(rights.stock.id) &&
                  seesCost && {
                    key: 'costs',
                    label: t('elsewhere.costs'),
                    children: <ProductCosts productId={id} />,
                  },
                paths.has(rights.purchaseOrder.id) && {
                  key: 'purchases',
                  label: t('elsewhere.purchases'),
                  children: <ProductPurchases productId={id} />,
                },
                paths.has(rights.replenishment.id) && {
                  key: 'forecast',
                  label: t('forecast.title'),
                  children: <ProductForecast productId={id} />,
                },
                {
                  key: 'customs',
                  label: t('customsData.title'),
                  children: <CustomsPart owner={{ productId: id }} />,
                },
                { key: 'packaging', label: t('packaging.title'), children: <PackagingPart productId={id} /> },
                { key: 'papers', label: t('papers.title'), children: <PapersPart productId={id} /> },
                { key: 'mappings', label: t('mappings'), children: <Mappings product={product} /> },
                {
                  key: 'files',
                  label: t('file.title'),
                  children: <DocumentFiles docKind="product" docId={product.id} refresh={[findProduct]} />,
                },
                { key: 'history', label: t('history'), children: <ProductHistory history={product.history} /> },
              ]
            : []
        }
      >
        {product?.mergedInto && <MergedNote into={product.mergedInto} />}
        {product?.merging && <MergeState productId={id} merge={product.merging} />}
      </DetailDrawer>
      {merging && product && <MergeForm product={product} onClose={() => setMerging(false)} />}
      {editing && product && (
        <ProductForm product={product} onClose={() => setEditing(false)} onReload={() => void found.refetch()} />
      )}
    </>
  );
}

const mayMerge = ({ mergedInto, merging }: Product) => !mergedInto && merging?.state !== 'running';

/** Needs no confirmation, since it can be undone at once. */
function EnableButton({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('catalog');
  const act = useAct(setProductsEnabled, {
    refresh: LISTS,
    success: t(product.enabled ? 'nowDisabled' : 'nowEnabled'),
  });
  return (
    <ActionButton loading={act.isPending} onClick={() => act.mutate({ ids: [product.id], enabled: !product.enabled })}>
      {t(product.enabled ? 'disable' : 'enable')}
    </ActionButton>
  );
}

function DeleteButton({ product, onDone }: { product: Product; onDone: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const remove = useAct(removeProducts, {
    refresh: [listProducts, productFacets],
    onDone: (result) => {
      const [refused] = result.failed;
      if (refused) return toast.warning(refused.reason);
      toast.success(t('deleted'));
      onDone();
    },
  });
  return (
    <ConfirmDanger
      title={t('deleteTitle', { sku: product.sku })}
      consequence={t('deleteText')}
      verb={t('action.delete')}
      onConfirm={() => remove.mutateAsync({ ids: [product.id] })}
    />
  );
}

function ProductFacts({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <GoodsFacts
      goods={product}
      images={{ productId: product.id }}
      name={product.sku}
      {...(product.familyId ? { own: product.overrides } : {})}
      heads={[
        [t('barcode'), product.barcode],
        [t('parentSku'), product.parentSku],
      ]}
      tails={[
        [t('createdAt'), <DateTime key="c" at={product.createdAt} />],
        [t('updatedAt'), <DateTime key="u" at={product.updatedAt} />],
        [t('variants'), product.family ? null : product.variants.map((variant) => variant.sku).join(', ')],
      ]}
    />
  );
}

function Mappings({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('catalog');
  const shops = useCall(getUserShop, {});
  const orders = useModulePaths().get(rights.order.id);
  const names = new Map(shops.data?.list.map((shop) => [shop.id, shop.name]));
  return (
    <DataTable
      label={t('mappings')}
      rows={product.mappings}
      keyOf={(row) => row.id}
      empty={<EmptyState title={t('noMappings')} />}
      columns={arrange<Product['mappings'][number]>(
        [
          {
            key: 'sellerSku',
            title: t('sellerSku'),
            width: 220,
            render: ({ sellerSku }) =>
              orders ? (
                <Link to={`${orders}?text=${encodeURIComponent(sellerSku)}`} title={t('elsewhere.toOrders')}>
                  {sellerSku}
                </Link>
              ) : (
                sellerSku
              ),
          },
          { key: 'shop', title: t('shop'), width: 200, render: (row) => names.get(row.shopId) ?? row.shopId },
          { key: 'factor', title: t('factor'), width: 90, align: 'right', render: (row) => `× ${row.factor}` },
          col.time('createdAt', t('updatedAt')),
        ],
        NO_SETTINGS,
        0,
      )}
    />
  );
}
