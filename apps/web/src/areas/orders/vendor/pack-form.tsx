import { packVendorOrder } from '@tradewind/contract/vendor.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CartonFields, type CartonGroup, cartonsOf, groupsOf } from '../../../components/cartons.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { CHANGED } from './module.ts';
import type { VendorOrder } from './vendor-order.ts';

/** Enters the cartons of an order. */
export function PackForm({ order, onClose }: { order: VendorOrder; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <FormDrawer
      open
      size={920}
      title={t('vendor.packTitle', { number: order.number })}
      call={packVendorOrder}
      initial={{ groups: groupsOf(order.cartons) }}
      toInput={({ groups }: { groups: CartonGroup[] }) => ({ id: order.id, cartons: cartonsOf(groups) })}
      verb={t('vendor.savePacking')}
      success={t('vendor.packed')}
      refresh={CHANGED}
      onClose={onClose}
    >
      <CartonFields lines={order.goods} />
    </FormDrawer>
  );
}
