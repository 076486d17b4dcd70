import { shipTransfer, type TransferDetail } from '@tradewind/contract/warehouse.ts';
import { Form, Input, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { CHANGED } from './changed.ts';

/** Lines in the order of the allocation. */
type Values = Typed<typeof shipTransfer, { lines: { quantity?: number | null; locationCode?: string }[] }>;

/**
 * Ships everything allocated unless a smaller quantity is entered. Without a location, the earliest expiry goes first.
 */
export function ShipForm({ transfer, onClose }: { transfer: TransferDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const held = transfer.lines.filter((line) => line.held > 0);
  const initial = useMemo(
    () => ({
      id: transfer.id,
      lines: transfer.lines.filter((line) => line.held > 0).map((line) => ({ lineId: line.id, quantity: line.held })),
      idempotencyKey: crypto.randomUUID(),
    }),
    [transfer],
  );
  return (
    <FormDrawer
      open
      size={640}
      title={t('transfer.shipTitle', { number: transfer.number })}
      call={shipTransfer}
      initial={initial}
      toInput={({ lines, ...values }: Values) => ({
        ...values,
        lines: lines.flatMap(({ locationCode, quantity }, i) =>
          quantity && held[i]
            ? [{ lineId: held[i].id, quantity, ...(locationCode?.trim() ? { locationCode: locationCode.trim() } : {}) }]
            : [],
        ),
      })}
      verb={t('transfer.shipVerb')}
      refresh={CHANGED}
      onDone={({ inboundNo }) => toast.success(t('transfer.shippedDone', { inbound: inboundNo }))}
      onClose={onClose}
    >
      <p className="tw-muted">{t('transfer.placeHelp')}</p>
      {held.map((line, i) => (
        <div key={line.id} className="tw-ship-line">
          <ProductNames of={line} />
          <Form.Item name={['lines', i, 'quantity']}>
            <InputNumber min={0} max={line.held} precision={0} aria-label={`${line.sku} ${t('transfer.shipNow')}`} />
          </Form.Item>
          <Form.Item name={['lines', i, 'locationCode']}>
            <Input placeholder={t('transfer.place')} aria-label={`${line.sku} ${t('transfer.place')}`} />
          </Form.Item>
        </div>
      ))}
      <FormFields<typeof shipTransfer>
        fields={[
          { kind: 'text', name: 'carrier', label: t('transfer.carrier'), half: true },
          { kind: 'text', name: 'trackingNumber', label: t('transfer.tracking'), half: true },
        ]}
      />
    </FormDrawer>
  );
}
