import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkLayout } from './link-layout.tsx';
import { Goods, LinkHead, Place } from './link-parts.tsx';

/** For whoever takes the goods out and sends them: printed and ticked off by hand. */
export default function DeliveryOrder(): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkLayout page="deliveryOrder" title={t('title.deliveryOrder')} printed>
      {(shared) => (
        <>
          <LinkHead shared={shared} />
          {shared.documents.length > 0 && (
            <p>
              {t('link.documents')}{' '}
              {shared.documents.map(({ number, warehouse }) => `${number} (${warehouse})`).join(', ')}
            </p>
          )}
          <div className="tw-link-places">
            <Place title={t('link.from')} place={shared.from} />
            <Place title={t('link.to')} place={shared.to} />
          </div>
          {shared.note && (
            <p>
              <strong>{t('link.note')}</strong> {shared.note}
            </p>
          )}
          <Goods shared={shared} toTick />
          <Signatures names={[t('link.issuedBy'), t('link.pickedBy'), t('link.receivedBy')]} />
        </>
      )}
    </LinkLayout>
  );
}

function Signatures({ names }: { names: string[] }): ReactNode {
  return (
    <div className="tw-link-signatures">
      {names.map((name) => (
        <div key={name}>{name}</div>
      ))}
    </div>
  );
}
