import { PrinterOutlined } from '@ant-design/icons';
import {
  cancelSupplierReturn,
  createReturnAsn,
  deleteSupplierReturns,
  getSupplierReturn,
  printSupplierReturn,
  reopenSupplierReturn,
  type SupplierReturnDetail,
  saveSupplierReturn,
  settleSupplierReturn,
  shipSupplierReturn,
  submitSupplierReturn,
  supplierReturnMay,
  undoSupplierReturn,
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
import { CancelForm, SettleForm, ShipForm } from './act-forms.tsx';
import { RETURN_CHANGED } from './changed.ts';
import { ReturnForm } from './return-form.tsx';
import { ReturnGoods, ReturnHistory, Settlements } from './return-tables.tsx';
import { ReturnTag } from './return-tag.tsx';

const FORMS = { edit: ReturnForm, ship: ShipForm, settle: SettleForm, cancel: CancelForm };
type Doing = keyof typeof FORMS;

export function ReturnDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(getSupplierReturn, { id });
  const [doing, setDoing] = useState<Doing>();
  const it = query.data;
  const Form = doing && FORMS[doing];
  return (
    <>
      <DetailDrawer
        {...tools}
        size={980}
        title={it?.number ?? ''}
        status={it && <ReturnTag state={it.state} />}
        subtitle={
          it && `${it.warehouseName} → ${productName({ nameZh: it.supplierNameZh, nameEn: it.supplierNameEn })}`
        }
        query={query}
        actions={it && <Actions it={it} onDo={setDoing} onGone={tools.close} />}
        tabs={
          it && [
            { key: 'lines', label: t('line.lines'), children: <ReturnGoods it={it} /> },
            ...(it.shippedAt
              ? [{ key: 'settle', label: t('return.settlements'), children: <Settlements it={it} /> }]
              : []),
            {
              key: 'files',
              label: t('file.title'),
              children: <DocumentFiles docKind="supplier_return" docId={it.id} refresh={[getSupplierReturn]} />,
            },
            { key: 'history', label: t('history'), children: <ReturnHistory rows={it.history} /> },
          ]
        }
      >
        {it && <Head it={it} />}
      </DetailDrawer>
      {it && Form && <Form it={it} onClose={() => setDoing(undefined)} />}
    </>
  );
}

function Head({ it }: { it: SupplierReturnDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const money = (amount: string | null) =>
    amount !== null && <Money key={amount} amount={amount} currency={it.currency} />;
  return (
    <>
      {it.cancelReason && (
        <Alert
          type="warning"
          showIcon
          title={t('return.cancelledFor', { reason: it.cancelReason })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Facts
        columns={3}
        items={[
          [t('return.remedy'), t(`return.remedyOf.${it.remedy}`)],
          [t('return.amount'), money(it.amount)],
          [t('return.open'), Number(it.open) > 0 && money(it.open)],
          [t('return.units'), it.units],
          [t('return.reference'), it.reference],
          [t('return.travel'), [it.carrier, it.trackingNumber].filter(Boolean).join(' · ')],
          [t('return.createdBy'), it.createdBy],
          [t('line.createdAt'), <DateTime key="c" at={it.createdAt} />],
          [t('return.shippedAt'), it.shippedAt && <DateTime key="s" at={it.shippedAt} />],
          [t('line.remark'), it.remark],
        ]}
      />
    </>
  );
}

interface ActionsProps {
  it: SupplierReturnDetail;
  onDo: (what: Doing) => void;
  onGone: () => void;
}

function Actions({ it, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const costs = useSeesCosts();
  const { id } = it;
  const refresh = RETURN_CHANGED;
  const submit = useAct(submitSupplierReturn, { refresh, success: t('return.submitted') });
  const asn = useAct(createReturnAsn, { refresh, success: (made) => t('return.asnCreated', { number: made.number }) });
  const print = (language: 'zh' | 'en') => void showPdf(printSupplierReturn, { id, language }).catch(toast.error);
  const replaced = it.remedy === 'replacement';
  const expected = it.asns.some((one) => ['notice', 'arrived', 'receiving'].includes(one.state));
  return (
    <>
      {supplierReturnMay('submit', it) && may(submitSupplierReturn) && (
        <ActionButton type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>
          {t('return.submit')}
        </ActionButton>
      )}
      {supplierReturnMay('ship', it) && may(shipSupplierReturn) && (
        <Button type="primary" onClick={() => onDo('ship')}>
          {t('return.ship')}
        </Button>
      )}
      {supplierReturnMay('createAsn', it) && replaced && !expected && may(createReturnAsn) && (
        <ActionButton
          type="primary"
          loading={asn.isPending}
          onClick={() => asn.mutate({ id, idempotencyKey: crypto.randomUUID() })}
        >
          {t('return.newAsn')}
        </ActionButton>
      )}
      {supplierReturnMay('settle', it) && costs && may(settleSupplierReturn) && (
        <Button {...(replaced ? {} : { type: 'primary' as const })} onClick={() => onDo('settle')}>
          {t(replaced ? 'return.giveUp' : 'return.settle')}
        </Button>
      )}
      {supplierReturnMay('edit', it) && may(saveSupplierReturn) && (
        <Button onClick={() => onDo('edit')}>{t('action.edit')}</Button>
      )}
      {may(printSupplierReturn) && (
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
      <LesserActs it={it} onDo={onDo} onGone={onGone} />
    </>
  );
}

function LesserActs({ it, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const { id, number } = it;
  const refresh = RETURN_CHANGED;
  const reopen = useAct(reopenSupplierReturn, { refresh, success: t('return.reopened') });
  const undo = useAct(undoSupplierReturn, { refresh, success: t('return.undone') });
  const remove = useAct(deleteSupplierReturns, { refresh, success: t('return.deleted'), onDone: onGone });
  const gave = it.settlements.reduce((sum, one) => sum + (one.units || Number(one.amount)), 0) !== 0;
  return (
    <>
      {supplierReturnMay('undo', it) && !gave && may(undoSupplierReturn) && (
        <ActionButton loading={undo.isPending} onClick={() => undo.mutate({ id, idempotencyKey: crypto.randomUUID() })}>
          {t('return.undo')}
        </ActionButton>
      )}
      {supplierReturnMay('reopen', it) && may(reopenSupplierReturn) && (
        <ActionButton loading={reopen.isPending} onClick={() => reopen.mutate({ id })}>
          {t('return.reopen')}
        </ActionButton>
      )}
      {supplierReturnMay('cancel', it) && may(cancelSupplierReturn) && (
        <Button danger onClick={() => onDo('cancel')}>
          {t('return.cancel')}
        </Button>
      )}
      {supplierReturnMay('delete', it) && may(deleteSupplierReturns) && (
        <ConfirmDanger
          title={t('return.deleteTitle', { number })}
          consequence={t('return.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ ids: [id] })}
        />
      )}
    </>
  );
}
