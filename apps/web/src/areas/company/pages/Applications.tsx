import type { ResultOf } from '@tradewind/contract/call.ts';
import { decideCompanyChange, getChangeLicence, listCompanyChanges } from '@tradewind/contract/company.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { Desired } from '../change-note.tsx';
import { openFile } from '../open-file.ts';
import '../company.css';

type Application = ResultOf<typeof listCompanyChanges>['list'][number];
const TONES: Record<Application['state'], Tone> = {
  applying: 'info',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'muted',
};

/** The provider's page; the server answers everybody else with "not found". */
export default function Applications(): ReactNode {
  const { t } = useTranslation('company');
  const found = useCall(listCompanyChanges, {});
  const [rejecting, setRejecting] = useState<Application>();
  const approve = useAct(decideCompanyChange, { refresh: [listCompanyChanges], success: t('applications.approved') });
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const list = found.data?.list ?? [];
  return (
    <div className="tw-company">
      {found.data && list.length === 0 && <EmptyState title={t('applications.none')} />}
      {list.map((one) => (
        <section key={one.id} className="tw-panel">
          <div className="tw-company-head">
            <h2>
              {one.presentName} <span className="tw-muted">{one.customerId}</span>
            </h2>
            <StatusTag tone={TONES[one.state]}>{t(`change.${one.state}`)}</StatusTag>
          </div>
          <Desired change={one} />
          <div className="tw-muted">
            {t('applications.at')} <DateTime at={one.createdAt} /> {one.remark}
          </div>
          <div className="tw-company-actions">
            {one.licenceFile && (
              <Button onClick={() => void openFile(getChangeLicence, { id: one.id })}>{t('applications.file')}</Button>
            )}
            {one.state === 'applying' && (
              <>
                <Button loading={approve.isPending} onClick={() => approve.mutate({ id: one.id, approve: true })}>
                  {t('applications.approve')}
                </Button>
                <Button danger onClick={() => setRejecting(one)}>
                  {t('applications.reject')}
                </Button>
              </>
            )}
          </div>
        </section>
      ))}
      {rejecting && (
        <FormDrawer
          open
          title={t('applications.rejectTitle', { name: rejecting.presentName })}
          call={decideCompanyChange}
          initial={{ id: rejecting.id, approve: false }}
          fields={[{ kind: 'textarea', name: 'remark', label: t('applications.reason'), required: true }]}
          verb={t('applications.reject')}
          success={t('applications.rejected')}
          refresh={[listCompanyChanges]}
          onClose={() => setRejecting(undefined)}
        />
      )}
    </div>
  );
}
