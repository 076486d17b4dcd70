import {
  cancelPurchase,
  closePurchase,
  createPurchaseAsn,
  type PurchaseDetail,
  placePurchase,
} from '@tradewind/contract/procurement.ts';
import { Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { CHANGED } from './changed.ts';
import '../procurement.css';

interface Props {
  order: PurchaseDetail;
  onClose: () => void;
}

export function PlaceForm({ order, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  const { id, expectedOn, reference } = order;
  return (
    <FormDrawer
      open
      title={t('purchase.placeTitle', { number: order.number })}
      call={placePurchase}
      initial={{ id, expectedOn, reference, asn: true, idempotencyKey: crypto.randomUUID() }}
      verb={t('purchase.place')}
      success={t('purchase.placed')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        { kind: 'date', name: 'expectedOn', label: t('purchase.expectedOn'), half: true },
        { kind: 'text', name: 'reference', label: t('purchase.reference'), half: true },
        { kind: 'check', name: 'asn', label: t('purchase.placeAsn'), help: t('purchase.placeAsnHelp') },
      ]}
    />
  );
}

type AsnValues = Typed<typeof createPurchaseAsn, { lines: { quantity?: number | null }[] }>;

/** An ASN for what is outstanding, or a part of it. */
export function AsnForm({ order, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  const open = useMemo(() => order.lines.filter((line) => line.outstanding > 0), [order]);
  const initial = useMemo(
    () => ({
      id: order.id,
      expectedOn: order.expectedOn,
      lines: open.map((line) => ({ lineId: line.id, quantity: line.outstanding })),
      idempotencyKey: crypto.randomUUID(),
    }),
    [order, open],
  );
  return (
    <FormDrawer
      open
      size={640}
      title={t('purchase.asnTitle', { number: order.number })}
      call={createPurchaseAsn}
      initial={initial}
      toInput={({ lines, ...values }: AsnValues) => ({
        ...values,
        lines: lines.flatMap(({ quantity }, at) => (quantity && open[at] ? [{ lineId: open[at].id, quantity }] : [])),
      })}
      verb={t('purchase.createAsn')}
      refresh={CHANGED}
      onDone={({ number }) => toast.success(t('purchase.asnCreated', { number }))}
      onClose={onClose}
    >
      {open.map((line, at) => (
        <div key={line.id} className="tw-buy-row">
          <ProductNames of={line} />
          <span className="tw-muted">{t('purchase.outstanding')}</span>
          <Form.Item name={['lines', at, 'quantity']} noStyle>
            <InputNumber
              min={0}
              max={line.outstanding}
              precision={0}
              aria-label={t('purchase.coming', { sku: line.sku })}
            />
          </Form.Item>
        </div>
      ))}
      <FormFields<typeof createPurchaseAsn>
        fields={[
          { kind: 'date', name: 'expectedOn', label: t('purchase.expectedOn'), half: true },
          { kind: 'text', name: 'carrier', label: t('purchase.carrier'), half: true },
          { kind: 'text', name: 'trackingNumber', label: t('purchase.tracking'), half: true },
          { kind: 'check', name: 'qualityCheck', label: t('purchase.qualityCheck') },
        ]}
      />
    </FormDrawer>
  );
}

export function CloseForm({ order, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  const short = order.lines.reduce((sum, line) => sum + Math.max(line.quantity - line.received, 0), 0);
  const help = short > 0 ? t('purchase.closeText', { count: short }) : t('purchase.closeAll');
  return (
    <FormDrawer
      open
      title={t('purchase.closeTitle', { number: order.number })}
      call={closePurchase}
      initial={{ id: order.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('purchase.close')}
      success={t('purchase.closed')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('purchase.reason'), help, required: short > 0 }]}
    />
  );
}

export function CancelForm({ order, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('purchase.cancelTitle', { number: order.number })}
      call={cancelPurchase}
      initial={{ id: order.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('purchase.cancel')}
      success={t('purchase.cancelled')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('purchase.reason'), help: t('purchase.cancelText') }]}
    />
  );
}
