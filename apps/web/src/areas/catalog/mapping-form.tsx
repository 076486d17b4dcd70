import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { listMappings, listUnmapped, saveMappings } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';

export type MappingRow = ResultOf<typeof listMappings>['rows'][number];

type Row = Omit<InputOf<typeof saveMappings>['rows'][number], 'productId'> & { productId: ChosenProduct };

/** One mapping: shop and seller SKU identify it; product and factor are its values. */
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
              rows: [
                {
                  shopId: mapping.shopId,
                  sellerSku: mapping.sellerSku,
                  factor: mapping.factor,
                  productId: {
                    id: mapping.productId,
                    sku: mapping.sku,
                    nameZh: mapping.nameZh,
                    nameEn: mapping.nameEn,
                  },
                },
              ],
            }
          : { rows: [{ factor: 1 }] }
      }
      toInput={({ rows }: { rows: Row[] }) => ({
        rows: rows.map(({ productId, ...mapping }) => ({ ...mapping, productId: productId.id })),
      })}
      verb={t('saveMapping')}
      success={t('mappingSaved')}
      refresh={[listMappings, listUnmapped]}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'rows.0.shopId',
          label: t('shop'),
          disabled: fixed,
          loading: shops.isPending,
          options: (shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
        },
        { kind: 'text', name: 'rows.0.sellerSku', label: t('sellerSku'), disabled: fixed },
        { kind: 'custom', name: 'rows.0.productId', label: t('product'), control: <ProductSelect /> },
        {
          kind: 'number',
          name: 'rows.0.factor',
          label: t('factor'),
          required: true,
          half: true,
          help: t('factorHelp'),
        },
      ]}
    />
  );
}
