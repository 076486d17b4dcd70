import { type SuggestedPlace, suggestPlaces } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import './inbound.css';

interface PlacesProps {
  goods: { warehouseId: number; productId: number; batchId: number; quantity: number };
  onChoose: (place: SuggestedPlace) => void;
}

/** Suggested locations with the reason. A tap selects one. */
export function Places({ goods, onChoose }: PlacesProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const { data } = useCall(suggestPlaces, goods, { keepPrevious: true });
  if (!data) return <Skeleton active paragraph={{ rows: 1 }} />;
  if (data.length === 0) return <p className="tw-muted">{t('inbound.put.noPlace')}</p>;
  return (
    <section className="tw-inbound-places" aria-label={t('inbound.put.suggested')}>
      {data.map((place) => (
        <Button key={place.locationId} className="tw-inbound-place" onClick={() => onChoose(place)}>
          <span>
            <strong className="tw-figure">{place.code}</strong> <small>{t(`inbound.put.why.${place.why}`)}</small>
          </span>
          <span className="tw-figure">
            × {place.quantity}
            {place.room !== null && <small> · {t('inbound.put.room', { count: place.room })}</small>}
          </span>
        </Button>
      ))}
    </section>
  );
}
