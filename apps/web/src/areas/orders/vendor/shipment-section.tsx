import { confirmOrdersAgain } from '@tradewind/contract/orders.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { ActionButton, useButtons } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { CHANGED, VENDOR_ORDERS } from './module.ts';
import { Section } from './section.tsx';
import type { VendorAct, VendorOrder } from './vendor-tab.tsx';

interface ShipmentProps {
  order: VendorOrder;
  onAct: (act: VendorAct) => void;
}

/** The advance shipment notice, and how far Amazon is told of it. */
export function ShipmentSection({ order, onAct }: ShipmentProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons(VENDOR_ORDERS);
  const again = useAct(confirmOrdersAgain, { refresh: CHANGED, success: t('vendor.toldAgain') });
  const { shipment } = order;
  if (!shipment)
    return (
      <Section
        title={t('vendor.shipment')}
        footer={
          may('ship') && (
            <ActionButton
              type="primary"
              reason={order.answer?.state === 'done' ? undefined : t('vendor.answerFirst')}
              onClick={() => onAct('ship')}
            >
              {t('vendor.shipVerb')}
            </ActionButton>
          )
        }
      >
        <p className="tw-muted">{t('vendor.notSent')}</p>
      </Section>
    );
  const { confirmState, confirmError } = shipment;
  const state = confirmState === 'confirmed' ? 'done' : confirmState === 'failed' ? 'failed' : 'due';
  return (
    <Section
      title={t('vendor.shipment')}
      told={{ state, error: confirmError }}
      footer={
        state === 'failed' &&
        may('ship') && (
          <Button type="primary" loading={again.isPending} onClick={() => again.mutate({ ids: [order.id] })}>
            {t('vendor.tellAgain')}
          </Button>
        )
      }
    >
      <Facts
        items={[
          [t('vendor.shipmentNo'), shipment.number],
          [t('vendor.mode'), t(`vendor.modes.${shipment.mode}`)],
          ['SCAC', shipment.scac],
          [t('vendor.terms'), t(`vendor.termsOf.${shipment.terms}`)],
          [t('vendor.billOfLading'), shipment.billOfLading],
          [t('vendor.pro'), shipment.pro],
          [t('vendor.shippedDay'), shipment.shippedDay],
          [t('vendor.deliveryDay'), shipment.deliveryDay],
        ]}
      />
    </Section>
  );
}
