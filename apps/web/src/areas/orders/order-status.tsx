import type { OrderRow, OrderStatus } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

export const TONES: Record<OrderStatus, Tone> = {
  unpaid: 'muted',
  review: 'warn',
  allocate: 'warn',
  ready: 'info',
  picking: 'info',
  packed: 'info',
  shipped: 'good',
  delivered: 'good',
  exception: 'bad',
  held: 'warn',
  cancelled: 'muted',
  refunded: 'muted',
};

type Shown = Pick<OrderRow, 'status' | 'exception' | 'cancelRequested' | 'platformHold'>;
const CLOSED: readonly OrderStatus[] = ['delivered', 'cancelled', 'refunded'];
const OVER: readonly OrderStatus[] = ['shipped', ...CLOSED];

/** The status with what the user should know: the exception, or that stock is short. */
export function OrderStatusTag({ order }: { order: Shown }): ReactNode {
  const { t } = useTranslation('orders');
  const { status, exception } = order;
  const shown = status === 'exception' && exception ? t(`exception.${exception}`) : t(`status.${status}`);
  return (
    <span className="tw-order-status">
      <StatusTag tone={TONES[status]} busy={status === 'picking'}>
        {shown}
      </StatusTag>
      {status === 'allocate' && exception === 'stock' && <small className="tw-bad">{t('short')}</small>}
      {order.platformHold && (order.platformHold !== 'UNPAID' || status !== 'unpaid') && !OVER.includes(status) && (
        <small className="tw-bad">{t('mark.hold')}</small>
      )}
      {order.cancelRequested && !CLOSED.includes(status) && <small className="tw-bad">{t('mark.asked')}</small>}
    </span>
  );
}

const CONFIRM_TONES: Record<OrderRow['confirmState'], Tone> = {
  none: 'muted',
  pending: 'warn',
  telling: 'info',
  confirmed: 'good',
  failed: 'bad',
  notNeeded: 'muted',
};

/** Whether the platform has received the shipment confirmation, and its response. */
export function ConfirmTag({ state, error }: { state: OrderRow['confirmState']; error?: string | null }): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <span title={error ?? undefined}>
      <StatusTag tone={CONFIRM_TONES[state]} busy={state === 'telling'}>
        {t(`confirm.${state}`)}
      </StatusTag>
    </span>
  );
}
