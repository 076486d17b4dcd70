import { listWarehouseFnSku, saveWarehouseFnSku } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';

interface FnskuFormProps {
  houseId: number;
  row?: { productId: number; sku: string; nameZh: string; nameEn: string; fnsku: string } | undefined;
  onClose: () => void;
}

interface Values {
  productId: ChosenProduct;
  fnsku: string;
}

export function FnskuForm({ houseId: warehouseId, row, onClose }: FnskuFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const chosen: ChosenProduct | undefined = row && { ...row, id: row.productId };
  return (
    <FormDrawer
      open
      title={row ? t('fnsku.edit', { sku: row.sku }) : t('fnsku.add')}
      call={saveWarehouseFnSku}
      verb={t('fnsku.save')}
      success={t('fnsku.saved')}
      refresh={[listWarehouseFnSku]}
      {...(row ? { initial: { productId: chosen, fnsku: row.fnsku } } : {})}
      toInput={({ productId, fnsku }: Values) => ({ houseId: warehouseId, productId: productId.id, fnsku })}
      fields={[
        !row && {
          kind: 'custom',
          name: 'productId',
          label: t('line.product'),
          control: <ProductSelect />,
        },
        { kind: 'text', name: 'fnsku', label: t('fnsku.title'), max: 10, help: t('fnsku.help') },
      ]}
      onClose={onClose}
    />
  );
}
