import type { addProduct, Inherited } from '@tradewind/contract/catalog.ts';
import { productFacets } from '@tradewind/contract/catalog.ts';
import { AutoComplete, Form } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useCategoryOptions } from '../../components/category.ts';
import { useCountries } from '../../components/countries.ts';
import { DropSelect } from '../../components/drop-select.tsx';
import type { FieldOf, FieldsOf, Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { AttributeFields } from './category/attribute-fields.tsx';
import { ImageField } from './image-field.tsx';

/** The values of a form of a product or a family. */
export type GoodsValues = Typed<typeof addProduct, { categoryId?: string | null }>;
export const NEW_GOODS = { unit: 'pcs', origin: 'CN', battery: false, images: [] };

const TEXTS: ReadonlySet<string> = new Set<keyof GoodsValues>([
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
export const emptied = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? (TEXTS.has(name) ? '' : null)]),
  ) as T;

/** The input that the values mean: attributes without one are left out. */
export const filled = <T extends Pick<GoodsValues, 'categoryId' | 'attributes'>>(values: T) => ({
  ...values,
  categoryId: values.categoryId ? Number(values.categoryId) : null,
  attributes: Object.fromEntries(Object.entries(values.attributes ?? {}).filter(([, value]) => value)),
});

/** What stands under a field that a family has, too. */
export const MarkOf = createContext<((field: Inherited) => ReactNode) | undefined>(undefined);

interface GoodsSectionsProps {
  /** Fields that stand first. */
  heads: FieldsOf<typeof addProduct>;
  /** Of the record as it is saved. */
  categoryId: number | null;
  images: { productId: number } | { familyId: number };
}

/** What a product and a family have alike. */
export function GoodsSections({ heads, categoryId, images }: GoodsSectionsProps): ReactNode {
  const { t } = useTranslation('catalog');
  const mark = useContext(MarkOf);
  const { basics, measures, customs } = useGoodsFields();
  const marked = (fields: FieldsOf<typeof addProduct>) =>
    fields.map((field) => {
      const below = field && mark?.(field.name as Inherited);
      return below
        ? {
            ...field,
            help: (
              <>
                {field.help ? <>{field.help} · </> : null}
                {below}
              </>
            ),
          }
        : field;
    });
  return (
    <>
      <h3 className="tw-section-title">{t('basics')}</h3>
      <FormFields<typeof addProduct> fields={[...heads, ...marked(basics)]} />
      <AttributeFields ofProduct={categoryId} mark={mark?.('attributes')} />
      <h3 className="tw-section-title">{t('measures')}</h3>
      <FormFields<typeof addProduct> fields={marked(measures)} />
      <h3 className="tw-section-title">{t('customs')}</h3>
      <FormFields<typeof addProduct> fields={marked(customs)} />
      <h3 className="tw-section-title">{t('images')}</h3>
      <Form.Item
        name="images"
        extra={
          mark ? (
            <>
              {t('imagesHelp')} · {mark('images')}
            </>
          ) : (
            t('imagesHelp')
          )
        }
        style={{ marginTop: 8 }}
      >
        <ImageField {...images} />
      </Form.Item>
    </>
  );
}

function useGoodsFields(): Record<'basics' | 'measures' | 'customs', FieldsOf<typeof addProduct>> {
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
  const figure = (name: keyof GoodsValues, suffix: string): FieldOf<typeof addProduct> => ({
    kind: 'decimal',
    name,
    label: t(name),
    half: true,
    suffix,
  });
  return {
    basics: [
      { kind: 'text', name: 'nameZh', label: t('nameZh') },
      { kind: 'text', name: 'nameEn', label: t('nameEn'), help: t('oneName') },
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
