import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { openTracking } from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import type { ApiError } from '../../../api/errors.ts';
import { callKey } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import { LinkShell } from '../../../public/link-layout.tsx';
import { useLinkKey } from '../../../public/use-link.ts';
import { ScanTimeline, StageTag } from '../stage.tsx';
import '../logistics.css';

type Shared = ResultOf<typeof openTracking>;

/** Where an order is, for its buyer, who has no account. */
export default function TrackOrder(): ReactNode {
  const { t } = useTranslation('logistics');
  const key = useLinkKey();
  const found = useQuery<Shared, ApiError>({
    queryKey: callKey(openTracking, { key }),
    queryFn: ({ signal }) => callApi(openTracking, { key: key || '-' }, { signal, quiet: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <LinkShell title={t('title.trackOrder')} found={found}>
      {({ number, parcels }) => (
        <>
          <p>{t('buyer.order', { number })}</p>
          {parcels.length === 0 && <EmptyState title={t('buyer.none')} hint={t('buyer.noneHint')} />}
          {parcels.map((parcel, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no other name here and never change
            <Parcel key={at} parcel={parcel} />
          ))}
        </>
      )}
    </LinkShell>
  );
}

type Shipment = Shared['parcels'][number];
type Box = Shipment['boxes'][number];

function Parcel({ parcel }: { parcel: Shipment }): ReactNode {
  const { t } = useTranslation('logistics');
  const { stage, service, promisedOn, shippedAt, deliveredAt, boxes } = parcel;
  const [only] = boxes.length === 1 ? boxes : [];
  const delivered = boxes.filter((box) => box.stage === 'delivered').length;
  return (
    <section className="tw-buyer-parcel">
      <h2>
        <StageTag stage={stage} />
        {!only && stage !== 'delivered' && <span>{t('buyer.arrived', { delivered, boxes: boxes.length })}</span>}
      </h2>
      <dl>
        {deliveredAt ? (
          <div>
            <dt>{t('deliveredAt')}</dt>
            <dd>
              <DateTime at={deliveredAt} />
            </dd>
          </div>
        ) : (
          promisedOn && (
            <div>
              <dt>{t('buyer.promised')}</dt>
              <dd>{promisedOn}</dd>
            </div>
          )
        )}
        {shippedAt && (
          <div>
            <dt>{t('shippedAt')}</dt>
            <dd>
              <DateTime at={shippedAt} />
            </dd>
          </div>
        )}
        {only?.trackingNumber && (
          <div>
            <dt>{service || t('trackingNumber')}</dt>
            <dd>
              <CarrierLink box={only}>{only.trackingNumber}</CarrierLink>
            </dd>
          </div>
        )}
        {!only && service && (
          <div>
            <dt>{t('service')}</dt>
            <dd>{service}</dd>
          </div>
        )}
      </dl>
      {only ? <Scans box={only} /> : <Boxes boxes={boxes} />}
    </section>
  );
}

function CarrierLink({ box, children }: { box: Box; children: ReactNode }): ReactNode {
  if (!box.trackingUrl) return children;
  return (
    <a href={box.trackingUrl} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

const Scans = ({ box }: { box: Box }): ReactNode => (
  <ScanTimeline events={box.events.map(({ town, ...event }) => ({ ...event, place: town, description: '' }))} />
);

/** Each box with its own timeline: on a phone only the first is open. */
function Boxes({ boxes }: { boxes: readonly Box[] }): ReactNode {
  const { t } = useTranslation('logistics');
  const narrow = useNarrow();
  return boxes.map((box, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other name here and never change
    <details key={at} className="tw-buyer-box" open={!narrow || at === 0}>
      <summary>
        <strong>{t('box', { no: at + 1 })}</strong>
        <span>{box.trackingNumber}</span>
        <StageTag stage={box.stage} />
      </summary>
      {box.trackingUrl && <CarrierLink box={box}>{t('carrierPage')}</CarrierLink>}
      <Scans box={box} />
    </details>
  ));
}
