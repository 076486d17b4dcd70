import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from './figures.tsx';
import './parcel-traces.css';

interface Parcel {
  carrier: string;
  trackingNumber: string;
  /** What the carrier reported, oldest first. */
  steps: readonly { at: string; text: string }[];
}
const FEW = 3;

/** Parcels that come to us, each with the last reports of its carrier. */
export function ParcelTraces({ parcels }: { parcels: readonly Parcel[] }): ReactNode {
  return parcels.map((parcel, at) => <ParcelTrace key={parcel.trackingNumber || at} parcel={parcel} />);
}

function ParcelTrace({ parcel }: { parcel: Parcel }): ReactNode {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const newest = [...parcel.steps].reverse();
  return (
    <div className="tw-parcel-trace">
      <div>
        <strong>{parcel.carrier}</strong>{' '}
        <span className="tw-figure">{parcel.trackingNumber || t('parcelTrace.noNumber')}</span>
      </div>
      <ol>
        {newest.slice(0, all ? undefined : FEW).map((step) => (
          <li key={`${step.at}${step.text}`}>
            <span className="tw-muted">
              <DateTime at={step.at} />
            </span>{' '}
            {step.text}
          </li>
        ))}
      </ol>
      {newest.length > FEW && !all && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('parcelTrace.more', { count: newest.length })}
        </Button>
      )}
    </div>
  );
}
