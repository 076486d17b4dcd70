import { PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  cancelPurchase,
  closePurchase,
  copyPurchase,
  createPurchaseAsn,
  deletePurchases,
  getPurchase,
  type PurchaseDetail,
  placePurchase,
  placeSourcing,
  printPurchase,
  purchaseMay,
  reopenPurchase,
  sourcingOfPurchase,
  submitPurchase,
} from '@tradewind/contract/procurement.ts';
import { Alert, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { showPdf } from '../../../components/show-pdf.ts';
import { currentLanguage } from '../../../i18n.ts';
import { AllocationForm } from '../allocation/allocation-form.tsx';
import { PlaceDrawer } from '../sourcing/place-drawer.tsx';
import { SourcingTab } from '../sourcing/sourcing-tab.tsx';
import { SupplierTab, useSupplierTab } from '../supplier-page/supplier-tab.tsx';
import { AsnForm, CancelForm, CloseForm, PlaceForm } from './act-forms.tsx';
import { CHANGED } from './changed.ts';
import { MoneyTab } from './money-tab.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { PurchaseAsns, PurchaseLines } from './purchase-tables.tsx';
import { PurchaseTag } from './states.tsx';

/** What of the order goes where. */
const AllocateForm = ({ order, onClose }: { order: PurchaseDetail; onClose: () => void }) => (
  <AllocationForm purchase={order} onClose={onClose} />
);

const FORMS = {
  allocate: AllocateForm,
  edit: PurchaseForm,
  source: PlaceDrawer,
  place: PlaceForm,
  asn: AsnForm,
  close: CloseForm,
  cancel: CancelForm,
};
type Doing = keyof typeof FORMS;

interface DrawerProps {
  id: number;
  tools: DetailTools;
  /** The tab that opens first, where the list is about it. */
  at?: 'money';
}

export function PurchaseDrawer({ id, tools, at }: DrawerProps): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(getPurchase, { id });
  const [doing, setDoing] = useState<Doing>();
  const sourcing = useSourcing(id);
  const costs = useSeesCosts();
  const it = query.data;
  const supplierTitle = useSupplierTab(it);
  const Form = doing && FORMS[doing];
  return (
    <>
      <DetailDrawer
        {...tools}
        {...(at ? { kind: at, opensAt: at } : {})}
        size={980}
        title={it?.number ?? ''}
        status={it && <PurchaseTag state={it.state} />}
        subtitle={it && `${supplierName(it)} → ${it.warehouseName}`}
        query={query}
        actions={
          it && (
            <Actions
              order={it}
              sourceable={sourcing?.open === true && sourcing.shop !== ''}
              onDo={setDoing}
              onGone={tools.close}
            />
          )
        }
        tabs={
          it && [
            { key: 'lines', label: t('line.lines'), children: <PurchaseLines order={it} /> },
            {
              key: 'asns',
              label: `${t('purchase.asns')} ${it.asns.length || ''}`.trim(),
              children: <PurchaseAsns order={it} />,
            },
            ...(it.orderedAt ? [{ key: 'supplier', label: supplierTitle, children: <SupplierTab order={it} /> }] : []),
            sourcing &&
              (sourcing.shop !== '' || sourcing.rows.length > 0) && {
                key: 'sourcing',
                label: t('sourcing.tab'),
                children: <SourcingTab order={it} data={sourcing} />,
              },
            ...(costs ? [{ key: 'money', label: t('money.title'), children: <MoneyTab order={it} /> }] : []),
            {
              key: 'files',
              label: t('file.title'),
              children: <DocumentFiles docKind="purchase_order" docId={it.id} refresh={[getPurchase]} />,
            },
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

/** How often the page looks while the order is on its way to 1688. */
const PLACING_MS = 2_000;

function useSourcing(id: number) {
  const [placing, setPlacing] = useState(false);
  const { data } = useCall(sourcingOfPurchase, { id }, placing ? { everyMs: PLACING_MS } : {});
  const now = data?.rows.some((row) => row.state === 'placing') ?? false;
  if (now !== placing) setPlacing(now);
  return data;
}

const supplierName = (order: { supplierNameZh: string; supplierNameEn: string }) =>
  productName({ nameZh: order.supplierNameZh, nameEn: order.supplierNameEn });

function Head({ order }: { order: PurchaseDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <>
      {order.closeReason && (
        <Alert
          type="warning"
          showIcon
          title={t('purchase.closedFor', { reason: order.closeReason })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Facts
        columns={3}
        items={[
          [t('purchase.amount'), order.amount && <Money key="m" amount={order.amount} currency={order.currency} />],
          [t('purchase.units'), order.units],
          [t('line.received'), order.received || null],
          [t('purchase.terms'), termsIn(currentLanguage(), order.terms)],
          [t('purchase.expectedOn'), order.expectedOn],
          [t('purchase.reference'), order.reference],
          [t('purchase.buyer'), order.buyer],
          [t('purchase.revision'), order.revision > 1 ? order.revision : null],
          [t('line.createdAt'), <DateTime key="c" at={order.createdAt} />],
          [t('purchase.orderedAt'), order.orderedAt && <DateTime key="o" at={order.orderedAt} />],
          [t('line.remark'), order.remark],
        ]}
      />
    </>
  );
}

interface ActionsProps {
  order: PurchaseDetail;
  /** It may be placed on 1688. */
  sourceable?: boolean;
  onDo: (what: Doing) => void;
  onGone: () => void;
}

function Actions({ order, sourceable = false, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const mayAllocate = useMay(rights.allocation);
  const costs = useSeesCosts();
  const { id } = order;
  const submit = useAct(submitPurchase, { refresh: CHANGED, success: t('purchase.submitted') });
  const reopen = useAct(reopenPurchase, { refresh: CHANGED, success: t('purchase.reopened') });
  const outstanding = order.lines.some((line) => line.outstanding > 0);
  const print = (language: 'zh' | 'en') => void showPdf(printPurchase, { id, language }).catch(toast.error);
  const done = order.state === 'received';
  return (
    <>
      {purchaseMay('submit', order) && may(submitPurchase) && (
        <ActionButton type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>
          {t('purchase.submit')}
        </ActionButton>
      )}
      {sourceable && costs && may(placeSourcing) && (
        <Button type="primary" onClick={() => onDo('source')}>
          {t('sourcing.place')}
        </Button>
      )}
      {purchaseMay('order', order) && may(placePurchase) && (
        <Button {...(sourceable ? {} : { type: 'primary' as const })} onClick={() => onDo('place')}>
          {t('purchase.place')}
        </Button>
      )}
      {purchaseMay('createAsn', order) && outstanding && may(createPurchaseAsn) && (
        <Button type="primary" onClick={() => onDo('asn')}>
          {t('purchase.createAsn')}
        </Button>
      )}
      {purchaseMay('edit', order) && may(rights.purchaseOrder.edit) && (
        <Button onClick={() => onDo('edit')}>{t('action.edit')}</Button>
      )}
      {purchaseMay('allocate', order) && mayAllocate(rights.allocation.add) && (
        <Button onClick={() => onDo('allocate')}>{t('allocation.ofPurchase')}</Button>
      )}
      {purchaseMay('close', order) && may(closePurchase) && (
        <Button {...(done ? { type: 'primary' as const } : {})} onClick={() => onDo('close')}>
          {t('purchase.close')}
        </Button>
      )}
      {purchaseMay('reopen', order) && may(reopenPurchase) && (
        <ActionButton loading={reopen.isPending} onClick={() => reopen.mutate({ id })}>
          {t('purchase.reopen')}
        </ActionButton>
      )}
      {costs && may(printPurchase) && (
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
  const copy = useAct(copyPurchase, {
    refresh: CHANGED,
    onDone: (made) => toast.success(t('purchase.copied', { number: made.number })),
  });
  const remove = useAct(deletePurchases, { refresh: CHANGED, success: t('purchase.deleted'), onDone: onGone });
  return (
    <>
      {may(copyPurchase) && (
        <ActionButton loading={copy.isPending} onClick={() => copy.mutate({ id, idempotencyKey: crypto.randomUUID() })}>
          {t('purchase.copy')}
        </ActionButton>
      )}
      {purchaseMay('cancel', order) && order.received === 0 && order.state !== 'draft' && may(cancelPurchase) && (
        <Button danger onClick={() => onDo('cancel')}>
          {t('purchase.cancel')}
        </Button>
      )}
      {purchaseMay('delete', order) && may(deletePurchases) && (
        <ConfirmDanger
          title={t('purchase.deleteTitle', { number })}
          consequence={t('purchase.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ ids: [id] })}
        />
      )}
    </>
  );
}
