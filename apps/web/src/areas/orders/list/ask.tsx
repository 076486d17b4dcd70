import { mayAct, type OrderRow } from '@tradewind/contract/orders.ts';
import { Checkbox, Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CancelReason, CancelReasonItems } from '../../../components/cancel-reason.tsx';

export interface CancelPrompt {
  /** The selected rows that are loaded; empty when all matching orders are selected. */
  orders: readonly Pick<OrderRow, 'status' | 'exception' | 'displayNo'>[];
  count: number;
}

/** The effect of cancelling an order, by status. */
export function effectOf(order: { status: string; exception: string | null }): string {
  if (!mayAct('cancel', order)) return 'over';
  if (order.status === 'ready') return 'reserved';
  if (order.exception === 'label') return 'packed';
  return ['picking', 'packed', 'shipped'].includes(order.status) ? order.status : 'waiting';
}

/** The reason, and whether to cancel on the platform too. */
export type WhyCancel = CancelReason & { onPlatform?: boolean };

type Answer<T> = (input: T | undefined) => void;

/** Asks for the cancellation reason and shows the effects. Undefined when the user cancels the dialog. */
export function useAskCancel(): [ask: (requested: CancelPrompt) => Promise<WhyCancel | undefined>, dialog: ReactNode] {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState<CancelPrompt & { answer: Answer<WhyCancel> }>();
  const [form] = Form.useForm<WhyCancel>();
  const ask = (requested: CancelPrompt) =>
    new Promise<WhyCancel | undefined>((answer) => setOpen({ ...requested, answer }));
  const close = (why: WhyCancel | undefined) => {
    open?.answer(why);
    setOpen(undefined);
  };
  const [only] = open?.orders ?? [];
  const title =
    open?.count === 1 && only
      ? t('cancelOne', { number: only.displayNo })
      : t('cancelTitle', { count: open?.count ?? 0 });
  const dialog = open && (
    <Modal
      open
      title={title}
      okText={title.replace(/[?？]$/, '')}
      okButtonProps={{ danger: true }}
      cancelText={t('keep')}
      onOk={() => form.submit()}
      onCancel={() => close(undefined)}
    >
      <Effects asked={open} />
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ reason: 'buyer' }} onFinish={close}>
        <CancelReasonItems />
        <Form.Item name="onPlatform" valuePropName="checked" extra={t('onPlatformHint')}>
          <Checkbox>{t('onPlatform')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
  return [ask, dialog];
}

function Effects({ asked: requested }: { asked: CancelPrompt }): ReactNode {
  const { t } = useTranslation('orders');
  // Rows of other pages are not loaded, so list all possible effects.
  if (requested.orders.length < requested.count) return <p>{t('cancelEffects.all')}</p>;
  const effects = Map.groupBy(requested.orders, effectOf);
  return (
    <ul className="tw-effects">
      {[...effects].map(([effect, orders]) => (
        <li key={effect}>{t(`cancelEffects.${effect}`, { count: orders.length })}</li>
      ))}
    </ul>
  );
}

/** Asks for a remark. Undefined when the user cancels the dialog. */
export function useAskRemark(): [ask: (count: number, now: string) => Promise<string | undefined>, dialog: ReactNode] {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState<{ count: number; answer: Answer<string> }>();
  const [remark, setRemark] = useState('');
  const ask = (count: number, now: string) =>
    new Promise<string | undefined>((answer) => {
      setRemark(now);
      setOpen({ count, answer });
    });
  const close = (input: string | undefined) => {
    open?.answer(input);
    setOpen(undefined);
  };
  const dialog = open && (
    <Modal
      open
      title={t('remarkTitle', { count: open.count })}
      okText={t('saveRemark')}
      onOk={() => close(remark.trim())}
      onCancel={() => close(undefined)}
    >
      <Input.TextArea
        autoFocus
        aria-label={t('remark')}
        value={remark}
        maxLength={500}
        autoSize={{ minRows: 3, maxRows: 8 }}
        onChange={(event) => setRemark(event.target.value)}
      />
      <p className="tw-muted">
        {t('remarkHint')} {t('remarkPlaceholders')}
      </p>
    </Modal>
  );
  return [ask, dialog];
}
