import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type RequisitionDetail, saveRequisition } from '@tradewind/contract/procurement.ts';
import { Button, DatePicker, Form, InputNumber, Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, pickerDay } from '../../../components/days.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { OnlyWarehouse } from '../../../components/only-warehouse.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { type ChosenSupplier, SupplierSelect, supplierOf } from '../purchase/supplier-select.tsx';
import '../procurement.css';

interface Line {
  productId: ChosenProduct;
  quantity: number;
  warehouseId: number;
  needBy?: string | null;
  supplier?: ChosenSupplier | null;
  shopId?: number | null;
  remark?: string;
}
type Values = Typed<typeof saveRequisition, { lines: Line[] }>;
const FIRST_WAREHOUSE = ['lines', 0, 'warehouseId'];

function valuesOf(requisition: RequisitionDetail | undefined): StartOf<Values> {
  if (!requisition) return { lines: [{}], idempotencyKey: crypto.randomUUID() };
  const { id, version, remark, lines } = requisition;
  return {
    ...{ id, version, remark },
    lines: lines.map(
      ({ productId, sku, nameZh, nameEn, quantity, warehouseId, needBy, shopId, remark: own, ...line }) => ({
        ...{ productId: { id: productId, sku, nameZh, nameEn }, quantity, warehouseId, needBy, shopId, remark: own },
        supplier: supplierOf(line),
      }),
    ),
  };
}

/** Asks for goods to be bought. */
export function RequisitionForm(props: { requisition?: RequisitionDetail; onClose: () => void }): ReactNode {
  const { requisition, onClose } = props;
  const { t } = useTranslation('procurement');
  const initial = useMemo(() => valuesOf(requisition), [requisition]);
  return (
    <FormDrawer
      open
      size={860}
      title={requisition ? t('requisition.editTitle', { number: requisition.number }) : t('requisition.add')}
      call={saveRequisition}
      initial={initial}
      toInput={({ lines, ...values }: Values) => ({
        ...values,
        lines: lines.map(({ productId, supplier, needBy, ...line }) => ({
          ...line,
          productId: productId.id,
          supplierId: supplier?.id ?? null,
          needBy: needBy ?? null,
        })),
      })}
      verb={t('requisition.save')}
      success={t('requisition.saved')}
      refresh={CHANGED}
      onClose={onClose}
    >
      {!requisition && <OnlyWarehouse name={FIRST_WAREHOUSE} />}
      <Lines />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('line.remark') }]} />
    </FormDrawer>
  );
}

function Lines(): ReactNode {
  const { t } = useTranslation('procurement');
  const warehouses = useWarehouseOptions();
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  const last = (): Partial<Line> => {
    const lines = (form.getFieldValue('lines') ?? []) as Partial<Line>[];
    const { warehouseId, needBy } = lines.at(-1) ?? {};
    return { ...(warehouseId ? { warehouseId } : {}), needBy: needBy ?? null };
  };
  const form = Form.useFormInstance();
  return (
    <Form.List
      name="lines"
      rules={[
        {
          validator: (_rule, value: unknown[] | undefined) =>
            value?.length ? Promise.resolve() : Promise.reject(new Error(t('line.needed'))),
        },
      ]}
    >
      {(rows, { add, remove }, { errors }) => (
        <div className="tw-buy-lines">
          {rows.map(({ key, name }) => (
            <div key={key} className="tw-buy-line">
              <Form.Item name={[name, 'productId']} rules={needed(t('line.product'))} className="tw-buy-product">
                <ProductSelect />
              </Form.Item>
              <Form.Item name={[name, 'quantity']} rules={needed(t('line.quantity'))}>
                <InputNumber
                  min={1}
                  precision={0}
                  controls={false}
                  placeholder={t('line.quantity')}
                  aria-label={t('line.quantity')}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('line.remove')}
                onClick={() => remove(name)}
              />
              <Form.Item name={[name, 'warehouseId']} rules={needed(t('line.warehouse'))}>
                <Select options={[...warehouses]} placeholder={t('line.warehouse')} aria-label={t('line.warehouse')} />
              </Form.Item>
              <Form.Item name={[name, 'supplier']}>
                <SupplierSelect />
              </Form.Item>
              <Form.Item
                name={[name, 'needBy']}
                getValueProps={(value?: string) => ({ value: pickerDay(value) })}
                normalize={dayOf}
              >
                <DatePicker placeholder={t('line.needBy')} aria-label={t('line.needBy')} />
              </Form.Item>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add(last())}>
              {t('line.add')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}
