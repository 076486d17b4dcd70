import { DownloadOutlined } from '@ant-design/icons';
import {
  activateRateVersion,
  deleteRateDraft,
  getRateVersion,
  importRateDraft,
  listRateCards,
  type RateCardVersion,
  rateVersionFile,
  saveRateDraft,
  startRateDraft,
} from '@tradewind/contract/logistics.ts';
import { Alert, Button, Skeleton, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload } from '../../../api/client.ts';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { Calculator } from './calculator.tsx';
import { OF_VERSION, type VersionDetail } from './calls.ts';
import { DryRunTab } from './dry-run-tab.tsx';
import { ImportWorkbook, ProblemTable } from './import-workbook.tsx';
import { AreaTable, FuelTable, PriceTable, RemoteTable, SurchargeTable, TermFacts } from './rate-tables.tsx';
import { TermsForm } from './terms-form.tsx';

interface VersionProps {
  version: RateCardVersion;
  hasDraft: boolean;
  onDraft: (versionId: number) => void;
}
export function VersionView({ version, hasDraft, onDraft }: VersionProps): ReactNode {
  const { t } = useTranslation('logistics');
  const { id } = version;
  const detail = useCall(getRateVersion, { id });
  if (detail.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (detail.error) return <PageError error={detail.error} onRetry={() => void detail.refetch()} />;
  const { terms, problems, areas, prices, remote } = detail.data;
  const tab = (key: string, children: ReactNode, count?: number) => ({
    key,
    label: `${t(`rates.tab.${key}`)}${count === undefined ? '' : ` (${count})`}`,
    children,
  });
  return (
    <>
      <Acts version={detail.data} hasDraft={hasDraft} onDraft={onDraft} />
      {problems.length > 0 && (
        <Alert
          className="tw-form-problem"
          type="warning"
          showIcon
          title={t('rates.lacking')}
          description={<ProblemTable problems={problems} />}
        />
      )}
      <Tabs
        size="small"
        items={[
          tab('terms', <TermFacts version={detail.data} />),
          tab('zones', <AreaTable id={id} />, areas),
          tab('prices', <PriceTable id={id} />, prices),
          tab('remote', <RemoteTable id={id} />, remote),
          tab('surcharges', <SurchargeTable terms={terms} />, terms.surcharges.length),
          tab('fuel', <FuelTable terms={terms} />, terms.fuel?.weeks.length ?? 0),
          tab('calculator', <Calculator id={id} />),
          ...(version.state === 'draft' ? [tab('dryRun', <DryRunTab id={id} />)] : []),
        ]}
      />
    </>
  );
}

function Acts({ version, hasDraft, onDraft }: { version: VersionDetail } & Omit<VersionProps, 'version'>): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const [open, setOpen] = useState<'terms' | 'import' | 'activate'>();
  const start = useAct(startRateDraft, {
    refresh: [listRateCards],
    success: t('rates.drafted'),
    onDone: ({ versionId }) => onDraft(versionId),
  });
  const remove = useAct(deleteRateDraft, { refresh: [listRateCards], success: t('rates.deleted') });
  const { id, number, state } = version;
  const isDraft = state === 'draft';
  const close = () => setOpen(undefined);
  return (
    <div className="tw-detail-actions">
      {isDraft && may(importRateDraft) && <Button onClick={() => setOpen('import')}>{t('rates.import')}</Button>}
      {isDraft && may(saveRateDraft) && <Button onClick={() => setOpen('terms')}>{t('rates.edit')}</Button>}
      {isDraft && may(activateRateVersion) && version.problems.length === 0 && (
        <Button type="primary" onClick={() => setOpen('activate')}>
          {t('rates.activate')}
        </Button>
      )}
      {!isDraft && !hasDraft && may(startRateDraft) && (
        <Button loading={start.isPending} onClick={() => start.mutate({ id })}>
          {t('rates.draft')}
        </Button>
      )}
      <Button icon={<DownloadOutlined />} onClick={() => void saveDownload(rateVersionFile, { id }).catch(toast.error)}>
        {t('rates.download')}
      </Button>
      {isDraft && may(deleteRateDraft) && (
        <ConfirmDanger
          title={t('rates.deleteTitle', { number })}
          consequence={t('rates.deleteText')}
          verb={t('rates.deleteDraft')}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
      {open === 'terms' && <TermsForm version={version} onClose={close} />}
      {open === 'import' && <ImportWorkbook id={id} onClose={close} />}
      {open === 'activate' && <Activate version={version} onClose={close} />}
    </div>
  );
}

function Activate({ version, onClose }: { version: VersionDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const { id, revision, number } = version;
  const from = useCompanyClock().today();
  return (
    <FormDrawer
      open
      title={t('rates.activateTitle', { number })}
      call={activateRateVersion}
      initial={{ id, revision, from }}
      verb={t('rates.activate')}
      success={t('rates.activated')}
      refresh={OF_VERSION}
      onClose={onClose}
      fields={[{ kind: 'date', name: 'from', label: t('rates.activateFrom'), help: t('rates.activateHelp') }]}
    />
  );
}
