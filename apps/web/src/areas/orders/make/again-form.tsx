import {
  getOrder,
  listOrders,
  orderRelatives,
  orderTabs,
  SEND_AGAIN_REASONS,
  SENT_AGAIN,
  sendAgain,
} from '@tradewind/contract/orders.ts';
import { Alert, Checkbox, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { addressOf, withoutEmpty } from '../drawer/address-of.ts';
import { useAddressFields } from '../drawer/address-tab.tsx';
import type { Order } from '../drawer/order.ts';
import { type FormLine, goodsIn, LinesField, linesOf } from './lines-field.tsx';

type Values = Typed<typeof sendAgain, { lines: FormLine[] }>;

interface AgainFormProps {
  order: Order;
  kind: (typeof SENT_AGAIN)[number];
  onDone: () => void;
  onClose: () => void;
}

/** Resends an order or sends a replacement. Warns first if the order was already resent. */
export function AgainForm({ order, kind, onDone, onClose }: AgainFormProps): ReactNode {
  const { t } = useTranslation('orders');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const known = useCall(orderRelatives, { id: order.id });
  const before = (known.data?.made ?? []).filter(
    (one) => SENT_AGAIN.some((origin) => origin === one.origin) && one.status !== 'cancelled',
  );
  const unseen = order.shipTo?.name === undefined && order.shipTo !== null;
  const address = useAddressFields();
  const reasons = SEND_AGAIN_REASONS.map((reason) => ({ value: reason, label: t(`make.reason.${reason}`) }));
  return (
    <FormDrawer
      open
      size={760}
      loading={known.isPending}
      title={t(`make.${kind}Title`, { number: order.displayNo })}
      call={sendAgain}
      initial={{
        id: order.id,
        kind,
        idempotencyKey,
        reason: kind === 'resend' ? 'lost' : 'defective',
        shipTo: unseen ? undefined : addressOf(order),
        lines: kind === 'resend' ? linesOf(order) : [{ quantity: 1 }],
      }}
      toInput={({ lines, shipTo, ...values }: Values) => ({
        ...withoutEmpty(values),
        ...(shipTo ? { shipTo: withoutEmpty(shipTo) } : {}),
        lines: goodsIn(lines),
      })}
      verb={t(`make.${kind}Verb`)}
      refresh={[getOrder, listOrders, orderTabs, orderRelatives]}
      onDone={({ displayNo }) => {
        toast.success(t('make.done', { number: displayNo }));
        onDone();
      }}
      onClose={onClose}
    >
      {before.length > 0 && (
        <>
          <Alert
            className="tw-order-alert"
            type="warning"
            showIcon
            title={t('make.sentBefore', { count: before.length })}
            description={before.map((one) => one.displayNo).join(', ')}
          />
          <Form.Item
            name="again"
            valuePropName="checked"
            rules={[
              {
                validator: (_rule, ticked) =>
                  ticked ? Promise.resolve() : Promise.reject(new Error(t('make.againNeeded'))),
              },
            ]}
          >
            <Checkbox>{t('make.again')}</Checkbox>
          </Form.Item>
        </>
      )}
      <FormFields<typeof sendAgain>
        fields={[{ kind: 'select', name: 'reason', label: t('make.why'), options: reasons }]}
      />
      <LinesField prices={false} />
      {unseen ? <p className="tw-muted">{t('make.addressKept')}</p> : <FormFields<typeof sendAgain> fields={address} />}
      <FormFields<typeof sendAgain>
        fields={[{ kind: 'textarea', name: 'remark', label: t('remark'), help: t('remarkPlaceholders') }]}
      />
      <p className="tw-muted">{t('make.forNothing')}</p>
    </FormDrawer>
  );
}
