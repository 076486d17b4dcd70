import { FREIGHT_MODES, FREIGHT_TERMS, shipVendorOrder } from '@tradewind/contract/vendor.ts';
import { Alert } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { CHANGED, newKey } from './module.ts';
import type { VendorOrder } from './vendor-order.ts';

/** Enters the carrier and the freight documents. */
export function ShipForm({ order, onClose }: { order: VendorOrder; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const { today } = useCompanyClock();
  const [initial] = useState<StartOf<typeof shipVendorOrder>>(() => ({
    id: order.id,
    mode: 'LessThanTruckLoad',
    terms: 'collect',
    shippedDay: today(),
    deliveryDay: null,
    ...newKey(),
  }));
  return (
    <FormDrawer
      open
      title={t('vendor.shipTitle', { number: order.number })}
      call={shipVendorOrder}
      initial={initial}
      toInput={({ billOfLading = '', pro = '', scac, ...values }) => ({
        ...values,
        billOfLading,
        pro,
        scac: scac.trim().toUpperCase(),
      })}
      verb={t('vendor.shipVerb')}
      success={t('vendor.shipped')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'mode',
          label: t('vendor.mode'),
          required: true,
          half: true,
          options: FREIGHT_MODES.map((mode) => ({ value: mode, label: t(`vendor.modes.${mode}`) })),
        },
        { kind: 'text', name: 'scac', label: 'SCAC', half: true, max: 4, help: t('vendor.scacHelp') },
        { kind: 'text', name: 'billOfLading', label: t('vendor.billOfLading'), half: true },
        { kind: 'text', name: 'pro', label: t('vendor.pro'), half: true },
        {
          kind: 'select',
          name: 'terms',
          label: t('vendor.terms'),
          required: true,
          half: true,
          options: FREIGHT_TERMS.map((terms) => ({ value: terms, label: t(`vendor.termsOf.${terms}`) })),
        },
        { kind: 'date', name: 'shippedDay', label: t('vendor.shippedDay'), half: true },
        { kind: 'date', name: 'deliveryDay', label: t('vendor.deliveryDay'), half: true },
      ]}
    >
      {!order.packed && <Alert type="warning" showIcon title={t('vendor.restStays')} />}
    </FormDrawer>
  );
}
