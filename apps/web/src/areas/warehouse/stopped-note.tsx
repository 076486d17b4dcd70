import type { StopReason } from '@tradewind/contract/warehouse.ts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOrderPage } from '../../components/use-order-page.ts';
import './warehouse.css';

interface StoppedNoteProps {
  it: { orderId: number; orderNo: string; stopReason: StopReason | null };
  /** What the person at the station does now. */
  hint?: string;
}

/** Why an outbound order is on hold and who decides, with a link to the order for those who may open it. */
export function StoppedNote({ it, hint }: StoppedNoteProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const door = useOrderPage()(it.orderId, it.orderNo);
  if (it.stopReason === null) return null;
  return (
    <Alert
      className="tw-stopped"
      type="error"
      showIcon
      title={t(`outbound.stopped.${it.stopReason}`)}
      description={
        <>
          {hint && <p>{hint}</p>}
          <p>{t(`outbound.stoppedWhy.${it.stopReason}`)}</p>
          {door && (
            <Link to={door}>
              <Button>{t('outbound.openOrder', { number: it.orderNo })}</Button>
            </Link>
          )}
        </>
      }
    />
  );
}
