import { SafetyCertificateOutlined } from '@ant-design/icons';
import {
  findIntegrityRun,
  INTEGRITY_AREAS,
  listIntegrityRuns,
  runIntegrityChecks,
} from '@tradewind/contract/integrity.ts';
import { Button, Progress, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { type Check, CheckRow } from '../check-row.tsx';
import { type Run, RunList, RunState } from '../run-list.tsx';
import '../integrity.css';

const WHILE_RUNNING_MS = 1000;
const RUNS_MS = 5000;

export default function IntegrityPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const runs = useCall(listIntegrityRuns, {}, { everyMs: RUNS_MS });
  const all = runs.data?.runs ?? [];
  const running = all.find((run) => run.finishedAt === null);
  const desired = Number(params.get('run')) || running?.id;
  const live = running !== undefined && desired === running.id;
  const run = useCall(findIntegrityRun, desired ? { id: desired } : {}, {
    keepPrevious: true,
    ...(live ? { everyMs: WHILE_RUNNING_MS } : {}),
  });
  // Poll the open run more often than the list.
  const shown = run.data?.run ?? undefined;
  const newest = all.map((each) => (each.id === shown?.id ? shown : each));
  const show = (id: number) => setParams({ run: String(id) }, { replace: true });
  if (isLost(run)) return <PageError error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  return (
    <>
      <Head run={run.data.run} onStarted={show} />
      <div className="tw-integrity-body">
        <div className="tw-integrity-checks">
          {INTEGRITY_AREAS.map((area) => (
            <Area key={area} area={area} checks={run.data.results.filter((check) => check.area === area)} />
          ))}
        </div>
        <RunList runs={newest} shown={shown?.id ?? 0} onShow={show} />
      </div>
    </>
  );
}

function Head({ run, onStarted }: { run: Run | null; onStarted: (id: number) => void }): ReactNode {
  const { t } = useTranslation('integrity');
  const may = useMay();
  const start = useAct(runIntegrityChecks, {
    refresh: [listIntegrityRuns, findIntegrityRun],
    onDone: ({ id }) => onStarted(id),
  });
  const busy = run !== null && run.finishedAt === null;
  return (
    <header className="tw-integrity-head">
      <div className="tw-grow">
        <h2>{run ? <RunState run={run} /> : t('integrity.never')}</h2>
        <div className="tw-muted">
          {run?.finishedAt ? (
            <>
              {t('integrity.at')} <DateTime at={run.finishedAt} /> · {t('integrity.by')}{' '}
              {run.startedBy === 'schedule' ? t('integrity.schedule') : run.startedBy}
            </>
          ) : (
            !run && t('integrity.neverHint')
          )}
        </div>
        {busy && <Progress percent={Math.round((100 * run.done) / run.total)} size="small" showInfo={false} />}
        <p className="tw-muted">{t('integrity.intro')}</p>
      </div>
      {may(runIntegrityChecks) && (
        <Button
          type="primary"
          icon={<SafetyCertificateOutlined />}
          loading={start.isPending || busy}
          onClick={() => start.mutate({})}
        >
          {t('integrity.run')}
        </Button>
      )}
    </header>
  );
}

function Area({ area, checks }: { area: (typeof INTEGRITY_AREAS)[number]; checks: readonly Check[] }): ReactNode {
  const { t } = useTranslation('integrity');
  if (checks.length === 0) return null;
  return (
    <section className="tw-integrity-area">
      <h2>{t(`area.${area}`)}</h2>
      <ul>
        {checks.map((check) => (
          <CheckRow key={check.key} check={check} />
        ))}
      </ul>
    </section>
  );
}
