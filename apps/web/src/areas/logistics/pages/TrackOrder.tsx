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

function Parcel({ parcel }: { parcel: Shared['parcels'][number] }): ReactNode {
  const { t } = useTranslation('logistics');
  const { stage, service, trackingNumber, promisedOn, shippedAt, deliveredAt, trackingUrl } = parcel;
  return (
    <section className="tw-buyer-parcel">
      <h2>
        <StageTag stage={stage} />
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
        {trackingNumber && (
          <div>
            <dt>{service || t('trackingNumber')}</dt>
            <dd>
              {trackingUrl ? (
                <a href={trackingUrl} target="_blank" rel="noreferrer">
                  {trackingNumber}
                </a>
              ) : (
                trackingNumber
              )}
            </dd>
          </div>
        )}
      </dl>
      <ScanTimeline events={parcel.events.map(({ town, ...event }) => ({ ...event, place: town, description: '' }))} />
    </section>
  );
}
