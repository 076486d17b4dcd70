import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RequestList } from '../centre/request-list.tsx';
import { ScheduleList } from '../centre/schedule-list.tsx';

const VIEWS = ['requests', 'schedules'] as const;

/** Files that were made in the background, and reports that run by themselves. */
export default function ReportCentre(): ReactNode {
  const { t } = useTranslation('reports');
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'requests';
  return (
    <>
      <div className="tw-views">
        <Segmented
          aria-label={t('centre.views')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`centre.view.${value}`) }))}
          onChange={(next) => setParams(next === 'requests' ? {} : { view: next })}
        />
      </div>
      {view === 'requests' ? <RequestList /> : <ScheduleList />}
    </>
  );
}
