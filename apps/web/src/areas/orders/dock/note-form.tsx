import { type DockAppointment, noteDockAppointment } from '@tradewind/contract/docking.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { LocalTime } from './local-time.tsx';
import { CHANGED } from './state.ts';

export type Noted = 'confirmed' | 'refused';

/** Records a confirmation or a refusal that came by phone or email. */
export function NoteForm({
  appointment,
  to,
  onClose,
}: {
  appointment: DockAppointment;
  to: Noted;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('orders');
  const key = useMemo(() => crypto.randomUUID(), []);
  return (
    <FormDrawer
      open
      title={t(`dock.noteTitle.${to}`, { number: appointment.number })}
      call={noteDockAppointment}
      initial={{
        id: appointment.id,
        to,
        idempotencyKey: key,
        ...(to === 'confirmed'
          ? {
              appointmentAt: appointment.wantedAt ?? undefined,
              routingId: appointment.routingId,
              dockDoor: appointment.dockDoor,
            }
          : {}),
      }}
      verb={t(`dock.note.${to}`)}
      success={t('dock.noted')}
      refresh={CHANGED}
      onClose={onClose}
      fields={
        to === 'confirmed'
          ? [
              {
                kind: 'custom',
                name: 'appointmentAt',
                label: t('dock.appointmentAt'),
                required: true,
                help: t('dock.localHelp'),
                control: <LocalTime />,
              },
              { kind: 'text', name: 'routingId', label: t('dock.routing'), half: true },
              { kind: 'text', name: 'dockDoor', label: t('dock.door'), half: true },
            ]
          : [{ kind: 'textarea', name: 'reason', label: t('dock.reason'), required: true }]
      }
    />
  );
}
