import type { PickStop } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { left } from './stops.ts';

interface StopListProps {
  stops: readonly PickStop[];
  current: number | undefined;
  onChoose: (id: number) => void;
}

/** The remaining pick tasks. A tap goes to one first. */
export function StopList({ stops, current, onChoose }: StopListProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const rest = stops.filter((stop) => stop.state === 'open' && stop.id !== current);
  if (rest.length === 0) return null;
  return (
    <details className="tw-stop-list">
      <summary>{t('scan.pick.rest', { count: rest.length })}</summary>
      {rest.slice(0, 100).map((stop) => (
        <button key={stop.id} type="button" onClick={() => onChoose(stop.id)}>
          <strong className="tw-figure">{stop.locationCode}</strong>
          <span>
            {stop.sku}
            {stop.stopReason && <small className="tw-bad"> {t(`outbound.stoppedTag.${stop.stopReason}`)}</small>}
          </span>
          <b>{left(stop)}</b>
        </button>
      ))}
    </details>
  );
}
