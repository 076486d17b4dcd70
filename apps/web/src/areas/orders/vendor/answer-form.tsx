import { answerVendorOrder, REJECT_REASONS, type VendorLine } from '@tradewind/contract/vendor.ts';
import { DatePicker, Form, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { CHANGED, newKey } from './module.ts';
import type { VendorOrder } from './vendor-order.ts';

const QUANTITIES = ['accepted', 'backordered', 'rejected'] as const;

/** Divides each line into accepted, backordered and rejected units. */
export function AnswerForm({ order, onClose }: { order: VendorOrder; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  // Keep the values from when the form opened: the drawer refreshes behind it.
  const [lines] = useState(order.lines);
  const [initial] = useState(() => ({ id: order.id, ...newKey(), lines: lines.map(startOf) }));
  return (
    <FormDrawer
      open
      size={900}
      title={t('vendor.answerTitle', { number: order.number })}
      call={answerVendorOrder}
      initial={initial}
      toInput={(values) => ({
        ...values,
        lines: lines.map(({ platformLineId }, at) => ({ ...values.lines[at], platformLineId })),
      })}
      verb={t('vendor.answerVerb')}
      success={t('vendor.answered')}
      refresh={CHANGED}
      onClose={onClose}
    >
      <p className="tw-muted">{t('vendor.answerHint')}</p>
      <div className="tw-vendor-lines">
        <table>
          <thead>
            <tr>
              <th>SKU</th>
              <th>{t('vendor.ordered')}</th>
              <th>{t('vendor.available')}</th>
              <th>{t('vendor.accepted')}</th>
              <th>{t('vendor.backordered')}</th>
              <th>{t('vendor.backorderDay')}</th>
              <th>{t('vendor.rejected')}</th>
              <th>{t('vendor.why')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <Row key={line.platformLineId} line={line} at={at} />
            ))}
          </tbody>
        </table>
      </div>
    </FormDrawer>
  );
}

const startOf = ({ accepted, backordered, backorderDay, rejected, reason }: VendorLine) => ({
  accepted,
  backordered,
  backorderDay,
  rejected,
  reason,
});

function Row({ line, at }: { line: VendorLine; at: number }): ReactNode {
  const { t } = useTranslation('orders');
  const said = Form.useWatch(['lines', at]) as Partial<VendorLine> | undefined;
  const box = (name: (typeof QUANTITIES)[number]) => (
    <Form.Item name={['lines', at, name]}>
      <InputNumber
        min={0}
        max={line.ordered}
        precision={0}
        controls={false}
        aria-label={`${t(`vendor.${name}`)} ${line.sellerSku}`}
        style={{ width: 72 }}
      />
    </Form.Item>
  );
  return (
    <tr>
      <td>{line.sellerSku}</td>
      <td className="tw-figure">{line.ordered}</td>
      <td className="tw-figure">{line.available}</td>
      <td>{box('accepted')}</td>
      <td>{box('backordered')}</td>
      <td>
        <Form.Item
          name={['lines', at, 'backorderDay']}
          getValueProps={(value?: string) => ({ value: value ? dayjs(value) : null })}
          normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null}
        >
          <DatePicker disabled={!said?.backordered} aria-label={`${t('vendor.backorderDay')} ${line.sellerSku}`} />
        </Form.Item>
      </td>
      <td>{box('rejected')}</td>
      <td>
        <Form.Item name={['lines', at, 'reason']}>
          <Select
            allowClear
            disabled={!said?.rejected}
            aria-label={`${t('vendor.why')} ${line.sellerSku}`}
            style={{ width: 150 }}
            options={REJECT_REASONS.map((reason) => ({ value: reason, label: t(`vendor.reason.${reason}`) }))}
          />
        </Form.Item>
      </td>
    </tr>
  );
}
