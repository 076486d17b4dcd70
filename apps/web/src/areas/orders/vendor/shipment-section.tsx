import { rights } from '@tradewind/contract/access/modules.ts';
import { confirmOrdersAgain } from '@tradewind/contract/orders.ts';
import { isAccepted, isConfirmed, vendorMay } from '@tradewind/contract/vendor.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { CHANGED } from './module.ts';
import { Section } from './section.tsx';
import type { VendorAct, VendorOrder } from './vendor-order.ts';

interface ShipmentProps {
  order: VendorOrder;
  onAct: (act: VendorAct) => void;
}

/** The advance shipment notice, and whether Amazon accepted it. */
export function ShipmentSection({ order, onAct }: ShipmentProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay(rights.vendorOrder);
  const again = useAct(confirmOrdersAgain, { refresh: CHANGED, success: t('vendor.toldAgain') });
  const { shipment } = order;
  if (!shipment) {
    const notYet = vendorMay('ship', order) ? undefined : t('vendor.notReady');
    const reason = isAccepted(order.answer) ? notYet : t('vendor.answerFirst');
    return (
      <Section
        title={t('vendor.shipment')}
        footer={
          may(rights.vendorOrder.ship) && (
            <ActionButton type="primary" reason={reason} onClick={() => onAct('ship')}>
              {t('vendor.shipVerb')}
            </ActionButton>
          )
        }
      >
        <p className="tw-muted">{t('vendor.notSent')}</p>
      </Section>
    );
  }
  const { confirmState, confirmError } = shipment;
  const state = isConfirmed(shipment) ? 'done' : confirmState === 'failed' ? 'failed' : 'due';
  return (
    <Section
      title={t('vendor.shipment')}
      told={{ state, error: confirmError }}
      footer={
        state === 'failed' &&
        may(confirmOrdersAgain) && (
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
