import { labelPdf, type ParcelView, parcelsOf } from '@tradewind/contract/logistics.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { useSizeText } from '../scan/boxes.tsx';

const TONES: Record<ParcelView['state'], Tone> = {
  packed: 'warn',
  buying: 'info',
  uncertain: 'warn',
  labelled: 'info',
  voiding: 'warn',
  voided: 'muted',
  failed: 'bad',
  shipped: 'good',
  delivered: 'good',
};

/** The boxes of an outbound order with their labels. */
export function Parcels({ outboundId }: { outboundId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(parcelsOf, { outboundIds: [outboundId] });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const parcels = query.data?.list ?? [];
  if (query.data && parcels.length === 0) return <EmptyState title={t('parcel.none')} />;
  return parcels.map((parcel) => <Parcel key={parcel.id} parcel={parcel} />);
}

export function ParcelState({ parcel }: { parcel: ParcelView }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <StatusTag tone={TONES[parcel.state]} busy={parcel.state === 'buying' || parcel.state === 'voiding'}>
      {t(`parcel.state.${parcel.state}`)}
    </StatusTag>
  );
}

/** The numbers of a shipment's boxes beside the first. */
export function PieceList({ parcel }: { parcel: ParcelView }): ReactNode {
  const { t } = useTranslation('warehouse');
  const sizeText = useSizeText();
  return (
    <ul className="tw-pieces" aria-label={t('parcel.boxes')}>
      {parcel.pieces.map((piece) => (
        <li key={piece.pieceNo}>
          <span>{t('parcel.box', { number: piece.pieceNo })}</span>
          {piece.trackingUrl ? (
            <a className="tw-figure" href={piece.trackingUrl} target="_blank" rel="noreferrer">
              {piece.trackingNumber}
            </a>
          ) : (
            <span className="tw-figure">{piece.trackingNumber}</span>
          )}
          <span className="tw-muted">{sizeText(piece)}</span>
        </li>
      ))}
    </ul>
  );
}

function Parcel({ parcel }: { parcel: ParcelView }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { lengthMm, widthMm, heightMm } = parcel;
  return (
    <section className="tw-house-parcel" aria-label={parcel.reference}>
      <div className="tw-parcel-head">
        <strong className="tw-figure">{parcel.trackingNumber ?? parcel.reference}</strong>
        <ParcelState parcel={parcel} />
        <span className="tw-grow" />
        {parcel.hasLabel && (
          <Button onClick={() => void showPdf(labelPdf, { parcelId: parcel.id }).catch(toast.error)}>
            {t('parcel.print')}
          </Button>
        )}
      </div>
      {parcel.pieces.length > 0 && <PieceList parcel={parcel} />}
      {parcel.lastError && <p className="tw-bad">{parcel.lastError}</p>}
      <Facts
        columns={3}
        items={[
          [
            t('parcel.service'),
            parcel.carrier === 'own' ? t('parcel.own') : parcel.serviceName || parcel.carrier.toUpperCase(),
          ],
          [t('parcel.weight'), t('parcel.grams', { grams: parcel.weightGrams })],
          [
            t('parcel.dims'),
            lengthMm && widthMm && heightMm ? `${lengthMm / 10} × ${widthMm / 10} × ${heightMm / 10} cm` : null,
          ],
          ...(parcel.labelCost === null
            ? []
            : [
                [
                  t('parcel.cost'),
                  <Money key="m" amount={parcel.labelCost} currency={parcel.labelCurrency ?? ''} />,
                ] as [string, ReactNode],
              ]),
          [t('parcel.bought'), <DateTime key="b" at={parcel.boughtAt} />],
          [t('parcel.delivered'), <DateTime key="d" at={parcel.deliveredAt} />],
        ]}
      />
    </section>
  );
}
