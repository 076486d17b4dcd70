import { DUE_STATES, type OrderRow } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime, None } from '../../../components/figures.tsx';

const HOUR = 3_600_000;
const SOON_HOURS = 24;
const OVER: readonly string[] = ['cancelled', 'refunded'];

/** The platform's ship-by time. A dot shows how urgent it is while the order is unshipped. */
export function ShipBy({ order }: { order: Pick<OrderRow, 'shipBy' | 'status'> }): ReactNode {
  const { t } = useTranslation('orders');
  if (!order.shipBy || OVER.includes(order.status)) return <None />;
  if (!DUE_STATES.some((status) => status === order.status)) return <DateTime at={order.shipBy} />;
  const hours = (Date.parse(order.shipBy) - Date.now()) / HOUR;
  const size = Math.abs(hours);
  const time =
    size >= 48
      ? t('days', { count: Math.floor(size / 24) })
      : size >= 1
        ? t('hours', { count: Math.floor(size) })
        : t('minutes', { count: Math.floor(size * 60) });
  const tone = hours < 0 ? 'bad' : hours < SOON_HOURS ? 'warn' : 'good';
  const answered = hours < 0 ? t('lateBy', { time }) : t('dueIn', { time });
  return (
    <span title={answered}>
      <span className="tw-dot" data-tone={tone} aria-hidden="true" />
      {hours < SOON_HOURS ? (
        <span className={tone === 'bad' ? 'tw-bad' : 'tw-warn'}>{answered}</span>
      ) : (
        <DateTime at={order.shipBy} />
      )}
    </span>
  );
}
