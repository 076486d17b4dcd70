import { PlusOutlined } from '@ant-design/icons';
import { dockMay, getOrderDock, saveDockAppointment } from '@tradewind/contract/docking.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { AppointmentCard } from './appointment-card.tsx';
import { AppointmentForm } from './appointment-form.tsx';
import { zoneName } from './state.ts';
import './dock.css';

const LOOK_AGAIN_MS = 10_000;

/** The order's facility, ship window and dock appointments. */
export function DockTab({ orderId }: { orderId: number }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const found = useCall(getOrderDock, { id: orderId }, { everyMs: LOOK_AGAIN_MS });
  // The order was cancelled before it synced, so it has no delivery details.
  if (found.error && asApiError(found.error).code === 404) return <EmptyState title={t('dock.never')} />;
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const dock = found.data;
  if (!dock) return <Skeleton active />;
  const add = may(saveDockAppointment) && dock.appointments.every((one) => dockMay('replace', one)) && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('dock.add')}
    </Button>
  );
  return (
    <div className="tw-docks">
      <Facts
        columns={3}
        items={[
          [t('dock.facility'), `${t(`dock.type.${dock.facilityType}`)} ${dock.facility}`],
          [t('dock.window'), [dock.shipFrom, dock.shipBy].filter(Boolean).join(' – ')],
          [t('dock.zone'), zoneName(dock.timeZone)],
        ]}
      />
      {dock.appointments.length === 0 && <EmptyState title={t('dock.none')} hint={t('dock.noneHint')} action={add} />}
      {dock.appointments.map((one) => (
        <AppointmentCard key={one.id} appointment={one} inOrder />
      ))}
      {dock.appointments.length > 0 && add}
      {adding && <AppointmentForm orderIds={[orderId]} onClose={() => setAdding(false)} />}
    </div>
  );
}
