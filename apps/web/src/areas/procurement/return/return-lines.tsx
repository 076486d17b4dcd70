import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  returnOptions,
  SUPPLIER_RETURN_CONDITIONS,
  SUPPLIER_RETURN_REASONS,
  type SupplierReturnCondition,
  type saveSupplierReturn,
} from '@tradewind/contract/procurement.ts';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import type { ChosenSupplier } from '../purchase/supplier-select.tsx';

type Line = InputOf<typeof saveSupplierReturn>['lines'][number];
export interface FormLine extends Pick<Line, 'reason' | 'remark'> {
  productId: ChosenProduct;
  /** Condition and batch: "good/", "damaged/12". */
  stock: string;
  quantity: number;
  /** 0: none. Left out: the newest. */
  receiptId?: number | null;
  unitCredit?: string | null;
}

/** Condition and batch as one choice; without a batch: of any. */
export const stockOf = (condition: SupplierReturnCondition, batchId: number | null): string =>
  `${condition}/${batchId ?? ''}`;

export function toLine({ productId, stock, receiptId, unitCredit, ...line }: FormLine): Line {
  const [named, batch = ''] = stock.split('/');
  return {
    ...line,
    productId: productId.id,
    condition: SUPPLIER_RETURN_CONDITIONS.find((one) => one === named) ?? 'good',
    batchId: batch === '' ? null : Number(batch),
    ...(receiptId === undefined || receiptId === null ? {} : { receiptId: receiptId || null }),
    ...(unitCredit ? { unitCredit } : {}),
  };
}

export function ReturnLines(): ReactNode {
  const { t } = useTranslation('procurement');
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
            <OneLine key={key} name={name} onRemove={() => remove(name)} />
          ))}
          <Form.ErrorList errors={errors} />
          <div className="tw-buy-foot">
            <Button icon={<PlusOutlined />} onClick={() => add({ reason: 'defective' })}>
              {t('line.add')}
            </Button>
            <span className="tw-muted">{t('return.linesHelp')}</span>
          </div>
        </div>
      )}
    </Form.List>
  );
}

function OneLine({ name, onRemove }: { name: number; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const costs = useSeesCosts();
  const supplier = Form.useWatch<ChosenSupplier | undefined>('supplierId');
  const warehouseId = Form.useWatch<number | undefined>('warehouseId');
  const product = Form.useWatch<ChosenProduct | undefined>(['lines', name, 'productId']);
  const found = useCall(
    returnOptions,
    { productId: product?.id ?? 0, warehouseId: warehouseId ?? 0, ...(supplier ? { supplierId: supplier.id } : {}) },
    { enabled: product !== undefined && warehouseId !== undefined },
  ).data;
  const needed = (label: string) => [{ required: true, message: t('form.required', { name: label }) }];
  return (
    <div className="tw-return-line">
      <Form.Item name={[name, 'productId']} rules={needed(t('line.product'))} className="tw-return-product">
        <ProductSelect />
      </Form.Item>
      <Form.Item name={[name, 'stock']} rules={needed(t('return.stock'))} className="tw-return-stock">
        <Select
          options={useStockOptions(found)}
          placeholder={t('return.chooseStock')}
          notFoundContent={t('return.noStock')}
          aria-label={t('return.stock')}
        />
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
      <Form.Item name={[name, 'reason']} rules={needed(t('return.reason'))}>
        <Select
          options={SUPPLIER_RETURN_REASONS.map((value) => ({ value, label: t(`return.reasonOf.${value}`) }))}
          aria-label={t('return.reason')}
        />
      </Form.Item>
      <Form.Item name={[name, 'receiptId']}>
        <Select
          allowClear
          options={useReceiptOptions(found)}
          placeholder={t('return.receiptAuto')}
          aria-label={t('return.receipt')}
        />
      </Form.Item>
      {costs && (
        <Form.Item name={[name, 'unitCredit']}>
          <InputNumber<string>
            stringMode
            min="0"
            controls={false}
            suffix={supplier?.currency ?? ''}
            placeholder={t('return.unitCreditAuto')}
            aria-label={t('return.unitCredit')}
          />
        </Form.Item>
      )}
      <Form.Item name={[name, 'remark']} className="tw-return-remark">
        <Input placeholder={t('line.remark')} aria-label={t('line.remark')} maxLength={300} />
      </Form.Item>
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('line.remove')} onClick={onRemove} />
    </div>
  );
}

type Found = ResultOf<typeof returnOptions> | undefined;

/** A condition, and each of its batches where there are several. */
function useStockOptions(found: Found): { value: string; label: string }[] {
  const { t } = useTranslation('procurement');
  const word = (condition: SupplierReturnCondition, free: number) =>
    t('return.stockOf', { condition: t(`return.conditionOf.${condition}`), free });
  if (!found)
    return SUPPLIER_RETURN_CONDITIONS.map((value) => ({
      value: stockOf(value, null),
      label: t(`return.conditionOf.${value}`),
    }));
  return SUPPLIER_RETURN_CONDITIONS.flatMap((condition) => {
    const rows = found.stock.filter((row) => row.condition === condition);
    const free = rows.reduce((sum, row) => sum + row.free, 0);
    if (rows.length === 0) return [];
    const all = { value: stockOf(condition, null), label: word(condition, free) };
    const batches = rows.map((row) => ({
      value: stockOf(condition, row.batchId),
      label: `${row.batchCode ?? t('return.noBatch')} · ${word(condition, row.free)}`,
    }));
    return rows.length === 1 && rows[0]?.batchId === 0
      ? [all]
      : [{ ...all, label: `${t('return.anyBatch')} · ${all.label}` }, ...batches];
  });
}

function useReceiptOptions(found: Found): { value: number; label: string }[] {
  const { t } = useTranslation('procurement');
  return [
    ...(found?.receipts ?? []).map((row) => ({
      value: row.id,
      label: t('return.receiptOf', { purchase: row.purchaseNumber, day: row.onDay, left: row.left }),
    })),
    { value: 0, label: t('return.receiptNone') },
  ];
}
