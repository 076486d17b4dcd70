import { DownloadOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { listReportRequests, saveReportSchedule } from '@tradewind/contract/reports/requests.ts';
import { exportReport } from '@tradewind/contract/reports.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { showExports } from '../../../shell/exports-signal.ts';
import type { RequestedInput } from './days.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ShareDialog } from './share-dialog.tsx';

type Act = 'xlsx' | 'csv' | 'schedule' | 'share';

interface FileMenuProps {
  title: string;
  requested: RequestedInput;
  columns: readonly string[];
}

/** A report as a file: at once, regularly, or for somebody outside. */
export function FileMenu({ title, requested, columns }: FileMenuProps): ReactNode {
  const { t } = useTranslation('reports');
  const may = useMay(rights.reportCentre);
  const [open, setOpen] = useState<'schedule' | 'share'>();
  const run = useAct(exportReport, { refresh: [listReportRequests], onDone: showExports });
  const acts: Act[] = ['xlsx', 'csv'];
  if (may(saveReportSchedule)) acts.push('schedule');
  if (may(rights.reportCentre.add) && may(rights.reportCentre.download)) acts.push('share');
  const close = () => setOpen(undefined);
  const press = (act: Act) => {
    if (act === 'schedule' || act === 'share') setOpen(act);
    else run.mutate({ ...requested, format: act });
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: acts.map((key) => ({ key, label: t(`file.${key}`) })),
          onClick: ({ key }) => press(key as Act),
        }}
      >
        <Button type="text" icon={<DownloadOutlined />} aria-label={t('file.menu')} loading={run.isPending}>
          <span className="tw-wide-only">{t('file.menu')}</span>
        </Button>
      </Dropdown>
      {open === 'schedule' && <ScheduleForm title={title} requested={requested} onClose={close} />}
      {open === 'share' && <ShareDialog name={title} requested={requested} columns={columns} onClose={close} />}
    </>
  );
}
