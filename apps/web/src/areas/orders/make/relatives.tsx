import { EditOutlined } from '@ant-design/icons';
import { editMadeOrder, mayAct, orderRelatives, SENT_AGAIN } from '@tradewind/contract/orders.ts';
import { Alert } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { usePage } from '../../../shell/page-context.ts';
import type { Order } from '../drawer/order.ts';
import { EditMadeForm } from './order-form.tsx';

/** The source of an order that does not come from a platform, and the orders made from this one. */
export function Relatives({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const { path } = usePage();
  const [editing, setEditing] = useState(false);
  const { data } = useCall(orderRelatives, { id: order.id });
  if (!data) return null;
  const again = data.made.filter(
    (one) => SENT_AGAIN.some((origin) => origin === one.origin) && one.status !== 'cancelled',
  ).length;
  const link = (one: { id: number; displayNo: string }) => (
    <Link key={one.id} to={`${path}?open=${one.id}`}>
      {one.displayNo}
    </Link>
  );
  return (
    <>
      {data.origin !== 'platform' && (
        <Alert
          className="tw-order-alert"
          type="info"
          showIcon
          title={t(`make.origin.${data.origin}`)}
          description={
            data.source && (
              <>
                {t('make.madeFrom')} {link(data.source)}
              </>
            )
          }
          action={
            data.origin === 'manual' &&
            may(editMadeOrder) && (
              <ActionButton
                size="small"
                icon={<EditOutlined />}
                reason={mayAct('editAddress', order) ? undefined : t('make.late')}
                onClick={() => setEditing(true)}
              >
                {t('make.edit')}
              </ActionButton>
            )
          }
        />
      )}
      {data.made.length > 0 && (
        <Alert
          className="tw-order-alert"
          type={again > 0 ? 'warning' : 'info'}
          showIcon
          title={again > 0 ? t('make.sentBefore', { count: again }) : t('make.copied')}
          description={
            <span className="tw-made-of">
              {data.made.map((one) => (
                <span key={one.id}>
                  {link(one)}{' '}
                  <small className="tw-muted">
                    {t(`make.origin.${one.origin}`)} · {t(`status.${one.status}`)}
                    {one.reason && ` · ${t(`make.reason.${one.reason}`)}`}
                  </small>
                </span>
              ))}
            </span>
          }
        />
      )}
      {editing && <EditMadeForm order={order} onClose={() => setEditing(false)} />}
    </>
  );
}
