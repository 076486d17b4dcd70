import {
  addProduct,
  editProduct,
  findProduct,
  listProducts,
  type ProductRow,
  productFacets,
} from '@tradewind/contract/catalog.ts';
import { AutoComplete, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useCategoryOptions } from '../../components/category.ts';
import { changesOf } from '../../components/changes.ts';
import { useCountries } from '../../components/countries.ts';
import { DropSelect } from '../../components/drop-select.tsx';
import { type FieldOf, type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { AttributeFields } from './category/attribute-fields.tsx';
import { ImageField } from './image-field.tsx';

const NEW = { unit: 'pcs', origin: 'CN', battery: false, images: [] };
type Values = Typed<typeof addProduct, { categoryId?: string | null }>;

/** Adds or edits a product; sends only changed fields. */
export function ProductForm({
  product,
  onClose,
  onReload,
}: {
  product?: ProductRow;
  onClose: () => void;
  onReload?: () => void;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const shared = {
    open: true,
    verb: t('saveProduct'),
    success: t('saved'),
    refresh: [listProducts, findProduct, productFacets],
    size: 640,
    onClose,
    ...(onReload ? { onReload } : {}),
    children: <Sections product={product} />,
  };
  if (!product)
    return (
      <FormDrawer
        {...shared}
        key="new"
        title={t('addProduct')}
        call={addProduct}
        initial={NEW}
        toInput={(values: Values) => withoutNulls(filled(values))}
      />
    );
  const { id, version, sku } = product;
  const before = changeableOf(product);
  return (
    <FormDrawer
      {...shared}
      key={`${id}/${version}`}
      title={`${t('editProduct')} ${sku}`}
      call={editProduct}
      initial={{ sku, ...before, categoryId: before.categoryId === null ? null : String(before.categoryId) }}
      toInput={({ sku: _fixed, ...values }: Values) => ({ id, version, ...changesOf(before, emptied(filled(values))) })}
    />
  );
}

function changeableOf(product: ProductRow) {
  const { parentSku, barcode, nameZh, nameEn, brand, colour, unit, label, hsCode, origin } = product;
  const { lengthCm, widthCm, heightCm, netWeightKg, grossWeightKg, unitPriceCny, declaredValueUsd } = product;
  const { categoryId, attributes, shelfLifeMonths, battery, images } = product;
  return {
    ...{ parentSku, barcode, nameZh, nameEn, brand, categoryId, attributes, colour, unit, label, hsCode, origin },
    ...{ lengthCm, widthCm, heightCm, netWeightKg, grossWeightKg, unitPriceCny, declaredValueUsd },
    ...{ shelfLifeMonths, battery, images },
  };
}

const TEXTS: ReadonlySet<string> = new Set<keyof Values>([
  'nameZh',
  'nameEn',
  'brand',
  'hsCode',
  'unit',
  'colour',
  'origin',
  'label',
]);

/** The empty value of a field: texts are empty strings. */
const emptied = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? (TEXTS.has(name) ? '' : null)]),
  ) as T;

/** The input that the values mean: attributes without one are left out. */
const filled = <T extends Pick<Values, 'categoryId' | 'attributes'>>(values: T) => ({
  ...values,
  categoryId: values.categoryId ? Number(values.categoryId) : null,
  attributes: Object.fromEntries(Object.entries(values.attributes ?? {}).filter(([, value]) => value)),
});

const withoutNulls = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as T;

function Sections({ product }: { product: ProductRow | undefined }): ReactNode {
  const { t } = useTranslation('catalog');
  const fields = useFields(product);
  return (
    <>
      <h3 className="tw-section-title">{t('basics')}</h3>
      <FormFields<typeof addProduct> fields={fields.basics} />
      <AttributeFields ofProduct={product?.categoryId ?? null} />
      <h3 className="tw-section-title">{t('measures')}</h3>
      <FormFields<typeof addProduct> fields={fields.measures} />
      <h3 className="tw-section-title">{t('customs')}</h3>
      <FormFields<typeof addProduct> fields={fields.customs} />
      <h3 className="tw-section-title">{t('images')}</h3>
      <Form.Item name="images" extra={t('imagesHelp')} style={{ marginTop: 8 }}>
        <ImageField productId={product?.id ?? 0} />
      </Form.Item>
    </>
  );
}

function useFields(
  product: ProductRow | undefined,
): Record<'basics' | 'measures' | 'customs', FieldsOf<typeof addProduct>> {
  const { t } = useTranslation('catalog');
  const seesCosts = useSeesCosts();
  const facets = useCall(productFacets, {});
  const countries = useCountries();
  const categories = useCategoryOptions();
  const known = (names: readonly string[] | undefined) => (
    <AutoComplete
      options={(names ?? []).map((value) => ({ value }))}
      showSearch={{ filterOption: true }}
      maxLength={100}
    />
  );
  const figure = (name: keyof Values, suffix: string): FieldOf<typeof addProduct> => ({
    kind: 'decimal',
    name,
    label: t(name),
    half: true,
    suffix,
  });
  return {
    basics: [
      {
        kind: 'text',
        name: 'sku',
        label: t('sku'),
        required: true,
        half: true,
        disabled: product !== undefined,
        help: t('skuHelp'),
        pattern: { value: /^[^\s"'<>\\](?:[^"'<>\\]*[^\s"'<>\\])?$/, message: t('skuBad') },
      },
      { kind: 'text', name: 'parentSku', label: t('parentSku'), half: true },
      { kind: 'text', name: 'nameZh', label: t('nameZh') },
      { kind: 'text', name: 'nameEn', label: t('nameEn'), help: t('oneName') },
      { kind: 'text', name: 'barcode', label: t('barcode'), half: true },
      { kind: 'text', name: 'colour', label: t('colour'), half: true },
      { kind: 'custom', name: 'brand', label: t('brand'), half: true, control: known(facets.data?.brands) },
      { kind: 'select', name: 'categoryId', label: t('category'), half: true, options: categories },
      { kind: 'custom', name: 'unit', label: t('unit'), half: true, control: <DropSelect zoot="product.unit" /> },
      { kind: 'custom', name: 'label', label: t('label'), half: true, control: <DropSelect zoot="product.label" /> },
    ],
    measures: [
      figure('lengthCm', 'cm'),
      figure('widthCm', 'cm'),
      figure('heightCm', 'cm'),
      figure('netWeightKg', 'kg'),
      figure('grossWeightKg', 'kg'),
      {
        kind: 'number',
        name: 'shelfLifeMonths',
        label: t('shelfLifeMonths'),
        half: true,
        suffix: t('months'),
      },
      { kind: 'switch', name: 'battery', label: t('battery'), half: true },
    ],
    customs: [
      seesCosts && figure('unitPriceCny', 'CNY'),
      figure('declaredValueUsd', 'USD'),
      {
        kind: 'text',
        name: 'hsCode',
        label: t('hsCode'),
        half: true,
        pattern: { value: /^(\d{4,13}|\d{4}\.\d{2}(\.?\d{2,4}){0,2})?$/, message: t('hsBad') },
      },
      { kind: 'select', name: 'origin', label: t('origin'), half: true, options: countries },
    ],
  };
}
