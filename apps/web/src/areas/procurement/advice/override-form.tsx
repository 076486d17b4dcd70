import {
  type AdviceOverride,
  listAdviceOverrides,
  REVIEWS,
  saveAdviceOverride,
} from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategoryOptions } from '../../../components/category.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list/filters.ts';
import { productName } from '../../../components/product-name.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';

type Values = Typed<
  typeof saveAdviceOverride,
  { productId?: ChosenProduct; categoryId?: string | null; goal?: number | null; review?: 'daily' | 'fixed' | null }
>;

/** Settings of a product or of a category; what is empty is as above it. */
export function OverrideForm({ own, onClose }: { own: AdviceOverride | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const categories = useCategoryOptions();
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
            }
          : {}
      }
      toInput={({ productId, categoryId, goal, review, reviewDays, leadDays }: Values) => ({
        ...(own?.productId || productId ? { productId: own?.productId ?? productId?.id } : {}),
        ...(own?.categoryId || categoryId ? { categoryId: own?.categoryId ?? Number(categoryId) } : {}),
        ...(own ? { version: own.version, weights: own.weights } : {}),
        goal: goal ? Math.round(goal * 10) / 1000 : null,
        review: review ?? null,
        reviewDays: reviewDays ?? null,
        leadDays: leadDays ?? null,
      })}
      verb={t('advice.settings.save')}
      success={t('advice.settings.saved')}
      refresh={[listAdviceOverrides]}
      onClose={onClose}
      fields={fields}
    />
  );
}
