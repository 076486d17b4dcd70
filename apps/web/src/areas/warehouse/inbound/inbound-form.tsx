import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { addInbound, editInbound, INBOUND_KINDS_BY_HAND, type InboundDetail } from '@tradewind/contract/warehouse.ts';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { CartonParts, packedOf, type TypedPart } from './carton-parts.tsx';
import { INBOUND_CHANGED } from './changed.ts';
import './inbound.css';

interface TypedLine {
  id?: number;
  productId: ChosenProduct;
  quantity: number;
  unitCost?: string | null;
  remark?: string;
}
interface TypedCarton {
  code: string;
  contents?: TypedPart[];
}
type NewValues = Typed<typeof addInbound, { lines: TypedLine[]; cartons: TypedCarton[] }>;
type Values = Typed<typeof editInbound, { lines?: TypedLine[] }>;

/** A new ASN, or one without receipts. */
export function InboundForm({ one, onClose }: { one?: InboundDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const shared = { open: true, size: 760, refresh: INBOUND_CHANGED, onClose };
  if (!one)
    return (
      <FormDrawer
        {...shared}
        title={t('inbound.add')}
        call={addInbound}
        verb={t('inbound.add')}
        initial={{ kind: 'manual', qualityCheck: false, lines: [{}] }}
        onDone={({ number }) => toast.success(t('inbound.added', { number }))}
        toInput={({ lines, cartons, ...values }: NewValues) => ({
          ...values,
          lines: linesOf(lines),
          cartons: cartonsOf(cartons),
          idempotencyKey,
        })}
      >
        <Head own fresh />
        <Lines />
        <Cartons />
      </FormDrawer>
    );
  const own = one.sourceKind === null;
  const ownLines = own && one.receivedElsewhere === null;
  const { id, version, kind, reference, carrier, trackingNumber, expectedOn, qualityCheck, remark } = one;
  const head = { kind, reference, carrier, trackingNumber, expectedOn, qualityCheck, remark };
  return (
    <FormDrawer
      {...shared}
      title={t('inbound.edit', { number: one.number })}
      call={editInbound}
      verb={t('inbound.save')}
      success={t('inbound.saved')}
      initial={{ id, version, ...head, lines: one.lines.map(typedLine) }}
      toInput={({ lines = [], ...values }: Values) => ({ ...values, ...(ownLines ? { lines: linesOf(lines) } : {}) })}
    >
      <Head own={own} />
      {ownLines ? <Lines /> : one.receivedElsewhere && <Alert type="info" showIcon title={one.receivedElsewhere} />}
    </FormDrawer>
  );
}

const typedLine = (line: InboundDetail['lines'][number]): TypedLine => ({
  id: line.id,
  productId: { id: line.productId, sku: line.sku, nameZh: line.nameZh, nameEn: line.nameEn },
  quantity: line.expected,
  unitCost: line.unitCost,
  remark: line.remark,
});

const linesOf = (lines: readonly TypedLine[]) =>
  lines.map(({ productId, unitCost, ...line }) => ({ ...line, productId: productId.id, unitCost: unitCost || null }));

const cartonsOf = (cartons: readonly TypedCarton[]) =>
  cartons.map(({ code, contents = [] }) => ({
    code,
    contents: contents.map((part) => ({ line: part.line, ...packedOf(part) })),
  }));

function Head({ own, fresh = false }: { own: boolean; fresh?: boolean }): ReactNode {
  const { t } = useTranslation('warehouse');
  const warehouses = useWarehouseOptions();
  const fields: FieldsOf<typeof addInbound> = [
    fresh && { kind: 'select', name: 'warehouseId', label: t('house.title'), half: true, options: warehouses },
    own && {
      kind: 'select',
      name: 'kind',
      label: t('inbound.kindTitle'),
      half: true,
      options: INBOUND_KINDS_BY_HAND.map((kind) => ({ value: kind, label: t(`inbound.kind.${kind}`) })),
    },
    { kind: 'text', name: 'reference', label: t('inbound.reference'), half: true, help: t('inbound.referenceHelp') },
    { kind: 'date', name: 'expectedOn', label: t('inbound.expectedOn'), half: true },
    { kind: 'text', name: 'carrier', label: t('inbound.carrier'), half: true },
    { kind: 'text', name: 'trackingNumber', label: t('inbound.tracking'), half: true },
    { kind: 'check', name: 'qualityCheck', label: t('inbound.qualityCheck') },
    { kind: 'textarea', name: 'remark', label: t('inbound.remark') },
  ];
  return <FormFields<typeof addInbound> fields={fields} />;
}

function Lines(): ReactNode {
  const { t } = useTranslation('warehouse');
  const needed = [{ required: true, message: t('inbound.needed') }];
  return (
    <>
      <h3>{t('inbound.lines')}</h3>
      <Form.List
        name="lines"
        rules={[
          {
            validator: (_rule, value: unknown[] | undefined) =>
              value?.length ? Promise.resolve() : Promise.reject(new Error(t('inbound.needLine'))),
          },
        ]}
      >
        {(rows, { add, remove }, { errors }) => (
          <div className="tw-inbound-rows">
            {rows.map((row) => (
              <div key={row.key} className="tw-inbound-row">
                <Form.Item name={[row.name, 'productId']} rules={needed}>
                  <ProductSelect />
                </Form.Item>
                <Form.Item name={[row.name, 'quantity']} rules={needed}>
                  <InputNumber
                    min={1}
                    max={1_000_000}
                    precision={0}
                    controls={false}
                    aria-label={t('inbound.quantity')}
                    placeholder={t('inbound.quantity')}
                  />
                </Form.Item>
                <Form.Item name={[row.name, 'unitCost']}>
                  <InputNumber<string>
                    stringMode
                    min="0"
                    controls={false}
                    aria-label={t('inbound.unitCost')}
                    placeholder={t('inbound.unitCost')}
                  />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('inbound.removeLine')}
                  onClick={() => remove(row.name)}
                />
              </div>
            ))}
            <Form.ErrorList errors={errors} />
            <div>
              <Button icon={<PlusOutlined />} onClick={() => add({})}>
                {t('inbound.addLine')}
              </Button>
            </div>
          </div>
        )}
      </Form.List>
    </>
  );
}

function Cartons(): ReactNode {
  const { t } = useTranslation('warehouse');
  const lines = (Form.useWatch('lines') as (Partial<TypedLine> | undefined)[] | undefined) ?? [];
  const options = lines.flatMap((line, i) => (line?.productId ? [{ value: i, label: line.productId.sku }] : []));
  return (
    <>
      <h3>{t('inbound.cartonList')}</h3>
      <Form.List name="cartons">
        {(rows, { add, remove }) => (
          <div className="tw-inbound-rows">
            {rows.map((row) => (
              <div key={row.key} className="tw-inbound-carton">
                <div className="tw-inbound-carton-head">
                  <Form.Item
                    name={[row.name, 'code']}
                    rules={[{ required: true, whitespace: true, message: t('inbound.needed') }]}
                  >
                    <Input
                      maxLength={60}
                      aria-label={t('inbound.cartonCode')}
                      placeholder={t('inbound.cartonCode')}
                      autoComplete="off"
                    />
                  </Form.Item>
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('inbound.removeCarton')}
                    onClick={() => remove(row.name)}
                  />
                </div>
                <CartonParts name={[row.name, 'contents']} options={options} />
              </div>
            ))}
            <div>
              <Button icon={<PlusOutlined />} onClick={() => add({ contents: [{}] })}>
                {t('inbound.addCarton')}
              </Button>
            </div>
          </div>
        )}
      </Form.List>
    </>
  );
}
