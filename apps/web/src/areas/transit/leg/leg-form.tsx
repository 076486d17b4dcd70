import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { LEG_MODES, type LegDetail, saveLeg } from '@tradewind/contract/transit.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { CostFields, costsTyped } from '../costs.tsx';
import { LEG_CHANGED } from '../state.ts';
import { travelFields } from './travel.tsx';

interface TypedLine {
  productId: ChosenProduct;
  quantity: number;
  goodsCost?: string | null;
}
type Values = Typed<typeof saveLeg, { lines: TypedLine[] }>;

/** Form of a first-leg shipment. */
export function LegForm({ leg, onClose }: { leg: LegDetail | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const warehouses = useCall(selectWarehouse, {});
  const initial = useMemo(() => valuesOf(leg), [leg]);
  const options = (warehouses.data ?? []).map((warehouse) => ({ value: warehouse.id, label: warehouse.name }));
  return (
    <FormDrawer
      open
      size={860}
      title={leg ? t('editTitle', { number: leg.number }) : t('addLegTitle')}
      call={saveLeg}
      initial={initial}
      toInput={({ lines, costs, ...values }: Values) => ({
        ...values,
        fromWarehouseId: values.fromWarehouseId ?? null,
        costs: costsTyped(costs),
        lines: lines.map(({ productId, quantity, goodsCost }) => ({
          productId: productId.id,
          quantity,
          goodsCost: goodsCost || null,
        })),
      })}
      verb={t('saveDraft')}
      success={t('saved')}
      refresh={LEG_CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'mode',
          label: t('mode'),
          half: true,
          options: LEG_MODES.map((value) => ({ value, label: t(`modes.${value}`) })),
        },
        { kind: 'select', name: 'warehouseId', label: t('to'), half: true, options },
        { kind: 'select', name: 'fromWarehouseId', label: t('from'), half: true, options, help: t('originHelp') },
        { kind: 'text', name: 'supplier', label: t('supplier'), half: true },
        ...travelFields(t),
      ]}
    >
      <h3>{t('goods')}</h3>
      <Lines edited={leg !== undefined} />
      <h3>{t('tab.costs')}</h3>
      <p className="tw-muted">{t('costsHelp')}</p>
      <CostFields />
    </FormDrawer>
  );
}

function Lines({ edited }: { edited: boolean }): ReactNode {
  const { t } = useTranslation('transit');
  const seesCosts = useSeesCosts();
  const from = Form.useWatch('fromWarehouseId') as number | null | undefined;
  // Users who may not see costs leave them unchanged.
  const mayPrice = !edited || seesCosts;
  const bought = mayPrice && (from === undefined || from === null);
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="lines">
      {(rows, { add, remove }) => (
        <div className="tw-form-rows">
          <table>
            <thead>
              <tr>
                <th>{t('product')}</th>
                <th style={{ width: 110 }}>{t('quantity')}</th>
                {bought && <th style={{ width: 130 }}>{t('goodsCost')}</th>}
                <th aria-label={t('removeLine')} />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td data-wide>
                    <Form.Item name={[row.name, 'productId']} rules={needed(t('product'))}>
                      <ProductSelect />
                    </Form.Item>
                  </td>
                  <td data-label={t('quantity')}>
                    <Form.Item name={[row.name, 'quantity']} rules={needed(t('quantity'))}>
                      <InputNumber min={1} precision={0} controls={false} aria-label={t('quantity')} />
                    </Form.Item>
                  </td>
                  {bought && (
                    <td data-label={t('goodsCost')}>
                      <Form.Item name={[row.name, 'goodsCost']}>
                        <InputNumber<string> stringMode min="0" controls={false} aria-label={t('goodsCost')} />
                      </Form.Item>
                    </td>
                  )}
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={t('removeLine')}
                      disabled={rows.length === 1}
                      onClick={() => remove(row.name)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button icon={<PlusOutlined />} onClick={() => add({})}>
            {t('addLine')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

function valuesOf(leg: LegDetail | undefined): StartOf<Values> {
  if (!leg) return { mode: 'sea', cartons: 0, lines: [{}], costs: [], idempotencyKey: crypto.randomUUID() };
  const { id, version, mode, warehouseId, fromWarehouseId, supplier, forwarder, container, trackingNumber } = leg;
  const { cartons, departOn, etaOn, remark, costs } = leg;
  return {
    ...{ id, version, mode, warehouseId, fromWarehouseId, supplier, forwarder, container, trackingNumber },
    ...{ cartons, departOn, etaOn, remark, costs },
    lines: leg.lines.map((line) => ({
      productId: { id: line.productId, sku: line.sku, nameZh: line.nameZh, nameEn: line.nameEn },
      quantity: line.quantity,
      goodsCost: line.goodsCost,
    })),
  };
}
