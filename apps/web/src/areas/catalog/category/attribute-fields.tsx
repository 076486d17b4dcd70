import { attributeKey, type CategoryAttribute, categoryAttributes } from '@tradewind/contract/catalog.ts';
import { Form } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { type FieldOf, FormFields } from '../../../components/form-fields.tsx';
import { productName } from '../../../components/product-name.ts';

interface Values {
  attributes: Record<string, string>;
}

/**
 * The fields of the category that is chosen in the product's form. What the category sets for new products fills fields
 * that are still empty, once another category is chosen.
 */
export function AttributeFields({ ofProduct, mark }: { ofProduct: number | null; mark?: ReactNode }): ReactNode {
  const { t } = useTranslation('catalog');
  const form = Form.useFormInstance();
  const id = Number(Form.useWatch('categoryId', form) ?? 0);
  const { data } = useCall(categoryAttributes, { id }, { enabled: id > 0 });
  useEffect(() => {
    if (!data || id === (ofProduct ?? 0)) return;
    if (data.hsCode && !form.getFieldValue('hsCode')) form.setFieldValue('hsCode', data.hsCode);
    if (data.battery !== null && !form.isFieldTouched('battery')) form.setFieldValue('battery', data.battery);
  }, [data, id, ofProduct, form]);
  if (id === 0 || !data || data.attributes.length === 0) return null;
  const fieldOf = (one: CategoryAttribute): FieldOf<Values> => {
    const common = {
      name: `attributes.${attributeKey(one.id)}` as const,
      label: productName(one),
      half: true,
      required: one.required && one.countries.length === 0,
      ...(one.countries.length > 0 ? { help: t('categories.requiredIn', { where: one.countries.join(', ') }) } : {}),
    };
    switch (one.kind) {
      case 'choice':
        return { ...common, kind: 'select', options: one.choices.map((value) => ({ value, label: value })) };
      case 'flag':
        return {
          ...common,
          kind: 'select',
          options: [
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ],
        };
      case 'day':
        return { ...common, kind: 'date' };
      case 'number':
        return { ...common, kind: 'decimal', ...(one.unit ? { suffix: one.unit } : {}) };
      default:
        return { ...common, kind: 'text', max: 500 };
    }
  };
  return (
    <>
      <h3 className="tw-section-title">
        {t('attributes')} {mark}
      </h3>
      <FormFields<Values> fields={data.attributes.map(fieldOf)} />
    </>
  );
}

/** Values of attributes in words, with the names of the attributes: for the drawer of a product. */
export function useAttributeFacts(product: {
  categoryId: number | null;
  attributes: Record<string, string>;
}): [string, string][] {
  const { t } = useTranslation('catalog');
  const id = product.categoryId ?? 0;
  const { data } = useCall(categoryAttributes, { id }, { enabled: id > 0 });
  return (data?.attributes ?? []).flatMap((one): [string, string][] => {
    const value = product.attributes[attributeKey(one.id)];
    if (!value) return [];
    const shown =
      one.kind === 'flag' ? t(value === 'true' ? 'yes' : 'no') : [value, one.unit].filter(Boolean).join(' ');
    return [[productName(one), shown]];
  });
}
