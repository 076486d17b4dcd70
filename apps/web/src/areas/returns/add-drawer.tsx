import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  addReturn,
  listReturns,
  RETURN_KINDS,
  RETURN_OUTCOMES,
  RETURN_REASONS,
  returnableLines,
  returnTabs,
} from '@tradewind/contract/returns.ts';
import { Alert, Form, Input, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DropSelect } from '../../components/drop-select.tsx';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';

type Returnable = ResultOf<typeof returnableLines>;
/** Quantities in the order of the lines. */
type Values = Typed<typeof addReturn, { counts?: (number | null)[] }>;
const USUAL: Readonly<Record<string, string>> = { replacement: 'replacement' };

/** Adds a return for a given order, or for the order number entered. */
export function AddDrawer({ orderId, onClose }: { orderId: number | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const [key] = useState(() => crypto.randomUUID());
  const [number, setNumber] = useState('');
  const ask = orderId ? { orderId } : { orderNo: number };
  const found = useCall(returnableLines, ask, { enabled: Boolean(orderId) || number !== '' });
  const order = found.data;
  return (
    <FormDrawer
      open
      title={order ? t('add.of', { number: order.orderNo }) : t('add.title')}
      call={addReturn}
      initial={{ kind: 'return', wanted: 'refund' }}
      verb={t('add.verb')}
      success={t('add.done')}
      refresh={[listReturns, returnTabs]}
      toInput={(values: Values) => toInput(values, order, key)}
      onClose={onClose}
    >
      {!orderId && (
        <Form.Item label={t('add.orderNo')} htmlFor="return-order">
          <Input.Search
            id="return-order"
            autoFocus
            enterButton={t('add.find')}
            loading={found.isFetching}
            onSearch={(typed) => setNumber(typed.trim())}
          />
        </Form.Item>
      )}
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      {order && <Lines order={order} />}
      {order && <About />}
    </FormDrawer>
  );
}

function toInput({ counts = [], ...values }: Values, order: Returnable | undefined, idempotencyKey: string) {
  const lines = (order?.lines ?? []).flatMap(({ orderLineId }, i) => {
    const quantity = counts[i] ?? 0;
    return quantity > 0 ? [{ orderLineId, quantity }] : [];
  });
  const { kind, wanted: desired, reason, remark, trackingNumber } = values;
  return {
    orderId: order?.orderId,
    kind,
    wanted: desired,
    reason,
    remark: remark ?? '',
    trackingNumber: trackingNumber ?? '',
    lines,
    idempotencyKey,
  };
}

function Lines({ order }: { order: Returnable }): ReactNode {
  const { t } = useTranslation('returns');
  return (
    <div className="tw-returns-rows">
      {order.lines.map((line, i) => (
        <div key={line.orderLineId} className="tw-returns-row">
          <div className="tw-two-lines">
            <span className="tw-figure">{line.sku ?? line.sellerSku}</span>
            <span className="tw-muted" title={line.title}>
              {t('add.left', { left: line.left, shipped: line.shipped })} · {line.title}
            </span>
          </div>
          <Form.Item name={['counts', i]}>
            <InputNumber
              aria-label={t('add.quantityOf', { sku: line.sku ?? line.sellerSku })}
              placeholder={t('units')}
              min={0}
              max={line.left}
              precision={0}
              disabled={line.left === 0}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </div>
      ))}
    </div>
  );
}

function About(): ReactNode {
  const { t } = useTranslation('returns');
  const form = Form.useFormInstance();
  const kind: string | undefined = Form.useWatch('kind', form);
  const [before, setBefore] = useState(kind);
  if (kind !== before) {
    setBefore(kind);
    const usual = USUAL[kind ?? ''];
    if (usual) form.setFieldValue('wanted', usual);
  }
  const fields: FieldsOf<typeof addReturn> = [
    {
      kind: 'select',
      name: 'kind',
      label: t('kindLabel'),
      half: true,
      options: RETURN_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    {
      kind: 'select',
      name: 'wanted',
      label: t('wantedLabel'),
      half: true,
      options: RETURN_OUTCOMES.map((value) => ({ value, label: t(`wanted.${value}`) })),
    },
    {
      kind: 'custom',
      name: 'reason',
      label: t('reason'),
      half: true,
      control: <DropSelect zoot={RETURN_REASONS} required />,
    },
    kind !== 'refundOnly' && { kind: 'text', name: 'trackingNumber', label: t('tracking'), half: true },
    { kind: 'textarea', name: 'remark', label: t('remark') },
  ];
  return <FormFields<typeof addReturn> fields={fields} />;
}
