import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  getSupplier,
  openSupplierBank,
  type SupplierDetail,
  saveSupplierBank,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { Facts } from '../../components/facts.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';

const FIELDS = ['holder', 'bank', 'account', 'swift', 'bankAddress', 'remark'] as const;

/** Bank details: read on request only, and kept by no cache. */
export function BankPart({ supplier }: { supplier: SupplierDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const [details, setDetails] = useState<ResultOf<typeof openSupplierBank>>();
  const [editing, setEditing] = useState(false);
  const open = useAct(openSupplierBank, { onDone: setDetails });
  const { id, hasBank } = supplier;
  const edit = async () => {
    if (!details) setDetails(await open.mutateAsync({ id }));
    setEditing(true);
  };
  return (
    <section className="tw-supplier-bank">
      <header>
        <h3>{t('bank.title')}</h3>
        <span className="tw-muted">{t(hasBank ? 'bank.kept' : 'bank.none')}</span>
        {hasBank && (
          <ActionButton
            loading={open.isPending}
            onClick={() => (details ? setDetails(undefined) : open.mutate({ id }))}
          >
            {t(details ? 'bank.hide' : 'bank.show')}
          </ActionButton>
        )}
        {may(saveSupplierBank) && <Button onClick={() => void edit()}>{t('action.edit')}</Button>}
      </header>
      {hasBank && details && <Facts items={FIELDS.map((name) => [t(`bank.${name}`), details.bank[name]])} />}
      {hasBank && !details && <div className="tw-muted">{t('bank.audited')}</div>}
      {details && editing && (
        <FormDrawer
          open
          title={`${t('bank.title')} ${supplier.code}`}
          call={saveSupplierBank}
          initial={{ id, version: details.version, ...details.bank }}
          verb={t('bank.save')}
          success={t('bank.saved')}
          refresh={[getSupplier]}
          onClose={() => setEditing(false)}
          fields={FIELDS.map((name) => ({ kind: 'text' as const, name, label: t(`bank.${name}`) }))}
        />
      )}
    </section>
  );
}
