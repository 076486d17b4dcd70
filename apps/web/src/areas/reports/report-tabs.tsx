import { useQueries } from '@tanstack/react-query';
import { describeReport, type ReportName } from '@tradewind/contract/reports.ts';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/hooks.ts';
import { ReportPage } from './report-page.tsx';

/** Several reports on one page. The address keeps which of them is shown. */
export function ReportTabs({ reports }: { reports: readonly [ReportName, ...ReportName[]] }): ReactNode {
  const { t } = useTranslation('reports');
  const [params, setParams] = useSearchParams();
  const [first] = reports;
  const shown = reports.find((each) => each === params.get('view')) ?? first;
  const described = useQueries({
    queries: reports.map((report) => queryOf(describeReport, { report }, { staleMs: Number.POSITIVE_INFINITY })),
  });
  return (
    <>
      <div className="tw-views">
        <Segmented
          aria-label={t('which')}
          value={shown}
          options={reports.map((value, at) => ({ value, label: described[at]?.data?.title ?? '' }))}
          onChange={(next) => setParams(next === first ? {} : { view: next })}
        />
      </div>
      <ReportPage key={shown} report={shown} />
    </>
  );
}
