import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { findBundle, listBundles, saveBundle } from '@tradewind/contract/catalog.ts';
import { bundleStock } from '@tradewind/contract/stock-views.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategoryOptions } from '../../../components/category.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { ImageField } from '../image-field.tsx';
import '../catalog.css';

export type Bundle = ResultOf<typeof findBundle>;
interface Part {
  productId: ChosenProduct;
  quantity: number;
}
type Values = Typed<typeof saveBundle, { parts: Part[]; categoryId?: string | null }>;

function valuesOf(bundle: Bundle | undefined): StartOf<Values> {
  if (!bundle) return { parts: [{ quantity: 1 }, { quantity: 1 }], images: [], idempotencyKey: crypto.randomUUID() };
  const { id, version, sku, barcode, nameZh, nameEn, brand, categoryId, images, parts } = bundle;
  return {
    ...{ id, version, sku, barcode, nameZh, nameEn, brand, images },
    categoryId: categoryId === null ? null : String(categoryId),
    parts: parts.map(({ productId, quantity, ...product }) => ({ productId: { id: productId, ...product }, quantity })),
  };
}

/** Adds or edits a bundle. Orders keep the parts they were taken with. */
export function BundleForm({ bundle, onClose }: { bundle?: Bundle; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const initial = useMemo(() => valuesOf(bundle), [bundle]);
  const categories = useCategoryOptions();
  return (
    <FormDrawer
      open
      size={640}
      title={bundle ? t('bundle.editTitle', { sku: bundle.sku }) : t('bundle.add')}
      call={saveBundle}
      initial={initial}
      toInput={({ parts, categoryId, ...values }: Values) => ({
        ...values,
        categoryId: categoryId ? Number(categoryId) : null,
        parts: parts.map(({ productId, quantity }) => ({ productId: productId.id, quantity })),
      })}
      verb={t('bundle.save')}
      success={t('bundle.saved')}
      refresh={[listBundles, findBundle, bundleStock]}
      onClose={onClose}
    >
      <FormFields<Values>
        fields={[
          { kind: 'text', name: 'sku', label: t('sku'), disabled: bundle !== undefined, half: true },
          { kind: 'text', name: 'barcode', label: t('barcode'), half: true },
          { kind: 'text', name: 'nameZh', label: t('nameZh'), half: true },
          { kind: 'text', name: 'nameEn', label: t('nameEn'), half: true },
        ]}
      />
      <Parts />
      <FormFields<Values>
        fields={[
          { kind: 'select', name: 'categoryId', label: t('category'), options: categories, half: true },
          { kind: 'text', name: 'brand', label: t('brand'), half: true },
          {
            kind: 'custom',
            name: 'images',
            label: t('images'),
            control: <ImageField productId={bundle?.id ?? 0} />,
          },
        ]}
      />
    </FormDrawer>
  );
}

function Parts(): ReactNode {
  const { t } = useTranslation('catalog');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="parts">
      {(rows, { add, remove }) => (
        <fieldset className="tw-bundle-parts">
          <legend>{t('bundle.parts')}</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className="tw-bundle-part">
              <Form.Item name={[name, 'productId']} rules={needed(t('bundle.part'))}>
                <ProductSelect bundles label={t('bundle.part')} />
              </Form.Item>
              <Form.Item name={[name, 'quantity']} rules={needed(t('bundle.quantity'))}>
                <InputNumber aria-label={t('bundle.quantity')} min={1} max={1000} precision={0} prefix="×" />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('bundle.removePart')}
                disabled={rows.length === 1}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add({ quantity: 1 })}>
            {t('bundle.addPart')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}
