import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  findReturns,
  getReturn,
  listReturns,
  type ReturnDetail,
  receiveReturn,
  returnPlaces,
  returnTabs,
} from '@tradewind/contract/returns.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button, Form, Input, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { usePreference } from '../../shell/preferences.ts';

/** Receives the actual units: more or less than expected, and other items. */
export function ReceiveDrawer({ one, onClose }: { one: ReturnDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const [key] = useState(() => crypto.randomUUID());
  const warehouses = useCall(selectWarehouse, {});
  const [kept, keep, ready] = usePreference('scan.warehouse', (value) =>
    typeof value === 'number' ? value : undefined,
  );
  const warehouse = warehouses.data?.find((each) => each.id === kept) ?? warehouses.data?.[0];
  if (!warehouses.data || !ready) return null;
  return (
    <FormDrawer
      open
      title={t('receive.title', { number: one.number })}
      call={receiveReturn}
      initial={{
        warehouseId: warehouse?.id,
        counts: goodsOf(one).map((goods) => Math.max(0, goods.expected - goods.received)),
      }}
      verb={t('receive.verb')}
      onDone={({ received }) => toast.success(t('receive.done', { count: received }))}
      refresh={[listReturns, returnTabs, getReturn, findReturns]}
      toInput={(values: Values) => {
        if (typeof values.warehouseId === 'number') keep(values.warehouseId);
        return toInput(values, one, key);
      }}
      onClose={onClose}
    >
      <Expected one={one} />
      <Others />
      <Places />
    </FormDrawer>
  );
}

interface SentBack {
  line: ReturnDetail['lines'][number];
  productId: number | null;
  sku: string;
  expected: number;
  received: number;
}

/** What each line sends back: the parts of a bundle one by one; a line without a product has none. */
const goodsOf = (one: ReturnDetail): SentBack[] =>
  one.lines.flatMap((line): SentBack[] =>
    line.goods.length > 0
      ? line.goods.map((goods) => ({ ...goods, line }))
      : [{ productId: null, sku: line.sellerSku, expected: 0, received: 0, line }],
  );

/** Quantities in the order of the goods, and other items. */
type Values = Typed<
  typeof receiveReturn,
  { counts: (number | null)[]; others?: { code: string; quantity: number | null }[] }
>;

function toInput({ counts, others = [], ...values }: Values, one: ReturnDetail, idempotencyKey: string) {
  const expected = goodsOf(one).flatMap(({ productId }, i) =>
    productId && (counts[i] ?? 0) > 0 ? [{ productId, quantity: counts[i] }] : [],
  );
  const { warehouseId, locationId, remark } = values;
  return {
    id: one.id,
    warehouseId,
    ...(locationId ? { locationId } : {}),
    lines: [...expected, ...others],
    remark: remark ?? '',
    idempotencyKey,
  };
}

function Expected({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  return (
    <div className="tw-returns-rows">
      {goodsOf(one).map(({ line, productId, sku, expected, received }, i) => (
        <div key={`${line.id}/${productId}`} className="tw-returns-row">
          <div className="tw-two-lines">
            <span className="tw-figure">{sku}</span>
            <span className="tw-muted" title={line.title}>
              {productId ? t('receive.expected', { expected, received }) : t('receive.unmapped')}
            </span>
          </div>
          <Form.Item name={['counts', i]}>
            <InputNumber
              aria-label={t('receive.quantityOf', { sku })}
              min={0}
              max={100_000}
              precision={0}
              disabled={!productId}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </div>
      ))}
    </div>
  );
}

function Others(): ReactNode {
  const { t } = useTranslation('returns');
  return (
    <Form.List name="others">
      {(fields, { add, remove }) => (
        <div className="tw-returns-rows">
          {fields.map((field) => (
            <div key={field.key} className="tw-returns-row">
              <Form.Item
                name={[field.name, 'code']}
                rules={[{ required: true, whitespace: true, message: t('receive.codeNeeded') }]}
              >
                <Input aria-label={t('receive.code')} placeholder={t('receive.code')} autoFocus />
              </Form.Item>
              <div className="tw-returns-bar">
                <Form.Item name={[field.name, 'quantity']} initialValue={1}>
                  <InputNumber aria-label={t('units')} min={1} precision={0} style={{ width: 64 }} />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('receive.removeOther')}
                  onClick={() => remove(field.name)}
                />
              </div>
            </div>
          ))}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add()}>
              {t('receive.other')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}

function Places(): ReactNode {
  const { t } = useTranslation('returns');
  const form = Form.useFormInstance();
  const warehouseId: number | undefined = Form.useWatch('warehouseId', form);
  const [text, setText] = useState('');
  const warehouses = useCall(selectWarehouse, {});
  const places = useCall(
    returnPlaces,
    { warehouseId: warehouseId ?? 0, use: 'returns', text },
    { enabled: Boolean(warehouseId), keepPrevious: true },
  );
  const fields: FieldsOf<typeof receiveReturn> = [
    {
      kind: 'select',
      name: 'warehouseId',
      label: t('warehouse'),
      half: true,
      options: (warehouses.data ?? []).map((each) => ({ value: each.id, label: each.name })),
    },
    {
      kind: 'select',
      name: 'locationId',
      label: t('receive.location'),
      half: true,
      placeholder: places.data?.[0]?.code ?? '',
      options: (places.data ?? []).map((place) => ({ value: place.id, label: place.code })),
      onSearch: setText,
    },
    { kind: 'textarea', name: 'remark', label: t('remark') },
  ];
  return <FormFields<typeof receiveReturn> fields={fields} />;
}
