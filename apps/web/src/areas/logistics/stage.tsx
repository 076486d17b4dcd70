import type { TRACKING_STAGES, TrackedBox } from '@tradewind/contract/logistics.ts';
import { Space, Timeline } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime } from '../../components/figures.tsx';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

export type Stage = (typeof TRACKING_STAGES)[number];

const TONES: Record<Stage, Tone> = {
  created: 'muted',
  pickedUp: 'info',
  inTransit: 'info',
  customs: 'info',
  availableForPickup: 'warn',
  outForDelivery: 'info',
  deliveryFailed: 'bad',
  delivered: 'good',
  exception: 'bad',
  returning: 'warn',
  returned: 'warn',
  lost: 'bad',
  cancelled: 'muted',
  unknown: 'muted',
};
const COLOURS: Record<Tone, string> = { good: 'green', warn: 'orange', bad: 'red', info: 'blue', muted: 'gray' };

export function StageTag({ stage }: { stage: Stage }): ReactNode {
  const { t } = useTranslation('logistics');
  return <StatusTag tone={TONES[stage]}>{t(`stage.${stage}`)}</StatusTag>;
}

/** Where each box of a shipment is. */
export function BoxStages({ boxes }: { boxes: readonly TrackedBox[] }): ReactNode {
  const { t } = useTranslation('logistics');
  if (boxes.length === 0) return null;
  return (
    <Facts
      items={boxes.map(({ boxNo, trackingNumber, trackingUrl, stage, at }) => [
        t('box', { no: boxNo }),
        <Space key={boxNo} wrap>
          {trackingUrl ? (
            <a href={trackingUrl} target="_blank" rel="noreferrer">
              {trackingNumber}
            </a>
          ) : (
            trackingNumber
          )}
          <StageTag stage={stage} />
          {at && <DateTime at={at} />}
        </Space>,
      ])}
    />
  );
}

interface Scan {
  boxNo?: number;
  at: string;
  stage: Stage;
  description: string;
  place: string;
}

/** Scans of a parcel, newest first. */
export function ScanTimeline({ events, hasBoxes = false }: { events: readonly Scan[]; hasBoxes?: boolean }): ReactNode {
  const { t } = useTranslation('logistics');
  if (events.length === 0) return <EmptyState title={t('noEvents')} hint={t('noEventsHint')} />;
  return (
    <Timeline
      className="tw-history"
      items={events.map((event) => ({
        key: `${event.boxNo} ${event.at}${event.description}`,
        color: COLOURS[TONES[event.stage]],
        content: (
          <>
            <div>
              <strong>{t(`stage.${event.stage}`)}</strong>{' '}
              <span className="tw-muted">
                <DateTime at={event.at} />
                {hasBoxes && ` · ${t('box', { no: event.boxNo })}`}
              </span>
            </div>
            <div>{[event.description, event.place].filter(Boolean).join(' · ')}</div>
          </>
        ),
      }))}
    />
  );
}
