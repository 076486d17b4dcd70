import { type LegDetail, travelLeg } from '@tradewind/contract/transit.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { LEG_CHANGED } from '../state.ts';

/** Form fields of the transport details. */
export const travelFields = (t: TFunction<'transit'>): FieldOf<typeof travelLeg>[] => [
  { kind: 'text', name: 'forwarder', label: t('forwarder'), half: true },
  { kind: 'text', name: 'container', label: t('container'), half: true },
  { kind: 'text', name: 'trackingNumber', label: t('tracking'), half: true },
  { kind: 'number', name: 'cartons', label: t('cartons'), half: true },
  { kind: 'date', name: 'departOn', label: t('departOn'), half: true },
  { kind: 'date', name: 'etaOn', label: t('etaOn'), half: true },
  { kind: 'textarea', name: 'remark', label: t('remark') },
];

/** Edits transport details in transit: a new ETA, another container. */
export function TravelForm({ leg, onClose }: { leg: LegDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const initial = useMemo(() => {
    const { id, version, forwarder, container, trackingNumber, cartons, departOn, etaOn, remark } = leg;
    const shown = { id, version, forwarder, container, trackingNumber, cartons, departOn, etaOn, remark };
    return { ...shown, idempotencyKey: crypto.randomUUID() };
  }, [leg]);
  return (
    <FormDrawer
      open
      size={560}
      title={t('travelTitle', { number: leg.number })}
      call={travelLeg}
      initial={initial}
      verb={t('travelSave')}
      success={t('saved')}
      refresh={LEG_CHANGED}
      onClose={onClose}
      fields={travelFields(t)}
    />
  );
}
