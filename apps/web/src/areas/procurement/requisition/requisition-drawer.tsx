import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import {
  cancelRequisition,
  deleteRequisitions,
  getRequisition,
  type RequisitionDetail,
  type RequisitionLine,
  requisitionMay,
  submitRequisition,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import type { Column, DetailTools } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { productName } from '../../../components/product-name.ts';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { PurchaseHistory } from '../purchase/purchase-history.tsx';
import { RequisitionTag, StepTag } from '../purchase/states.tsx';
import { supplierOf } from '../purchase/supplier-select.tsx';
import { RequisitionForm } from './requisition-form.tsx';

export function RequisitionDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(getRequisition, { id });
  const [doing, setDoing] = useState<'edit' | 'cancel'>();
  const close = () => setDoing(undefined);
  const it = query.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        size={920}
        title={it?.number ?? ''}
        status={it && <RequisitionTag state={it.state} />}
        query={query}
        actions={it && <Actions requisition={it} onDo={setDoing} onGone={tools.close} />}
        tabs={
          it && [
            { key: 'lines', label: t('line.lines'), children: <RequisitionLines requisition={it} /> },
            {
              key: 'files',
              label: t('file.title'),
              children: <DocumentFiles docKind="requisition" docId={it.id} refresh={[getRequisition]} />,
            },
            { key: 'history', label: t('history'), children: <PurchaseHistory rows={it.history} /> },
          ]
        }
      >
        {it && (
          <Facts
            columns={3}
            items={[
              [t('requisition.units'), it.units],
              [t('requisition.ordered'), it.ordered || null],
              [t('line.received'), it.received || null],
              [t('line.needBy'), it.needBy],
              [t('requisition.createdBy'), it.createdBy],
              [t('line.createdAt'), <DateTime key="c" at={it.createdAt} />],
              [t('requisition.approvedAt'), it.approvedAt && <DateTime key="a" at={it.approvedAt} />],
              [t('line.remark'), it.remark],
            ]}
          />
        )}
      </DetailDrawer>
      {it && doing === 'edit' && <RequisitionForm requisition={it} onClose={close} />}
      {it && doing === 'cancel' && (
        <FormDrawer
          open
          title={t('requisition.cancelTitle', { number: it.number })}
          call={cancelRequisition}
          initial={{ id: it.id, idempotencyKey: crypto.randomUUID() }}
          verb={t('requisition.cancel')}
          success={t('requisition.cancelled')}
          refresh={CHANGED}
          onClose={close}
          fields={[{ kind: 'textarea', name: 'reason', label: t('pending.reason'), help: t('requisition.cancelText') }]}
        />
      )}
    </>
  );
}

function Actions(props: {
  requisition: RequisitionDetail;
  onDo: (what: 'edit' | 'cancel') => void;
  onGone: () => void;
}): ReactNode {
  const { requisition, onDo, onGone } = props;
  const { t } = useTranslation('procurement');
  const may = useMay();
  const pending = useModulePaths().get(rights.pendingPurchase.id);
  const { id, number } = requisition;
  const submit = useAct(submitRequisition, { refresh: CHANGED, success: t('requisition.submitted') });
  const remove = useAct(deleteRequisitions, { refresh: CHANGED, success: t('requisition.deleted'), onDone: onGone });
  const waits = requisition.lines.some((line) => line.step === 'pending');
  return (
    <>
      {requisitionMay('submit', requisition) && may(submitRequisition) && (
        <ActionButton type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>
          {t('requisition.submit')}
        </ActionButton>
      )}
      {waits && pending && (
        <Button type="primary" href={`#${pending}?text=${number}`}>
          {t('requisition.toPending')}
        </Button>
      )}
      {requisitionMay('edit', requisition) && may(rights.requisition.edit) && (
        <Button onClick={() => onDo('edit')}>{t('action.edit')}</Button>
      )}
      {requisitionMay('cancel', requisition) && (requisition.state === 'draft' || waits) && may(cancelRequisition) && (
        <Button onClick={() => onDo('cancel')}>{t('requisition.cancel')}</Button>
      )}
      {requisitionMay('delete', requisition) && may(deleteRequisitions) && (
        <ConfirmDanger
          title={t('requisition.deleteTitle', { number })}
          consequence={t('requisition.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ ids: [id] })}
        />
      )}
    </>
  );
}

function RequisitionLines({ requisition }: { requisition: RequisitionDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const decided = requisition.approvedAt !== null;
  const columns: Column<RequisitionLine>[] = [
    col.product('product', t('line.product'), { width: 200 }),
    col.status('step', t('requisition.progress'), (row) => <StepTag step={row.step} />, { width: 96 }),
    col.qty('quantity', t('requisition.units'), { width: 88 }),
    ...(decided
      ? [
          col.qty<RequisitionLine>('approved', t('requisition.approved'), { width: 88 }),
          col.qty<RequisitionLine>('ordered', t('requisition.ordered'), { width: 80 }),
          col.qty<RequisitionLine>('received', t('line.received'), { width: 80 }),
        ]
      : []),
    col.text('needBy', t('line.needBy'), { width: 104 }),
    col.text('warehouse', t('line.warehouse'), { of: 'warehouseName', width: 120 }),
    col.text('supplier', t('line.supplier'), {
      of: (row: RequisitionLine) => {
        const supplier = supplierOf(row);
        return supplier ? productName(supplier) : null;
      },
      width: 150,
    }),
    ...(decided
      ? [col.own<RequisitionLine>('orders', t('line.orders'), (row) => <Orders row={row} />, { width: 170 })]
      : []),
    col.text('closeReason', t('pending.reason'), { width: 120, card: 'hide' }),
  ];
  return <LineTable label={t('line.lines')} columns={columns} rows={requisition.lines} />;
}

function Orders({ row }: { row: RequisitionLine }): ReactNode {
  const path = useModulePaths().get(rights.purchaseOrder.id);
  return row.orders.map((order) => (
    <div key={order.id}>
      {path ? (
        <Link className="tw-figure" to={`${pagePaths.purchaseOrder}?open=${order.id}`}>
          {order.number}
        </Link>
      ) : (
        order.number
      )}
    </div>
  ));
}
