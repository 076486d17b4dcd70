import type { ListingRow } from '@tradewind/contract/listings.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { None } from '../../components/figures.tsx';
import { PlatformImage } from '../../components/product-image.tsx';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import { platformName } from '../../platform-names.ts';
import './listings.css';

export const STATE_TONES: Record<ListingRow['state'], Tone> = {
  active: 'good',
  inactive: 'muted',
  blocked: 'bad',
  ended: 'muted',
};

const UPDATE_TONES = { due: 'info', pending: 'info', done: 'good', refused: 'bad' } as const;

/** The target quantity and the status of its update. */
export function Reply({ told: answered }: { told: ListingRow['stock'] }): ReactNode {
  const { t } = useTranslation('listings');
  if (!answered) return <None />;
  return (
    <span className="tw-told" title={answered.detail ?? undefined}>
      <span className="tw-figure">{answered.wanted}</span>
      {answered.state !== 'done' && (
        <StatusTag tone={UPDATE_TONES[answered.state]}>{t(`told.${answered.state}`)}</StatusTag>
      )}
    </span>
  );
}

export function ListingCell({ row }: { row: ListingRow }): ReactNode {
  return (
    <div className="tw-listing" title={`${platformName(row.platform)} ${row.title}`}>
      <PlatformImage url={row.imageUrl} size={32} />
      <div>
        <strong>{row.sellerSku || row.itemId}</strong>
        <span className="tw-muted">{row.title}</span>
      </div>
    </div>
  );
}
