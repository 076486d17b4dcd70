import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../components/figures.tsx';
import { StatusTag, type Tone } from '../components/status-tag.tsx';
import type { Shared } from './use-link.ts';

const TONES: Record<Shared['status'], Tone> = { open: 'info', shipped: 'good', delivered: 'good', cancelled: 'muted' };

/** The order's number and state, and its days. */
export function LinkHead({ shared }: { shared: Shared }): ReactNode {
  const { t } = useTranslation();
  const days: [string, string | null][] = [
    [t('link.orderedAt'), shared.orderedAt],
    [t('link.shipBy'), shared.shippedAt ? null : shared.shipBy],
    [t('link.shippedAt'), shared.shippedAt],
    [t('link.deliveredAt'), shared.deliveredAt],
  ];
  return (
    <>
      <div className="tw-link-number">
        <h2>{shared.number}</h2>
        <StatusTag tone={TONES[shared.status]}>{t(`link.status.${shared.status}`)}</StatusTag>
      </div>
      <dl className="tw-link-facts">
        {days.map(
          ([label, at]) =>
            at && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <DateTime at={at} />
                </dd>
              </div>
            ),
        )}
        {shared.trackingNumber && (
          <div>
            <dt>{shared.carrier || t('link.carrier')}</dt>
            <dd>{shared.trackingNumber}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

export function Place({ title, place }: { title: string; place: Shared['to'] }): ReactNode {
  if (!place) return null;
  const town = [place.city, place.state, place.postalCode].filter(Boolean).join(', ');
  const lines = [place.name, place.line1, place.line2, town, place.country, place.phone].filter(Boolean);
  return (
    <address className="tw-link-place">
      <strong>{title}</strong>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}

/** What is in it. `toTick`: boxes to tick by hand on paper. */
export function Goods({ shared, toTick }: { shared: Pick<Shared, 'lines' | 'units'>; toTick?: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <table className="tw-link-goods">
      <thead>
        <tr>
          <th>{t('link.sku')}</th>
          <th>{t('link.goods')}</th>
          <th className="tw-link-quantity">{t('link.quantity')}</th>
          {toTick && <th className="tw-link-quantity">{t('link.checked')}</th>}
        </tr>
      </thead>
      <tbody>
        {shared.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name here and never change
          <tr key={index}>
            <td>{line.sku}</td>
            <td>{line.title}</td>
            <td className="tw-link-quantity">{line.quantity}</td>
            {toTick && <td className="tw-link-quantity">☐</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>{t('link.total')}</td>
          <td className="tw-link-quantity">{shared.units}</td>
          {toTick && <td />}
        </tr>
      </tfoot>
    </table>
  );
}
