import { rights } from '@tradewind/contract/access/modules.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  blockSupplier,
  deleteSuppliers,
  getSupplier,
  listSuppliers,
  type SupplierDetail,
  supplierMay,
  supplierTabs,
  unblockSupplier,
} from '@tradewind/contract/procurement.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { productName } from '../../components/product-name.ts';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { currentLanguage } from '../../i18n.ts';
import { BankPart } from './bank-part.tsx';
import { PricesTab } from './prices-tab.tsx';
import { RecordTab } from './record-tab.tsx';
import { SupplierForm } from './supplier-form.tsx';
import { SupplierHistory } from './supplier-history.tsx';
import './procurement.css';

const CHANGED = [listSuppliers, supplierTabs, getSupplier];

export function SupplierDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(getSupplier, { id });
  const [doing, setDoing] = useState<'edit' | 'block'>();
  const close = () => setDoing(undefined);
  const it = query.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        size={860}
        title={it?.code ?? ''}
        status={it && <StatusTag tone={it.state === 'active' ? 'good' : 'bad'}>{t(`state.${it.state}`)}</StatusTag>}
        subtitle={it && productName(it)}
        query={query}
        actions={it && <Actions supplier={it} onDo={setDoing} onGone={tools.close} />}
        tabs={
          it && [
            { key: 'facts', label: t('facts'), children: <SupplierFacts supplier={it} /> },
            { key: 'prices', label: t('prices.title'), children: <PricesTab supplier={it} /> },
            { key: 'record', label: t('record.title'), children: <RecordTab supplierId={it.id} /> },
            {
              key: 'files',
              label: t('file.title'),
              children: <DocumentFiles docKind="supplier" docId={it.id} refresh={[getSupplier]} />,
            },
            { key: 'history', label: t('history'), children: <SupplierHistory supplier={it} /> },
          ]
        }
      />
      {it && doing === 'edit' && <SupplierForm supplier={it} onClose={close} onReload={() => void query.refetch()} />}
      {it && doing === 'block' && (
        <FormDrawer
          open
          title={t('blockTitle', { code: it.code })}
          call={blockSupplier}
          initial={{ id: it.id }}
          verb={t('block')}
          success={t('blocked')}
          refresh={CHANGED}
          onClose={close}
          fields={[{ kind: 'textarea', name: 'reason', label: t('blockReason'), help: t('blockText') }]}
        />
      )}
    </>
  );
}

interface ActionsProps {
  supplier: SupplierDetail;
  onDo: (what: 'edit' | 'block') => void;
  onGone: () => void;
}

function Actions({ supplier, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const unblock = useAct(unblockSupplier, { refresh: CHANGED, success: t('unblocked') });
  const remove = useAct(deleteSuppliers, {
    refresh: [listSuppliers, supplierTabs],
    success: t('deleted'),
    onDone: onGone,
  });
  const { id, code } = supplier;
  return (
    <>
      {may(rights.supplier.edit) && <Button onClick={() => onDo('edit')}>{t('action.edit')}</Button>}
      {may(blockSupplier) && supplierMay('block', supplier) && (
        <Button onClick={() => onDo('block')}>{t('block')}</Button>
      )}
      {may(unblockSupplier) && supplierMay('unblock', supplier) && (
        <ActionButton loading={unblock.isPending} onClick={() => unblock.mutate({ id })}>
          {t('unblock')}
        </ActionButton>
      )}
      {may(deleteSuppliers) && (
        <ConfirmDanger
          title={t('deleteTitle', { code })}
          consequence={t('deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ ids: [id] })}
        />
      )}
    </>
  );
}

function SupplierFacts({ supplier: it }: { supplier: SupplierDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const costs = useSeesCosts();
  return (
    <>
      {it.state === 'blocked' && (
        <Alert
          type="warning"
          showIcon
          title={t('blockedFor', { reason: it.blockReason })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Facts
        items={[
          [t('nameZh'), it.nameZh],
          [t('nameEn'), it.nameEn],
          [t('contact'), it.contact],
          [t('phone'), it.phone],
          [t('wechat'), it.wechat],
          [t('email'), it.email],
          [t('address'), it.address],
          [t('taxId'), it.taxId],
          ...(it.shop1688 ? [[t('shop1688'), it.shop1688] as [string, ReactNode]] : []),
          [t('currency'), it.currency],
          [t('terms'), termsIn(currentLanguage(), it.terms)],
          [t('leadDays'), it.leadDays === null ? null : t('daysOf', { count: it.leadDays })],
          [t('minimumAmount'), it.minimumAmount && <Money key="m" amount={it.minimumAmount} currency={it.currency} />],
          [t('minimumUnits'), it.minimumUnits && t('minimumUnitsOf', { count: it.minimumUnits })],
          [t('remark'), it.remark],
          [t('createdAt'), <DateTime key="c" at={it.createdAt} />],
        ]}
      />
      {costs && <BankPart key={it.version} supplier={it} />}
    </>
  );
}
