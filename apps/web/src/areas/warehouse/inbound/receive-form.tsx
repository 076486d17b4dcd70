import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type InboundDetail, type InboundLine, receiveInboundCall } from '@tradewind/contract/warehouse.ts';
import { Button, DatePicker, Form, Input, InputNumber } from 'antd';
import type dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { productName } from '../../../components/product-name.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { INBOUND_CHANGED } from './changed.ts';
import { inCartons } from './packed.ts';
import './inbound.css';

interface Counted {
  quantity?: number | null;
  damaged?: number | null;
  batch?: string;
  expiresOn?: dayjs.Dayjs | null;
}
interface Other extends Counted {
  productId: ChosenProduct;
}
/** Quantities of the lines, in order, and of products not on the ASN. */
interface Values {
  counts: Counted[];
  others: Other[];
}

/** Units counted by hand: good, damaged and not on the ASN. */
export function ReceiveForm({ one, onClose }: { one: InboundDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // The state when the form opened: quantities refer to what was outstanding then.
  const [unitsReceived] = useState(one.unitsReceived);
  return (
    <FormDrawer
      open
      size={640}
      title={t('inbound.receive.title', { number: one.number })}
      call={receiveInboundCall}
      verb={t('inbound.receive.confirm')}
      initial={{ counts: one.lines.map((line) => ({ quantity: looseRest(one, line) })) }}
      refresh={INBOUND_CHANGED}
      onDone={({ units }) => toast.success(t('inbound.receive.done', { count: units }))}
      toInput={(values: Values) => ({ id: one.id, goods: goodsOf(values, one.lines), unitsReceived, idempotencyKey })}
      onClose={onClose}
    >
      <div className="tw-inbound-rows">
        {one.lines.map((line, i) => (
          <Row key={line.id} line={line} packed={packedOf(one, line)} at={i} />
        ))}
      </div>
      <Others />
    </FormDrawer>
  );
}

const packedOf = (one: InboundDetail, line: InboundLine) => inCartons(one, (part) => part.lineId === line.id);
/** Units outside cartons that are received by their labels. */
const looseRest = (one: InboundDetail, line: InboundLine) =>
  Math.max(0, line.expected - line.received - packedOf(one, line));

const goodsOf = ({ counts, others }: Values, lines: readonly InboundLine[]) => [
  ...lines.flatMap((line, i) => partsOf({ lineId: line.id }, counts[i])),
  ...others.flatMap((other) => partsOf({ productId: other.productId.id }, other)),
];

function partsOf(what: { lineId: number } | { productId: number }, counted: Counted | undefined) {
  if (!counted) return [];
  const { quantity, damaged, batch, expiresOn } = counted;
  const lot = {
    ...(batch?.trim() ? { batch: batch.trim() } : {}),
    ...(expiresOn ? { expiresOn: expiresOn.format('YYYY-MM-DD') } : {}),
  };
  return [
    ...(quantity ? [{ ...what, ...lot, quantity }] : []),
    ...(damaged ? [{ ...what, ...lot, quantity: damaged, condition: 'damaged' as const }] : []),
  ];
}

function Row({ line, packed, at }: { line: InboundLine; packed: number; at: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <div className="tw-inbound-row">
      <div className="tw-two-lines" title={productName(line)}>
        <span className="tw-figure">{line.sku}</span>
        <span className="tw-muted">
          {t('inbound.receive.expected', { expected: line.expected, received: line.received })}
          {packed > 0 && ` · ${t('inbound.receive.packed', { count: packed })}`}
        </span>
      </div>
      <Form.Item name={['counts', at, 'quantity']}>
        <InputNumber
          min={0}
          max={1_000_000}
          precision={0}
          aria-label={t('inbound.receive.quantityOf', { sku: line.sku })}
        />
      </Form.Item>
      <Form.Item name={['counts', at, 'damaged']}>
        <InputNumber
          min={0}
          max={1_000_000}
          precision={0}
          placeholder={t('inbound.receive.damaged')}
          aria-label={t('inbound.receive.damagedOf', { sku: line.sku })}
        />
      </Form.Item>
      <span />
      {line.expires && <Lot name={['counts', at]} />}
    </div>
  );
}

function Lot({ name }: { name: (string | number)[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <div className="tw-inbound-lot">
      <Form.Item name={[...name, 'batch']}>
        <Input maxLength={60} aria-label={t('inbound.batch')} placeholder={t('inbound.batch')} autoComplete="off" />
      </Form.Item>
      <Form.Item name={[...name, 'expiresOn']}>
        <DatePicker aria-label={t('inbound.expiresOn')} placeholder={t('inbound.expiresOn')} />
      </Form.Item>
    </div>
  );
}

function Others(): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <>
      <h3>{t('inbound.receive.others')}</h3>
      <Form.List name="others">
        {(rows, { add, remove }) => (
          <div className="tw-inbound-rows">
            {rows.map((row) => (
              <div key={row.key} className="tw-inbound-row">
                <Form.Item name={[row.name, 'productId']} rules={[{ required: true, message: t('inbound.needed') }]}>
                  <ProductSelect />
                </Form.Item>
                <Form.Item name={[row.name, 'quantity']} initialValue={1}>
                  <InputNumber min={0} precision={0} aria-label={t('inbound.quantity')} />
                </Form.Item>
                <Form.Item name={[row.name, 'damaged']}>
                  <InputNumber
                    min={0}
                    precision={0}
                    placeholder={t('inbound.receive.damaged')}
                    aria-label={t('inbound.receive.damaged')}
                  />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('inbound.removeLine')}
                  onClick={() => remove(row.name)}
                />
                <Lot name={[row.name]} />
              </div>
            ))}
            <div>
              <Button icon={<PlusOutlined />} onClick={() => add({})}>
                {t('inbound.receive.other')}
              </Button>
            </div>
          </div>
        )}
      </Form.List>
    </>
  );
}
