import {
  type AdviceOverride,
  getAdviceSettings,
  listAdviceOverrides,
  REVIEWS,
  saveAdviceOverride,
} from '@tradewind/contract/procurement.ts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useCategoryOptions } from '../../../components/category.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list/filters.ts';
import { productName } from '../../../components/product-name.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { fromPercent, inPercent, WeightsField } from './weights-field.tsx';

type Values = Typed<
  typeof saveAdviceOverride,
  {
    productId?: ChosenProduct;
    categoryId?: string | null;
    goal?: number | null;
    review?: 'daily' | 'fixed' | null;
    ownWeights?: boolean;
    weights?: number[];
  }
>;

/** Settings of a product or of a category; what is empty is as above it. */
export function OverrideForm({ own, onClose }: { own: AdviceOverride | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const categories = useCategoryOptions();
  const company = useCall(getAdviceSettings, {}).data;
  const weights = {
    ownWeights: Boolean(own?.weights),
    weights: inPercent(own?.weights ?? company?.weights ?? []),
  };
  const fields: FieldsOf<Values> = [
    !own && { kind: 'custom', name: 'productId', label: t('advice.settings.product'), control: <ProductSelect /> },
    !own && {
      kind: 'select',
      name: 'categoryId',
      label: t('advice.settings.category'),
      required: false,
      options: categories,
    },
    {
      kind: 'number',
      name: 'goal',
      label: t('advice.settings.goal'),
      half: true,
      required: false,
      min: 50,
      max: 99.9,
      digits: 1,
      suffix: '%',
      help: t('advice.settings.inherit'),
    },
    { kind: 'number', name: 'leadDays', label: t('advice.leadDays'), half: true, required: false, suffix: t('days') },
    {
      kind: 'select',
      name: 'review',
      label: t('advice.settings.review'),
      half: true,
      required: false,
      options: optionsOf(REVIEWS, (one) => t(`advice.reviews.${one}`)),
    },
    {
      kind: 'number',
      name: 'reviewDays',
      label: t('advice.settings.reviewDays'),
      half: true,
      required: false,
      suffix: t('days'),
    },
    { kind: 'switch', name: 'ownWeights', label: t('advice.settings.ownWeights') },
  ];
  return (
    <FormDrawer
      open
      size={520}
      title={own ? `${t('advice.settings.editOwn')} ${productName(own)}` : t('advice.settings.addOwn')}
      call={saveAdviceOverride}
      initial={
        own
          ? {
              goal: own.goal && Math.round(own.goal * 1000) / 10,
              review: own.review,
              reviewDays: own.reviewDays,
              leadDays: own.leadDays,
              ...weights,
            }
          : weights
      }
      toInput={({ productId, categoryId, goal, review, reviewDays, leadDays, ...more }: Values) => ({
        ...(own?.productId || productId ? { productId: own?.productId ?? productId?.id } : {}),
        ...(own?.categoryId || categoryId ? { categoryId: own?.categoryId ?? Number(categoryId) } : {}),
        ...(own ? { version: own.version } : {}),
        weights: more.ownWeights ? fromPercent(more.weights ?? []) : null,
        goal: goal ? Math.round(goal * 10) / 1000 : null,
        review: review ?? null,
        reviewDays: reviewDays ?? null,
        leadDays: leadDays ?? null,
      })}
      verb={t('advice.settings.save')}
      success={t('advice.settings.saved')}
      refresh={[listAdviceOverrides]}
      onClose={onClose}
      loading={!company}
      fields={fields}
    >
      <OwnWeights />
    </FormDrawer>
  );
}

/** Beside a lead time that is longer than the company's sales period, other windows have to count. */
function OwnWeights(): ReactNode {
  return Form.useWatch('ownWeights') ? <WeightsField /> : null;
}
