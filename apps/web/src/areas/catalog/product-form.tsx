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
import { useCountries } from '../../components/countries.ts';
import { DropSelect } from '../../components/drop-select.tsx';
import { FormDrawer, type FormField, type FormValues } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { useUser } from '../../shell/session.ts';
import { ImageField } from './image-field.tsx';

const NEW = { unit: 'pcs', origin: 'CN', battery: false, images: [] };

/** Adds a product, or edits the given one: only what was changed is sent. */
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
  const initial: FormValues = product ? { ...product } : NEW;
  const toInput = (values: FormValues): FormValues => {
    const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
    if (!product) return withoutNulls(shown);
    const before: FormValues = { ...product };
    const changed = Object.entries(shown).filter(
      ([name, value]) => EDITABLE.has(name) && JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    );
    return {
      id: product.id,
      version: product.version,
      ...Object.fromEntries(changed.map(([name, value]) => [name, value ?? (TEXTS.has(name) ? '' : null)])),
    };
  };
  return (
    <FormDrawer
      open
      key={product ? `${product.id}/${product.version}` : 'new'}
      title={product ? `${t('editProduct')} ${product.sku}` : t('addProduct')}
      call={product ? editProduct : addProduct}
      initial={initial}
      toInput={toInput}
      verb={t('saveProduct')}
      success={t('saved')}
      refresh={[listProducts, findProduct, productFacets]}
      size={640}
      onClose={onClose}
      {...(onReload ? { onReload } : {})}
    >
      <Sections product={product} />
    </FormDrawer>
  );
}

const TEXTS = new Set(['nameEn', 'brand', 'category', 'hsCode', 'unit', 'colour', 'origin', 'label']);
const EDITABLE = new Set([
  ...TEXTS,
  'parentSku',
  'barcode',
  'nameZh',
  'lengthCm',
  'widthCm',
  'heightCm',
  'netWeightKg',
  'grossWeightKg',
  'unitPriceCny',
  'declaredValueUsd',
  'shelfLifeMonths',
  'battery',
  'images',
]);

function withoutNulls(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function Sections({ product }: { product: ProductRow | undefined }): ReactNode {
  const { t } = useTranslation('catalog');
  const fields = useFields(product);
  return (
    <>
      <h3 className="tw-section-title">{t('basics')}</h3>
      <FormFields fields={fields.basics} />
      <h3 className="tw-section-title">{t('measures')}</h3>
      <FormFields fields={fields.measures} />
      <h3 className="tw-section-title">{t('customs')}</h3>
      <FormFields fields={fields.customs} />
      <h3 className="tw-section-title">{t('images')}</h3>
      <Form.Item name="images" extra={t('imagesHelp')} style={{ marginTop: 8 }}>
        <ImageField productId={product?.id ?? 0} />
      </Form.Item>
    </>
  );
}

function useFields(product: ProductRow | undefined): Record<'basics' | 'measures' | 'customs', FormField[]> {
  const { t } = useTranslation('catalog');
  const { permissions, mainAccount } = useUser();
  const facets = useCall(productFacets, {});
  const countries = useCountries();
  const known = (names: readonly string[] | undefined) => (
    <AutoComplete
      options={(names ?? []).map((value) => ({ value }))}
      showSearch={{ filterOption: true }}
      maxLength={100}
    />
  );
  const figure = (name: string, suffix: string): FormField => ({
    kind: 'decimal',
    name,
    label: t(name),
    half: true,
    suffix,
  });
  const price = mainAccount || permissions.includes('seeCost') ? [figure('unitPriceCny', 'CNY')] : [];
  return {
    basics: [
      {
        kind: 'text',
        name: 'sku',
        label: t('sku'),
        required: true,
        half: true,
        max: 60,
        disabled: product !== undefined,
        help: t('skuHelp'),
        pattern: { value: /^[^\s"'<>\\](?:[^"'<>\\]*[^\s"'<>\\])?$/, message: t('skuBad') },
      },
      { kind: 'text', name: 'parentSku', label: t('parentSku'), half: true, max: 60 },
      { kind: 'text', name: 'nameZh', label: t('nameZh'), required: true },
      { kind: 'text', name: 'nameEn', label: t('nameEn') },
      { kind: 'text', name: 'barcode', label: t('barcode'), half: true, max: 60 },
      { kind: 'text', name: 'colour', label: t('colour'), half: true, max: 50 },
      { kind: 'custom', name: 'brand', label: t('brand'), half: true, control: known(facets.data?.brands) },
      { kind: 'custom', name: 'category', label: t('category'), half: true, control: known(facets.data?.categories) },
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
        max: 1200,
        suffix: t('months'),
      },
      { kind: 'switch', name: 'battery', label: t('battery'), half: true },
    ],
    customs: [
      ...price,
      figure('declaredValueUsd', 'USD'),
      {
        kind: 'text',
        name: 'hsCode',
        label: t('hsCode'),
        half: true,
        max: 13,
        pattern: { value: /^(\d{4,13}|\d{4}\.\d{2}(\.?\d{2,4}){0,2})?$/, message: t('hsBad') },
      },
      { kind: 'select', name: 'origin', label: t('origin'), half: true, options: countries },
    ],
  };
}
