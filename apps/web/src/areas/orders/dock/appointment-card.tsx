import {
  type DOCK_STATES,
  type DockAppointment,
  deleteDockAppointment,
  dockMay,
  noteDockAppointment,
  requestDockAppointment,
} from '@tradewind/contract/docking.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { Facts } from '../../../components/facts.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { AppointmentForm } from './appointment-form.tsx';
import { type Noted, NoteForm } from './note-form.tsx';
import { CHANGED, clockOf, TONES, zoneName } from './state.ts';

interface CardProps {
  appointment: DockAppointment;
  /** In the drawer of an order, whose own next step is the primary button. */
  inOrder?: boolean;
}

/** The steps of an appointment; the first that applies is its next one. */
const STEPS = ['requested', 'confirmed', 'arrived', 'received'] as const;

/** A dock appointment with its details and next actions. */
export function AppointmentCard({ appointment, inOrder = false }: CardProps): ReactNode {
  const { t } = useTranslation('orders');
  const zone = zoneName(appointment.timeZone);
  const at = (local: string | null) => local && `${clockOf(local)} (${zone})`;
  return (
    <section className="tw-dock" aria-label={appointment.number}>
      <header>
        <strong>{appointment.number}</strong>
        <StatusTag tone={TONES[appointment.state]} busy={appointment.state === 'requested'}>
          {t(`dock.state.${appointment.state}`)}
        </StatusTag>
        <span className="tw-muted">{t(`dock.source.${appointment.source}`)}</span>
      </header>
      {appointment.state === 'refused' && (
        <Alert type="error" showIcon title={t('dock.refusedBecause', { reason: appointment.reason })} />
      )}
      {appointment.toldState === 'failed' && (
        <Alert type="error" showIcon title={t('dock.notTold')} description={appointment.toldError} />
      )}
      <Facts
        items={[
          [t('dock.appointmentAt'), at(appointment.appointmentAt)],
          [t('dock.wantedAt'), at(appointment.wantedAt)],
          [t('dock.readyDay'), appointment.readyDay],
          [t('dock.routing'), appointment.routingId],
          [t('dock.scac'), appointment.scac],
          [t('dock.pro'), appointment.proNumber],
          [t('dock.trailer'), appointment.trailer],
          [t('dock.door'), appointment.dockDoor],
          [t('dock.load'), t('dock.loadOf', { ...appointment })],
          [
            t('dock.orders'),
            appointment.orders.map((one) => (one.received ? `${one.poNumber} ✓` : one.poNumber)).join(', '),
          ],
        ]}
      />
      <Acts appointment={appointment} inOrder={inOrder} />
    </section>
  );
}

function Acts({ appointment, inOrder }: Required<CardProps>): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [form, setForm] = useState<'edit' | Noted>();
  const request = useAct(requestDockAppointment, { refresh: CHANGED, success: t('dock.requested') });
  const note = useAct(noteDockAppointment, { refresh: CHANGED, success: t('dock.noted') });
  const drop = useAct(deleteDockAppointment, { refresh: CHANGED, success: t('dock.deleted') });
  if (!may(noteDockAppointment)) return null;
  const { id, number, state } = appointment;
  const close = () => setForm(undefined);
  const next = inOrder ? undefined : STEPS.find((to) => dockMay(to, appointment));
  const look = (to: (typeof DOCK_STATES)[number]) => ({
    type: to === next ? ('primary' as const) : ('default' as const),
  });
  return (
    <footer>
      {dockMay('requested', appointment) && (
        <Button {...look('requested')} loading={request.isPending} onClick={() => request.mutate({ id })}>
          {t(state === 'draft' ? 'dock.request' : 'dock.requestAgain')}
        </Button>
      )}
      {dockMay('edit', appointment) && <Button onClick={() => setForm('edit')}>{t('dock.edit')}</Button>}
      {(['confirmed', 'refused'] as const).map(
        (to) =>
          dockMay(to, appointment) && (
            <Button key={to} {...look(to)} onClick={() => setForm(to)}>
              {t(`dock.note.${to}`)}
            </Button>
          ),
      )}
      {(['arrived', 'received', 'no_show'] as const).map(
        (to) =>
          dockMay(to, appointment) && (
            <Button key={to} {...look(to)} onClick={() => note.mutate({ id, to })}>
              {t(`dock.note.${to}`)}
            </Button>
          ),
      )}
      {dockMay('delete', appointment) && (
        <ConfirmDanger
          title={t('dock.deleteTitle', { number })}
          consequence={t('dock.deleteText')}
          verb={t('dock.delete')}
          onConfirm={() => drop.mutateAsync({ id })}
        />
      )}
      {form === 'edit' && <AppointmentForm appointment={appointment} onClose={close} />}
      {form && form !== 'edit' && <NoteForm appointment={appointment} to={form} onClose={close} />}
    </footer>
  );
}
