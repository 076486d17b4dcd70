import { type DockAppointment, saveDockAppointment } from '@tradewind/contract/docking.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { LocalTime } from './local-time.tsx';
import { CHANGED } from './state.ts';

interface AppointmentFormProps {
  /** Edits this appointment. Without it, the form creates one for the orders. */
  appointment?: DockAppointment | undefined;
  orderIds?: readonly number[] | undefined;
  onClose: () => void;
}

export function AppointmentForm({ appointment, orderIds, onClose }: AppointmentFormProps): ReactNode {
  const { t } = useTranslation('orders');
  const key = useMemo(() => crypto.randomUUID(), []);
  const initial = appointment
    ? {
        id: appointment.id,
        version: appointment.version,
        readyDay: appointment.readyDay,
        wantedAt: appointment.wantedAt ?? undefined,
        scac: appointment.scac,
        proNumber: appointment.proNumber,
        trailer: appointment.trailer,
        pallets: appointment.pallets,
        cartons: appointment.cartons,
        weightLb: appointment.weightLb,
      }
    : { orderIds, pallets: 0, cartons: 0, weightLb: '0', scac: '', proNumber: '', trailer: '' };
  return (
    <FormDrawer
      open
      title={
        appointment
          ? t('dock.editTitle', { number: appointment.number })
          : t('dock.newTitle', { count: orderIds?.length ?? 0 })
      }
      call={saveDockAppointment}
      initial={{ ...initial, idempotencyKey: key }}
      verb={t('dock.save')}
      success={t('dock.saved')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        { kind: 'date', name: 'readyDay', label: t('dock.readyDay'), half: true },
        {
          kind: 'custom',
          name: 'wantedAt',
          label: t('dock.wantedAt'),
          half: true,
          help: t('dock.localHelp'),
          control: <LocalTime />,
        },
        {
          kind: 'text',
          name: 'scac',
          label: t('dock.scac'),
          half: true,
          max: 4,
          pattern: { value: /^[A-Z]{2,4}$/, message: t('dock.scacWrong') },
        },
        { kind: 'text', name: 'proNumber', label: t('dock.pro'), half: true },
        { kind: 'text', name: 'trailer', label: t('dock.trailer'), half: true },
        { kind: 'decimal', name: 'weightLb', label: t('dock.weight'), half: true, suffix: 'lb' },
        { kind: 'number', name: 'pallets', label: t('dock.pallets'), half: true },
        { kind: 'number', name: 'cartons', label: t('dock.cartons'), half: true },
      ]}
    />
  );
}
