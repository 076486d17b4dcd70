import {
  deleteSupplierReturns,
  exportSupplierReturns,
  listSupplierReturns,
  RETURN_REMEDIES,
  returnStart,
  SUPPLIER_RETURN_STATES,
  type SupplierReturnRow,
  saveSupplierReturn,
  supplierReturnTabs,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { productName } from '../../../components/product-name.ts';
import { readReturnStart } from '../../../components/return-start.ts';
import { col } from '../../../components/table/col.tsx';
import { RETURN_CHANGED } from './changed.ts';
import { ReturnDrawer } from './return-drawer.tsx';
import { ReturnForm } from './return-form.tsx';
import { ReturnTag } from './return-tag.tsx';

/** Returns to suppliers. A receipt, stock or a buyer's return opens the form by the address. */
export function ReturnPanel(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const counts = useCall(supplierReturnTabs, {}).data?.counts;
  return (
    <>
      <ListPage
        id="purchase.return"
        call={listSupplierReturns}
        columns={useColumns()}
        tabs={tabsOf('state', SUPPLIER_RETURN_STATES, (state) => t(`return.state.${state}`), {
          all: t('line.all'),
          counts,
          uncounted: ['settled', 'cancelled'],
          urgent: ['approved'],
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('return.search') },
          { kind: 'select', name: 'warehouseId', label: t('return.warehouse'), options: useWarehouseOptions() },
          {
            kind: 'select',
            name: 'remedy',
            label: t('return.remedy'),
            options: RETURN_REMEDIES.map((value) => ({ value, label: t(`return.remedyOf.${value}`) })),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('line.createdAt') },
        ]}
        bulk={[
          {
            key: 'delete',
            label: t('action.delete'),
            danger: true,
            may: may(deleteSupplierReturns),
            fits: (row) => row.state === 'draft',
            confirm: (count) => t('return.deleteMany', { count }),
            refresh: RETURN_CHANGED,
            run: bulkRun(deleteSupplierReturns),
          },
        ]}
        exports={may(exportSupplierReturns) && { call: exportSupplierReturns }}
        primary={may(saveSupplierReturn) && { label: t('return.add'), form: (close) => <ReturnForm onClose={close} /> }}
        empty={{ title: t('return.none'), hint: t('return.noneHint') }}
        detail={(id, tools) => <ReturnDrawer id={id} tools={tools} />}
      />
      {may(saveSupplierReturn) && <Started />}
    </>
  );
}

/** The form that the address asks for. */
function Started(): ReactNode {
  const [params, setParams] = useSearchParams();
  const start = readReturnStart(params.get('from'));
  const found = useCall(returnStart, start?.input ?? {}, { enabled: start !== undefined });
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('from');
        return next;
      },
      { replace: true },
    );
  if (!start) return null;
  return (
    <ReturnForm
      key={params.get('from')}
      start={found.data}
      loading={found.isPending}
      error={found.error}
      {...(start.remark ? { remark: start.remark } : {})}
      onClose={close}
    />
  );
}

function useColumns(): Column<SupplierReturnRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<SupplierReturnRow>[]>(
    () => [
      col.heading('number', t('return.number'), { width: 190 }),
      col.status('state', t('line.status'), (row) => <ReturnTag state={row.state} />, { width: 100 }),
      col.text('supplier', t('line.supplier'), {
        of: (row: SupplierReturnRow) => productName({ nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
        width: 220,
      }),
      col.text('warehouse', t('return.warehouse'), { of: 'warehouseName', width: 150 }),
      col.text('remedy', t('return.remedy'), {
        of: (row: SupplierReturnRow) => t(`return.remedyOf.${row.remedy}`),
        width: 120,
      }),
      col.qty('units', t('return.units')),
      col.money('amount', t('return.amount'), { currency: 'currency', width: 140 }),
      col.text('reference', t('return.reference'), { width: 150, card: 'hide' }),
      col.text('createdBy', t('return.createdBy'), { width: 120 }),
      col.time('createdAt', t('line.createdAt'), { card: 'hide' }),
      col.time('shippedAt', t('return.shippedAt'), { card: 'hide' }),
    ],
    [t],
  );
}
