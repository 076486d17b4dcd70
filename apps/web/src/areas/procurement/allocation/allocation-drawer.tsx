import { PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type AllocationDetail,
  allocationMay,
  cancelAllocation,
  closeAllocation,
  deleteAllocations,
  getAllocation,
  printAllocation,
  reopenAllocation,
  shipAllocation,
  submitAllocation,
} from '@tradewind/contract/procurement.ts';
import { Alert, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { PurchaseHistory } from '../purchase/purchase-history.tsx';
import { CancelForm, CloseForm } from './act-forms.tsx';
import { AllocationForm } from './allocation-form.tsx';
import { ALLOCATIONS_CHANGED } from './changed.ts';
import { ShareTable } from './share-table.tsx';
import { AllocationTag } from './states.tsx';

const FORMS = { edit: AllocationForm, close: CloseForm, cancel: CancelForm };
type Doing = keyof typeof FORMS;

export function AllocationDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(getAllocation, { id });
  const [doing, setDoing] = useState<Doing>();
  const it = query.data;
  const Form = doing && FORMS[doing];
  return (
    <>
      <DetailDrawer
        {...tools}
        size={1000}
        title={it?.number ?? ''}
        status={it && <AllocationTag state={it.state} />}
        subtitle={it?.warehouseName}
        query={query}
        actions={it && <Actions order={it} onDo={setDoing} onGone={tools.close} />}
        tabs={
          it && [
            { key: 'shares', label: t('allocation.shares'), children: <ShareTable order={it} /> },
            { key: 'history', label: t('history'), children: <PurchaseHistory rows={it.history} /> },
          ]
        }
      >
        {it && <Head order={it} />}
      </DetailDrawer>
      {it && Form && <Form order={it} onClose={() => setDoing(undefined)} />}
    </>
  );
}

function Head({ order }: { order: AllocationDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <>
      {order.ready > 0 && allocationMay('ship', order) && (
        <Alert
          type="info"
          showIcon
          title={t('allocation.readyText', { count: order.ready })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Facts
        columns={3}
        items={[
          [t('allocation.units'), order.units],
          [t('allocation.arrived'), order.arrived || null],
          [t('allocation.moved'), order.moved || null],
          [t('line.needBy'), order.needBy],
          [t('allocation.createdBy'), order.createdBy],
          [t('line.createdAt'), <DateTime key="c" at={order.createdAt} />],
          [t('allocation.submittedAt'), order.submittedAt && <DateTime key="s" at={order.submittedAt} />],
          [t('pending.reason'), order.reason],
          [t('line.remark'), order.remark],
        ]}
      />
    </>
  );
}

interface ActionsProps {
  order: AllocationDetail;
  onDo: (what: Doing) => void;
  onGone: () => void;
}

function Actions({ order, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const { id } = order;
  const submit = useAct(submitAllocation, { refresh: ALLOCATIONS_CHANGED, success: t('allocation.submitted') });
  const ship = useAct(shipAllocation, {
    refresh: ALLOCATIONS_CHANGED,
    onDone: ({ documents }) =>
      toast.success(t('allocation.shipped', { numbers: documents.map((one) => one.number).join(', ') })),
  });
  const print = (language: 'zh' | 'en') => void showPdf(printAllocation, { id, language }).catch(toast.error);
  return (
    <>
      {allocationMay('submit', order) && may(submitAllocation) && (
        <ActionButton type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>
          {t('allocation.submit')}
        </ActionButton>
      )}
      {allocationMay('ship', order) && order.ready > 0 && may(shipAllocation) && (
        <ActionButton
          type="primary"
          loading={ship.isPending}
          onClick={() => ship.mutate({ id, idempotencyKey: crypto.randomUUID() })}
        >
          {t('allocation.ship')}
        </ActionButton>
      )}
      {allocationMay('edit', order) && may(rights.allocation.edit) && (
        <Button onClick={() => onDo('edit')}>{t('action.edit')}</Button>
      )}
      {may(printAllocation) && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'zh', label: t('purchase.printZh') },
              { key: 'en', label: t('purchase.printEn') },
            ],
            onClick: ({ key }) => print(key === 'en' ? 'en' : 'zh'),
          }}
        >
          <Button icon={<PrinterOutlined />}>{t('purchase.print')}</Button>
        </Dropdown>
      )}
      <LesserActs order={order} onDo={onDo} onGone={onGone} />
    </>
  );
}

function LesserActs({ order, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const { id, number } = order;
  const reopen = useAct(reopenAllocation, { refresh: ALLOCATIONS_CHANGED, success: t('allocation.reopened') });
  const remove = useAct(deleteAllocations, {
    refresh: ALLOCATIONS_CHANGED,
    success: t('allocation.deleted'),
    onDone: onGone,
  });
  const closed = order.lines.some((line) => line.closed > 0);
  const open = order.units > order.moved;
  return (
    <>
      {allocationMay('close', order) && open && may(closeAllocation) && (
        <Button onClick={() => onDo('close')}>{t('allocation.close')}</Button>
      )}
      {allocationMay('reopen', order) && closed && may(reopenAllocation) && (
        <ActionButton loading={reopen.isPending} onClick={() => reopen.mutate({ id })}>
          {t('allocation.reopen')}
        </ActionButton>
      )}
      {allocationMay('cancel', order) && may(cancelAllocation) && (
        <Button onClick={() => onDo('cancel')}>{t('allocation.cancel')}</Button>
      )}
      {allocationMay('delete', order) && may(deleteAllocations) && (
        <ConfirmDanger
          title={t('allocation.deleteTitle', { number })}
          consequence={t('requisition.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ ids: [id] })}
        />
      )}
    </>
  );
}
