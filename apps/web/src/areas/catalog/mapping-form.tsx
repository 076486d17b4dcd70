import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { listMappings, listUnmapped, saveMappings } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { makeSoldProducts } from '@tradewind/contract/listings.ts';
import { Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { MakeProductForm } from '../../components/make-product.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';

export type MappingRow = ResultOf<typeof listMappings>['rows'][number];

type Row = Omit<InputOf<typeof saveMappings>['rows'][number], 'productId'> & { productId: ChosenProduct };

/** One mapping: shop and seller SKU identify it; product and factor are its values. */
export function MappingForm({ mapping, onClose }: { mapping?: MappingRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const shops = useCall(getUserShop, {});
  const fixed = mapping !== undefined;
  const mayMake = useMay(rights.product)(makeSoldProducts);
  const [making, setMaking] = useState<Sold>();
  if (making) return <MakeProductForm {...making} refresh={[listMappings, listUnmapped]} onClose={onClose} />;
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
        { kind: 'custom', name: 'rows.0.productId', label: t('product'), control: <ProductSelect bundles /> },
        {
          kind: 'number',
          name: 'rows.0.factor',
          label: t('factor'),
          required: true,
          half: true,
          help: t('factorHelp'),
        },
      ]}
    >
      {!fixed && mayMake && <MakeInstead onMake={setMaking} />}
    </FormDrawer>
  );
}

interface Sold {
  shopId: number;
  sellerSku: string;
}

/** Where there is no product to choose: one is made of what the shop sells under this SKU. */
function MakeInstead({ onMake }: { onMake: (sold: Sold) => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const form = Form.useFormInstance();
  const shopId: number | undefined = Form.useWatch(['rows', 0, 'shopId'], form);
  const sellerSku: string | undefined = Form.useWatch(['rows', 0, 'sellerSku'], form);
  if (!shopId || !sellerSku?.trim()) return null;
  return (
    <Button type="link" style={{ paddingInline: 0 }} onClick={() => onMake({ shopId, sellerSku: sellerSku.trim() })}>
      {t('makeProduct.open')}
    </Button>
  );
}
