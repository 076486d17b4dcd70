import { packWholesale, type WholesaleDetail, type WholesaleShipment } from '@tradewind/contract/wholesale.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CartonFields, type CartonGroup, cartonsOf, groupsOf } from '../../components/cartons.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { CHANGED } from './changed.ts';

interface PackProps {
  order: WholesaleDetail;
  shipment: WholesaleShipment;
  onClose: () => void;
}

/** Cartons of a shipment. */
export function PackForm({ order, shipment, onClose }: PackProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const lines = shipment.lines.map((line) => ({
    ...line,
    sku: order.lines.find((one) => one.id === line.lineId)?.sku ?? '',
  }));
  return (
    <FormDrawer
      open
      size={920}
      title={t('packTitle', { number: shipment.number })}
      call={packWholesale}
      initial={{ groups: groupsOf(shipment.cartons) }}
      toInput={({ groups }: { groups: CartonGroup[] }) => ({ shipmentId: shipment.id, cartons: cartonsOf(groups) })}
      verb={t('savePacking')}
      success={t('packed')}
      refresh={CHANGED}
      onClose={onClose}
    >
      <CartonFields lines={lines} />
    </FormDrawer>
  );
}
