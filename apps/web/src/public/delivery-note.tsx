import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkLayout } from './link-layout.tsx';
import { Goods, LinkHead, Place } from './link-parts.tsx';

/** For whoever receives the goods: what comes, from where, with which parcel. */
export default function DeliveryNote(): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkLayout page="deliveryNote" title={t('title.deliveryNote')} printed>
      {(shared) => (
        <>
          <LinkHead shared={shared} />
          <p>{t(shared.shippedAt ? 'link.noticeShipped' : 'link.noticeOpen', { company: shared.company })}</p>
          <div className="tw-link-places">
            <Place title={t('link.to')} place={shared.to} />
            <Place title={t('link.from')} place={shared.from} />
          </div>
          <Goods shared={shared} />
        </>
      )}
    </LinkLayout>
  );
}
