import { listPromotions, type Promotion, savePromotion } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategoryOptions } from '../../../components/category.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';

type Values = Typed<typeof savePromotion, { productId?: ChosenProduct; categoryId?: string | null }>;

/** Days on which a product, a category or everything sells more. */
export function PromotionForm({
  promotion,
  onClose,
}: {
  promotion: Promotion | undefined;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('procurement');
  const categories = useCategoryOptions();
  const fields: FieldsOf<Values> = [
    { kind: 'text', name: 'name', label: t('advice.settings.name') },
    { kind: 'date', name: 'fromDay', label: t('advice.settings.fromDay'), half: true },
    { kind: 'date', name: 'toDay', label: t('advice.settings.toDay'), half: true },
    {
      kind: 'number',
      name: 'uplift',
      label: t('advice.settings.uplift'),
      suffix: '%',
      help: t('advice.settings.upliftHelp'),
    },
    { kind: 'custom', name: 'productId', label: t('advice.settings.product'), control: <ProductSelect /> },
    {
      kind: 'select',
      name: 'categoryId',
      label: t('advice.settings.category'),
      required: false,
      options: categories,
      help: t('advice.settings.everythingHelp'),
    },
  ];
  const { productId, categoryId, nameZh, nameEn, ...known } = promotion ?? {};
  return (
    <FormDrawer
      open
      size={520}
      title={promotion ? `${t('advice.settings.promotion')} ${promotion.name}` : t('advice.settings.addPromotion')}
      call={savePromotion}
      initial={{
        ...known,
        ...(productId
          ? { productId: { id: productId, sku: nameZh ?? '', nameZh: nameZh ?? '', nameEn: nameEn ?? '' } }
          : {}),
        categoryId: categoryId ? String(categoryId) : null,
      }}
      toInput={({ productId: product, categoryId: category, name, fromDay, toDay, uplift }: Values) => ({
        ...{ name, fromDay, toDay, uplift },
        ...(promotion ? { id: promotion.id } : {}),
        ...(product ? { productId: product.id } : {}),
        ...(category ? { categoryId: Number(category) } : {}),
      })}
      verb={t('advice.settings.savePromotion')}
      success={t('advice.settings.promotionSaved')}
      refresh={[listPromotions]}
      onClose={onClose}
      fields={fields}
    />
  );
}
