import type { ResultOf } from '@tradewind/contract/call.ts';
import { listMappings, listUnmapped, saveMappings } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';

export type MappingRow = ResultOf<typeof listMappings>['rows'][number];

/** One mapping: shop and seller SKU say which, product and factor what it means. */
export function MappingForm({ mapping, onClose }: { mapping?: MappingRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const shops = useCall(getUserShop, {});
  const fixed = mapping !== undefined;
  return (
    <FormDrawer
      open
      title={fixed ? t('editMapping') : t('addMapping')}
      call={saveMappings}
      initial={
        mapping
          ? {
              shopId: mapping.shopId,
              sellerSku: mapping.sellerSku,
              factor: mapping.factor,
              product: { id: mapping.productId, sku: mapping.sku, nameZh: mapping.nameZh, nameEn: mapping.nameEn },
            }
          : { factor: 1 }
      }
      toInput={(values) => {
        const product = values.product as ChosenProduct;
        return {
          rows: [{ shopId: values.shopId, sellerSku: values.sellerSku, factor: values.factor, productId: product.id }],
        };
      }}
      verb={t('saveMapping')}
      success={t('mappingSaved')}
      refresh={[listMappings, listUnmapped]}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'shopId',
          label: t('shop'),
          required: true,
          disabled: fixed,
          loading: shops.isPending,
          options: (shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
        },
        { kind: 'text', name: 'sellerSku', label: t('sellerSku'), required: true, disabled: fixed, max: 100 },
        { kind: 'custom', name: 'product', label: t('product'), required: true, control: <ProductSelect /> },
        {
          kind: 'number',
          name: 'factor',
          label: t('factor'),
          required: true,
          half: true,
          min: 1,
          max: 10_000,
          help: t('factorHelp'),
        },
      ]}
    />
  );
}
