import { channelOptions } from '@tradewind/contract/logistics.ts';
import { shipByHand } from '@tradewind/contract/orders.ts';
import { Alert, Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import type { BulkResultData } from '../../../components/list-page.tsx';
import type { ActOrder, Picked } from '../acts/act.ts';
import { readLines } from './read-lines.ts';

const AT_MOST = 500;

interface Requested {
  orders: readonly ActOrder[];
  picked: Picked;
  answer: (result: BulkResultData | undefined) => void;
}
interface Typed {
  channelId?: number;
  carrierName?: string;
  /** For one order. */
  trackingNumber?: string;
  /** For many orders: one line per order. */
  lines?: string;
}

/** Asks for tracking numbers and ships the orders. */
export function useAskHand(): [
  ask: (orders: readonly ActOrder[], picked: Picked) => Promise<BulkResultData | undefined>,
  dialog: ReactNode,
] {
  const [open, setOpen] = useState<Requested>();
  const ask = (orders: readonly ActOrder[], picked: Picked) =>
    new Promise<BulkResultData | undefined>((answer) => setOpen({ orders, picked, answer }));
  const close = (result: BulkResultData | undefined) => {
    open?.answer(result);
    setOpen(undefined);
  };
  return [ask, open && <HandDialog {...open} onClose={close} />];
}

function HandDialog({
  orders,
  picked,
  onClose,
}: Requested & { onClose: (result: BulkResultData | undefined) => void }): ReactNode {
  const { t } = useTranslation('orders');
  const [form] = Form.useForm<Typed>();
  const [busy, setBusy] = useState(false);
  const channels = useCall(channelOptions, {}, { staleMs: 60_000 });
  const own = (channels.data?.list ?? []).filter((channel) => channel.carrier === 'own');
  const [only] = orders;
  const one = picked.count === 1 ? only : undefined;
  const send = async ({ channelId, carrierName = '', trackingNumber = '', lines = '' }: Typed) => {
    setBusy(true);
    try {
      const rows = one ? [{ number: one.displayNo, trackingNumber }] : readLines(lines);
      const by = { ...(channelId ? { channelId } : {}), carrierName: carrierName.trim() };
      onClose(await callApi(shipByHand, { orders: rows, ...by, idempotencyKey: picked.idempotencyKey }));
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={t('send.handTitle')}
      okText={t('send.handSubmit')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => onClose(undefined)}
    >
      <p className="tw-muted">{t('send.handHint')}</p>
      <Form<Typed>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ lines: orders.map((order) => `${order.displayNo}\t`).join('\n') }}
        onFinish={(typed) => void send(typed)}
      >
        {own.length > 0 && (
          <Form.Item name="channelId" label={t('send.handChannel')}>
            <Select allowClear options={own.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
        <Form.Item
          name="carrierName"
          label={t('send.handCarrier')}
          extra={own.length > 0 ? t('send.handCarrierHint') : undefined}
          dependencies={['channelId', 'lines']}
          rules={[
            {
              validator: (_rule, value?: string) =>
                carrierThere(form.getFieldsValue(), value, one !== undefined, t('send.carrierMissing')),
            },
          ]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        {one ? (
          <Form.Item
            name="trackingNumber"
            label={t('send.handOne', { number: one.displayNo })}
            rules={[{ required: true, whitespace: true, message: t('send.numberMissing') }]}
          >
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
        ) : (
          <Form.Item
            name="lines"
            label={t('send.handMany')}
            extra={t('send.handManyHint')}
            rules={[{ validator: (_rule, value: string) => linesFit(value, t) }]}
          >
            <Input.TextArea className="tw-figure" autoSize={{ minRows: 6, maxRows: 14 }} spellCheck={false} />
          </Form.Item>
        )}
      </Form>
      {orders.length < picked.count && <Alert type="info" showIcon title={t('send.handManyHint')} />}
    </Modal>
  );
}

async function carrierThere(
  typed: Typed,
  carrierName: string | undefined,
  one: boolean,
  missing: string,
): Promise<void> {
  if (typed.channelId || carrierName?.trim()) return;
  const rows = one ? [] : readLines(typed.lines ?? '');
  if (rows.length === 0 || rows.some((row) => !row.carrierName)) throw new Error(missing);
}

type Say = (key: string, params?: Record<string, unknown>) => string;

async function linesFit(typed: string, t: Say): Promise<void> {
  const rows = readLines(typed);
  if (rows.length === 0) throw new Error(t('send.noRows'));
  if (rows.length > AT_MOST) throw new Error(t('send.tooMany', { max: AT_MOST }));
  const bare = rows.filter((row) => !row.trackingNumber);
  if (bare.length > 0)
    throw new Error(
      `${t('send.numberMissing')}: ${bare
        .slice(0, 5)
        .map((row) => row.number)
        .join(', ')}`,
    );
}
