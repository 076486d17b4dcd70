import { rights } from '@tradewind/contract/access/modules.ts';
import {
  assignPendingSupplier,
  cancelPending,
  exportPending,
  listPendingPurchases,
  orderPending,
  type PendingFilter,
  type PendingPurchase,
  pendingTabs,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { Money } from '../../../components/figures.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type BulkAction, type Column, ListPage, type Outcome } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { GiveUpForm, type PendingForm, SupplierForm } from '../pending/line-forms.tsx';
import { OrderForm } from '../pending/order-form.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { supplierOf } from '../purchase/supplier-select.tsx';

const FORMS = { order: OrderForm, supplier: SupplierForm, giveUp: GiveUpForm };
type Opened = PendingForm & { form: keyof typeof FORMS };

/** What is approved and not ordered yet. */
export default function PendingList(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const counts = useCall(pendingTabs, {}).data?.counts;
  const [opened, setOpened] = useState<Opened>();
  const open = (form: Opened['form']): BulkAction<typeof listPendingPurchases>['run'] => {
    return ({ input, count, idempotencyKey }) =>
      new Promise<Outcome>((answer) => {
        const done = (outcome: Outcome) => {
          setOpened(undefined);
          answer(outcome);
        };
        setOpened({ form, input: input as { ids: number[] } | { filter: PendingFilter }, count, idempotencyKey, done });
      });
  };
  const Form = opened && FORMS[opened.form];
  return (
    <>
      <ListPage
        id="purchase.pending"
        call={listPendingPurchases}
        columns={useColumns()}
        tabs={{
          param: 'tab',
          items: [
            { value: '', label: t('line.all'), input: {}, count: counts?.all },
            {
              value: 'unassigned',
              label: t('pending.unassigned'),
              input: { unassigned: 'true' },
              count: counts?.unassigned,
            },
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('pending.search') },
          { kind: 'select', name: 'warehouseId', label: t('line.warehouse'), options: useWarehouseOptions() },
        ]}
        bulk={[
          { key: 'order', label: t('pending.order'), may: may(orderPending), refresh: CHANGED, run: open('order') },
          {
            key: 'supplier',
            label: t('pending.setSupplier'),
            may: may(assignPendingSupplier),
            refresh: CHANGED,
            run: open('supplier'),
          },
          {
            key: 'giveUp',
            label: t('pending.cancel'),
            danger: true,
            may: may(cancelPending),
            refresh: CHANGED,
            run: open('giveUp'),
          },
        ]}
        exports={may(exportPending) && { call: exportPending }}
        empty={{
          title: t('pending.none'),
          hint: t('pending.noneHint'),
          action: <LeadButton to={rights.requisition} label={t('requisition.add')} />,
        }}
      />
      {opened && Form && <Form {...opened} />}
    </>
  );
}

function useColumns(): Column<PendingPurchase>[] {
  const { t } = useTranslation('procurement');
  const requisitions = useModulePaths().get(rights.requisition.id);
  return useMemo<Column<PendingPurchase>[]>(
    () => [
      col.product('product', t('line.product'), { width: 240 }),
      col.qty('open', t('pending.open')),
      col.text('supplier', t('line.supplier'), {
        of: (row: PendingPurchase) => {
          const supplier = supplierOf(row);
          return supplier ? productName(supplier) : null;
        },
        width: 190,
      }),
      col.own(
        'price',
        t('pending.price'),
        (row) =>
          row.unitPrice !== null ? (
            <Money amount={row.unitPrice} currency={row.currency ?? ''} />
          ) : row.supplierId !== null ? (
            <StatusTag tone="warn">{t('pending.noPrice')}</StatusTag>
          ) : null,
        { width: 130, align: 'right' },
      ),
      col.text('needBy', t('line.needBy'), { width: 120 }),
      col.text('warehouse', t('line.warehouse'), { of: 'warehouseName', width: 150 }),
      col.own(
        'requisition',
        t('requisition.number'),
        (row) =>
          requisitions ? (
            <Link className="tw-figure" to={`${requisitions}?open=${row.requisitionId}`}>
              {row.number}
            </Link>
          ) : (
            row.number
          ),
        { width: 180 },
      ),
      col.text('createdBy', t('requisition.createdBy'), { width: 130, card: 'hide' }),
    ],
    [t, requisitions],
  );
}
