import { CloseOutlined, DeleteOutlined, DownloadOutlined, ReloadOutlined, ShareAltOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { cancelExport, downloadExport, EXPORT_STATES, listExports } from '@tradewind/contract/catalog.ts';
import {
  deleteReportRequest,
  getReportCentre,
  listReportRequests,
  type ReportRequest,
  rerunReportRequest,
} from '@tradewind/contract/reports/requests.ts';
import { Button, Progress } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload } from '../../../api/client.ts';
import { useAct, useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { formatNumber } from '../../../components/format.ts';
import { optionsOf } from '../../../components/list/filters.ts';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { EXPORT_TONES, isUnderWay } from '../../../shell/export-row.ts';
import { filesSignal } from '../../../shell/hints.ts';
import { useSignal } from '../../../shell/signal.ts';
import { KeepDays } from './keep-days.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** Hints bring progress; this is for one that was lost. */
const LOOK_AGAIN_MS = 15_000;
const CHANGED = [listReportRequests, listExports];

/** The user's files, with their progress. */
export function RequestList(): ReactNode {
  const { t } = useTranslation('reports');
  const { t: tc } = useTranslation();
  const [shared, setShared] = useState<ReportRequest>();
  const refresh = useRefresh();
  useSignal(filesSignal, () => refresh(listReportRequests));
  const centre = useCall(getReportCentre, {}, { staleMs: 60_000 }).data;
  return (
    <>
      <ListPage
        id="reports.requests"
        call={listReportRequests}
        columns={useColumns(setShared)}
        filters={[
          {
            ...{ kind: 'select', name: 'state', label: t('centre.state') },
            options: optionsOf(EXPORT_STATES, (state) => tc(`exports.state.${state}`)),
          },
          {
            ...{ kind: 'select', name: 'report', label: t('centre.report') },
            options: (centre?.reports ?? []).map(({ report, title }) => ({ value: report.report, label: title })),
          },
          { kind: 'text', name: 'text', label: t('centre.search') },
        ]}
        actions={centre && <KeepDays days={centre.days} maySave={centre.maySaveDays} />}
        empty={{ title: t('centre.none'), hint: t('centre.noneHint') }}
        everyMs={LOOK_AGAIN_MS}
      />
      {shared && <ShareDialog name={shared.name} request={shared} onClose={() => setShared(undefined)} />}
    </>
  );
}

function useColumns(onShare: (row: ReportRequest) => void): Column<ReportRequest>[] {
  const { t } = useTranslation('reports');
  return useMemo<Column<ReportRequest>[]>(
    () => [
      col.heading('name', t('centre.name'), { width: 240 }),
      col.status('state', t('centre.state'), (row) => <State row={row} />, { width: 140 }),
      col.qty('rows', t('centre.rows'), { of: (row) => (row.columns ? row.rowsDone : row.rowsTotal), width: 80 }),
      col.own(
        'bytes',
        t('centre.size'),
        ({ bytes }) => bytes !== null && t('centre.kilobytes', { n: formatNumber(Math.ceil(bytes / 1024)) }),
        { width: 90, align: 'right' },
      ),
      col.time('at', t('centre.at')),
      col.time('expiresAt', t('centre.expires')),
      col.own('acts', t('centre.acts'), (row) => <Acts row={row} onShare={onShare} />, { width: 150 }),
      col.own('origin', t('centre.origin'), (row) => <Origin row={row} />, { width: 150 }),
    ],
    [t, onShare],
  );
}

function State({ row }: { row: ReportRequest }): ReactNode {
  const { t } = useTranslation();
  const percent = row.rowsTotal ? Math.min(99, Math.floor((row.rowsDone / row.rowsTotal) * 100)) : 0;
  return (
    <>
      <StatusTag tone={EXPORT_TONES[row.state]} busy={isUnderWay(row)}>
        {t(`exports.state.${row.state}`)}
      </StatusTag>
      {row.state === 'running' && <Progress size="small" percent={percent} />}
      {row.error && <div className="tw-bad">{row.error}</div>}
    </>
  );
}

function Origin({ row: { schedule, rerunOf, links } }: { row: ReportRequest }): ReactNode {
  const { t } = useTranslation('reports');
  const parts = [
    schedule && t('centre.fromSchedule', { name: schedule }),
    rerunOf && t('centre.rerunOf'),
    links > 0 && t('centre.shared', { count: links }),
  ];
  return parts.filter(Boolean).join(' · ') || null;
}

function Acts({ row, onShare }: { row: ReportRequest; onShare: (row: ReportRequest) => void }): ReactNode {
  const { t } = useTranslation('reports');
  const may = useMay();
  const cancel = useAct(cancelExport, { refresh: CHANGED });
  const rerun = useAct(rerunReportRequest, { refresh: CHANGED });
  const remove = useAct(deleteReportRequest, { refresh: CHANGED, success: t('centre.removed') });
  const of = (act: string) => t('centre.of', { act, name: row.name });
  if (isUnderWay(row))
    return (
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={of(t('centre.cancel'))}
        title={t('centre.cancel')}
        onClick={() => cancel.mutate({ id: row.id })}
      />
    );
  const there = row.state === 'done' && may(rights.reportCentre.download);
  return (
    <>
      {there && (
        <>
          <Button
            type="text"
            icon={<DownloadOutlined />}
            aria-label={of(t('centre.download'))}
            title={t('centre.download')}
            onClick={() => saveDownload(downloadExport, { id: row.id }).catch(toast.error)}
          />
          <Button
            type="text"
            icon={<ShareAltOutlined />}
            aria-label={of(t('centre.share'))}
            title={t('centre.share')}
            onClick={() => onShare(row)}
          />
        </>
      )}
      {may(rerunReportRequest) && (
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label={of(t('centre.rerun'))}
          title={t('centre.rerun')}
          loading={rerun.isPending}
          onClick={() => rerun.mutate({ id: row.id, idempotencyKey: crypto.randomUUID() })}
        />
      )}
      <ConfirmDanger
        type="text"
        icon={<DeleteOutlined />}
        aria-label={of(t('centre.remove'))}
        title={t('centre.removeTitle', { name: row.name })}
        consequence={t('centre.removeText')}
        verb={t('centre.remove')}
        onConfirm={() => remove.mutateAsync({ id: row.id })}
      >
        {null}
      </ConfirmDanger>
    </>
  );
}
