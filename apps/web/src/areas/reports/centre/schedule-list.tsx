import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import {
  deleteReportSchedule,
  getReportCentre,
  listReportSchedules,
  pauseReportSchedule,
  type ReportSchedule,
  saveReportSchedule,
} from '@tradewind/contract/reports/requests.ts';
import { Button, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { RowActs } from '../../../components/row-acts.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { EXPORT_TONES } from '../../../shell/export-row.ts';
import { daysWord } from './days.ts';
import { hourWord, ScheduleForm } from './schedule-form.tsx';

const CHANGED = [listReportSchedules];

/** Reports that run by themselves. */
export function ScheduleList(): ReactNode {
  const { t } = useTranslation('reports');
  const may = useMay();
  const [edited, setEdited] = useState<ReportSchedule>();
  return (
    <>
      <ListPage
        id="reports.schedules"
        call={listReportSchedules}
        columns={useColumns(setEdited)}
        filters={[{ kind: 'text', name: 'text', label: t('schedule.name') }]}
        actions={may(saveReportSchedule) && <AddSchedule />}
        empty={{ title: t('schedule.none'), hint: t('schedule.noneHint') }}
      />
      {edited && (
        <ScheduleForm
          title={edited.name}
          requested={edited.report}
          schedule={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** Chooses the report, as it is usually grouped; its page schedules any other choice. */
function AddSchedule(): ReactNode {
  const { t } = useTranslation('reports');
  const reports = useCall(getReportCentre, {}, { staleMs: 60_000 }).data?.reports ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const found = reports.find(({ report }) => report.report === chosen);
  return (
    <>
      <Select
        aria-label={t('schedule.add')}
        placeholder={t('schedule.add')}
        style={{ width: 200 }}
        value={chosen}
        options={reports.map(({ report, title }) => ({ value: report.report, label: title }))}
        onChange={setChosen}
      />
      {found && <ScheduleForm title={found.title} requested={found.report} onClose={() => setChosen(null)} />}
    </>
  );
}

function useColumns(onEdit: (row: ReportSchedule) => void): Column<ReportSchedule>[] {
  const { t } = useTranslation('reports');
  const { t: tc } = useTranslation();
  return useMemo<Column<ReportSchedule>[]>(() => {
    const when = ({ every, weekday, monthDay, hour }: ReportSchedule) => {
      const day = every === 'week' ? t(`schedule.weekdays.${(weekday ?? 1) as 1}`) : monthDay;
      return t(`schedule.when.${every}`, { day, hour: hourWord(hour) });
    };
    return [
      col.heading('name', t('schedule.name'), { width: 180 }),
      col.status(
        'state',
        t('centre.state'),
        ({ state, paused }) => (
          <>
            <StatusTag tone={state === 'active' ? 'good' : 'muted'}>{t(`schedule.state.${state}`)}</StatusTag>
            {paused === 'owner' && <div className="tw-bad">{t('schedule.ownerGone')}</div>}
          </>
        ),
        { width: 110 },
      ),
      col.own('when', t('schedule.every'), when, { width: 190 }),
      col.own('days', t('schedule.days'), (row) => daysWord(row.report, t), { width: 170 }),
      col.own('next', t('schedule.next'), (row) => row.state === 'active' && <DateTime at={row.nextAt} />, {
        width: 150,
      }),
      col.own(
        'last',
        t('schedule.last'),
        ({ lastState, lastError }) =>
          lastState && (
            <>
              <StatusTag tone={EXPORT_TONES[lastState]}>{tc(`exports.state.${lastState}`)}</StatusTag>
              {lastError && <div className="tw-bad">{lastError}</div>}
            </>
          ),
        { width: 130 },
      ),
      col.own('acts', t('centre.acts'), (row) => <Acts row={row} onEdit={onEdit} />, { width: 130 }),
      col.own('readers', t('schedule.readers'), (row) => row.readers.map(({ name }) => name).join(', '), {
        width: 180,
      }),
      col.text('owner', t('schedule.owner'), { width: 120 }),
    ];
  }, [t, tc, onEdit]);
}

function Acts({ row, onEdit }: { row: ReportSchedule; onEdit: (row: ReportSchedule) => void }): ReactNode {
  const { t } = useTranslation('reports');
  const may = useMay();
  const pause = useAct(pauseReportSchedule, { refresh: CHANGED });
  const remove = useAct(deleteReportSchedule, { refresh: CHANGED, success: t('centre.removed') });
  if (!may(saveReportSchedule)) return null;
  const active = row.state === 'active';
  const label = t(active ? 'schedule.pause' : 'schedule.resume');
  return (
    <>
      <Button
        type="text"
        icon={active ? <PauseOutlined /> : <PlayCircleOutlined />}
        aria-label={t('centre.of', { act: label, name: row.name })}
        title={label}
        onClick={() => pause.mutate({ id: row.id, paused: active })}
      />
      <RowActs
        of={row.name}
        onEdit={() => onEdit(row)}
        title={t('centre.removeTitle', { name: row.name })}
        consequence={t('schedule.removeText')}
        onDelete={() => remove.mutateAsync({ id: row.id })}
      />
    </>
  );
}
