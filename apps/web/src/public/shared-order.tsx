import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkLayout } from './link-layout.tsx';
import { Goods, LinkHead, Place } from './link-parts.tsx';

/** An order for a partner without an account: what is in it, where it goes, where it is. No figures of money. */
export default function SharedOrder(): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkLayout page="orderDetail" title={t('title.sharedOrder')}>
      {(shared) => (
        <>
          <LinkHead shared={shared} />
          <div className="tw-link-places">
            <Place title={t('link.to')} place={shared.to} />
          </div>
          {shared.note && (
            <p>
              <strong>{t('link.note')}</strong> {shared.note}
            </p>
          )}
          <Goods shared={shared} />
        </>
      )}
    </LinkLayout>
  );
}
