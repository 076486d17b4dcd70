import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitProductImport,
  exportProducts,
  listFamilies,
  listProducts,
  previewProductImport,
  productFacets,
  productImportErrors,
  productTemplate,
} from '@tradewind/contract/catalog.ts';
import { makeListingProducts } from '@tradewind/contract/listings.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { useCategoryOptions } from '../../../components/category.ts';
import { LeadButton, ShopButton } from '../../../components/lead-button.tsx';
import { type FilterField, ListPage, optionsOf, yesNo } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { FamiliesButton } from '../families/families-button.tsx';
import { LabelDialog } from '../label-dialog.tsx';
import { useProductActs } from '../product-acts.tsx';
import { useProductColumns } from '../product-columns.tsx';
import { ProductDrawer } from '../product-drawer.tsx';
import { ProductForm } from '../product-form.tsx';
import { SheetsButton } from '../sheets-button.tsx';

export default function ProductList(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const [printing, setPrinting] = useState<readonly number[]>();
  const facets = useCall(productFacets, {});
  const families = useCall(listFamilies, { pageSize: 200 });
  const columns = useProductColumns();
  const categories = useCategoryOptions();
  const options = (names: readonly string[] = []) => optionsOf(names, (name) => name);
  const filters: FilterField<typeof listProducts>[] = [
    { kind: 'text', name: 'search', label: t('search') },
    {
      kind: 'select',
      name: 'categoryId',
      label: t('category'),
      options: [...categories, { value: '0', label: t('categories.noCategory') }],
    },
    { kind: 'select', name: 'brand', label: t('brand'), options: options(facets.data?.brands) },
    {
      kind: 'select',
      name: 'familyId',
      label: t('families.family'),
      options: (families.data?.rows ?? []).map((one) => ({ value: String(one.id), label: one.code })),
    },
    {
      kind: 'select',
      name: 'battery',
      label: t('battery'),
      options: yesNo(t('batteryYes'), t('batteryNo')),
    },
    {
      kind: 'select',
      name: 'papers',
      label: t('papers.filter'),
      options: optionsOf(['due', 'soon', 'expired'], (value) => t(`papers.due.${value}`)),
    },
  ];
  const { counts } = facets.data ?? {};
  return (
    <>
      <ListPage
        id="product.archive"
        call={listProducts}
        columns={columns}
        tabs={{
          param: 'status',
          items: [
            { value: 'enabled', label: t('enabled'), count: counts?.enabled },
            { value: 'disabled', label: t('disabled'), count: counts?.disabled },
            { value: 'all', label: t('all'), count: counts?.all },
          ],
        }}
        filters={filters}
        bulk={useProductActs(setPrinting)}
        exports={may(exportProducts) && { call: exportProducts }}
        primary={
          may(rights.product.add) && { label: t('addProduct'), form: (close) => <ProductForm onClose={close} /> }
        }
        actions={
          <>
            <FamiliesButton />
            <SheetsButton />
            {may(rights.product.import) && (
              <ImportButton
                label={t('import')}
                title={t('importProducts')}
                template={productTemplate}
                preview={previewProductImport}
                errors={productImportErrors}
                commit={commitProductImport}
                refresh={[listProducts, productFacets]}
              />
            )}
          </>
        }
        empty={{
          title: t('none'),
          hint: t('noneHint'),
          action: may(makeListingProducts) && (
            <ShopButton
              type="default"
              otherwise={<LeadButton to={rights.listing} query="?tab=unmapped&make=all" label={t('fromListings')} />}
            />
          ),
        }}
        detail={(id, tools) => <ProductDrawer id={id} tools={tools} onPrint={() => setPrinting([id])} />}
      />
      {printing && <LabelDialog ids={printing} onClose={() => setPrinting(undefined)} />}
    </>
  );
}
