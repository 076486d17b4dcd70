import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  RETURN_REMEDIES,
  type ReturnRemedy,
  type returnStart,
  type SupplierReturnDetail,
  saveSupplierReturn,
} from '@tradewind/contract/procurement.ts';
import { Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { type FieldsOf, FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { OnlyWarehouse } from '../../../components/only-warehouse.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { type ChosenSupplier, SupplierSelect, supplierOf } from '../purchase/supplier-select.tsx';
import { RETURN_CHANGED } from './changed.ts';
import { type FormLine, ReturnLines, stockOf, toLine } from './return-lines.tsx';
import '../procurement.css';

type Values = Typed<typeof saveSupplierReturn, { supplierId: ChosenSupplier; lines: FormLine[] }>;

interface Props {
  /** The draft that is edited. */
  it?: SupplierReturnDetail;
  /** What a new one begins with. */
  start?: ResultOf<typeof returnStart> | undefined;
  remark?: string;
  loading?: boolean;
  error?: unknown;
  onClose: () => void;
}

function valuesOf({ it, start, remark }: Props): StartOf<Values> {
  const idempotencyKey = crypto.randomUUID();
  if (start) {
    const { supplier, warehouseId, product, condition, batchId, quantity, receiptId, reason } = start;
    const line = { productId: product, stock: stockOf(condition, batchId), quantity, reason, remark };
    return {
      ...{ ...(supplier ? { supplierId: supplier } : {}), warehouseId, remedy: 'debitNote', idempotencyKey },
      lines: [{ ...line, ...(receiptId ? { receiptId } : {}) }],
    };
  }
  if (!it) return { remedy: 'debitNote', lines: [{ reason: 'defective' }], idempotencyKey };
  const { id, version, warehouseId, remedy, reference, currency, lines } = it;
  const supplier = supplierOf(it);
  return {
    ...{ id, version, warehouseId, remedy, reference, remark: it.remark },
    supplierId: supplier && { ...supplier, currency },
    lines: lines.map((line) => ({
      productId: { id: line.productId, sku: line.sku, nameZh: line.nameZh, nameEn: line.nameEn },
      ...{ stock: stockOf(line.condition, line.batchId), quantity: line.quantity, receiptId: line.receiptId ?? 0 },
      ...{ unitCredit: line.unitCredit, reason: line.reason, remark: line.remark },
    })),
  };
}

export function ReturnForm(props: Props): ReactNode {
  const { it, start, onClose } = props;
  const { t } = useTranslation('procurement');
  const warehouses = useWarehouseOptions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the remark comes with the start
  const initial = useMemo(() => valuesOf(props), [it, start]);
  const head: FieldsOf<Values> = [
    {
      ...{ kind: 'custom', name: 'supplierId', label: t('line.supplier'), required: true, half: true },
      control: <SupplierSelect />,
    },
    { kind: 'select', name: 'warehouseId', label: t('return.warehouse'), half: true, options: warehouses },
    {
      ...{ kind: 'select', name: 'remedy', label: t('return.remedy'), half: true },
      options: RETURN_REMEDIES.map((value) => ({ value, label: t(`return.remedyOf.${value}`) })),
    },
    { kind: 'text', name: 'reference', label: t('return.reference'), half: true },
  ];
  return (
    <FormDrawer
      open
      size={860}
      key={it || props.loading !== undefined ? 'known' : 'new'}
      title={it ? t('return.editTitle', { number: it.number }) : t('return.add')}
      call={saveSupplierReturn}
      loading={props.loading ?? false}
      error={props.error}
      initial={initial}
      toInput={({ supplierId, lines, ...values }: Values) => ({
        ...values,
        supplierId: supplierId.id,
        lines: lines.map(toLine),
      })}
      verb={t('return.save')}
      refresh={RETURN_CHANGED}
      onDone={({ number }) => toast.success(t('return.saved', { number }))}
      onClose={onClose}
    >
      {!it && !start && <OnlyWarehouse name="warehouseId" />}
      <FormFields<Values> fields={head} />
      <RemedyHelp />
      <h3 className="tw-section-title">{t('line.lines')}</h3>
      <ReturnLines />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('line.remark') }]} />
    </FormDrawer>
  );
}

function RemedyHelp(): ReactNode {
  const { t } = useTranslation('procurement');
  const remedy = Form.useWatch<ReturnRemedy | undefined>('remedy');
  return remedy ? <p className="tw-muted">{t(`return.remedyHelp.${remedy}`)}</p> : null;
}
