import { useQueries } from '@tanstack/react-query';
import { describeReport, type ReportName } from '@tradewind/contract/reports.ts';
import { Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';
import { ReportPage } from './report-page.tsx';

/** Several reports on one page. The address keeps which of them is shown. */
export function ReportTabs({ reports }: { reports: readonly [ReportName, ...ReportName[]] }): ReactNode {
  const { t } = useTranslation('reports');
  const [params, setParams] = useSearchParams();
  const described = useQueries({
    queries: reports.map((report) => queryOf(describeReport, { report }, { staleMs: Number.POSITIVE_INFINITY })),
  });
  // Those to which the user has no right are not offered.
  const open = reports.filter((_, at) => described[at]?.data);
  const [first] = open;
  const shown = open.find((each) => each === params.get('view')) ?? first;
  if (described.some(({ isPending }) => isPending)) return <Skeleton active paragraph={{ rows: 10 }} />;
  const failed = described.find(({ isError }) => isError);
  if (!shown) return <PageError error={failed?.error} onRetry={() => void failed?.refetch()} />;
  return (
    <>
      <div className="tw-views">
        <Segmented
          aria-label={t('which')}
          value={shown}
          options={open.map((value) => ({ value, label: described[reports.indexOf(value)]?.data?.title ?? '' }))}
          onChange={(next) => setParams(next === first ? {} : { view: next })}
        />
      </div>
      <ReportPage key={shown} report={shown} />
    </>
  );
}
