import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { MOST_BOXES } from '@tradewind/contract/procurement.ts';
import { Button, Form, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SupplierOrder } from './types.ts';

export interface BoxesValue {
  code?: string;
  count?: number | null;
  goods?: Record<string, number | null>;
}

/** Groups of equal cartons as the call takes them. */
export const boxesOf = (order: SupplierOrder, groups: readonly BoxesValue[]) =>
  groups.map(({ code, count, goods }) => ({
    code: code ?? '',
    count: count ?? 1,
    goods: Object.fromEntries(order.lines.map(({ id }) => [id, goods?.[id] ?? 0])),
  }));

/** What all cartons hold: their number, and units by line. */
export function sumsOf(order: SupplierOrder, groups: readonly BoxesValue[]) {
  const boxes = boxesOf(order, groups);
  const units = (id: number) => boxes.reduce((sum, box) => sum + box.count * (box.goods[id] ?? 0), 0);
  return {
    cartons: boxes.reduce((sum, box) => sum + box.count, 0),
    goods: Object.fromEntries(order.lines.map(({ id }) => [id, units(id)])),
  };
}

/** The contents of the cartons, for who wants them received by scan. */
export function BoxesFields({ order }: { order: SupplierOrder }): ReactNode {
  const { t } = useTranslation('procurement');
  const lines = order.lines.filter((line) => line.quantity > 0);
  return (
    <>
      <h3>{t('supplierOrder.boxes')}</h3>
      <p className="tw-muted">{t('supplierOrder.boxesHelp')}</p>
      <Form.List name="boxes">
        {(groups, { add, remove }) => (
          <>
            {groups.map(({ key, name }) => (
              <fieldset key={key} className="tw-supplier-fields">
                <Form.Item name={[name, 'count']} label={t('supplierOrder.cartons')}>
                  <InputNumber min={1} max={MOST_BOXES} precision={0} inputMode="numeric" />
                </Form.Item>
                <Form.Item name={[name, 'code']} label={t('supplierOrder.boxCode')}>
                  <Input maxLength={40} placeholder={t('supplierOrder.boxCodeHint')} autoComplete="off" />
                </Form.Item>
                {lines.map((line) => (
                  <Form.Item
                    key={line.id}
                    name={[name, 'goods', String(line.id)]}
                    label={t('supplierOrder.boxEach', { sku: line.supplierSku || line.sku })}
                  >
                    <InputNumber min={0} max={line.quantity} precision={0} inputMode="numeric" />
                  </Form.Item>
                ))}
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('supplierOrder.removeBoxes')}
                  onClick={() => remove(name)}
                />
              </fieldset>
            ))}
            <Button icon={<PlusOutlined />} onClick={() => add({ count: 1 })}>
              {t('supplierOrder.addBoxes')}
            </Button>
          </>
        )}
      </Form.List>
    </>
  );
}
