import { type RateDryRun, rateDryRunOf, startRateDryRun } from '@tradewind/contract/logistics.ts';
import { Alert, Button, Progress, Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

const POLL_MS = 2_000;
const REASONS = ['noZone', 'noPrice', 'erased', 'noCost'] as const;
const isRunning = (run: RateDryRun | null | undefined) => run?.state === 'queued' || run?.state === 'running';

/** What the parcels of a month would have cost by this draft. */
export function DryRunTab({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const start = useAct(startRateDryRun, { refresh: [rateDryRunOf] });
  const last = useCall(rateDryRunOf, { id });
  const run = last.data?.run;
  useCall(rateDryRunOf, { id }, { enabled: isRunning(run), everyMs: POLL_MS });
  if (last.isPending) return <Skeleton active />;
  if (last.error) return <PageError error={last.error} onRetry={() => void last.refetch()} />;
  return (
    <>
      <p className="tw-muted">{t('rates.dryRunHint')}</p>
      {may(startRateDryRun) && (
        <p>
          <Button loading={start.isPending || isRunning(run)} onClick={() => start.mutate({ id })}>
            {t('rates.dryRun')}
          </Button>
        </p>
      )}
      {run && isRunning(run) && (
        <>
          <Progress percent={Math.round((run.done / Math.max(1, run.total)) * 100)} />
          <p className="tw-muted">{t('rates.running', { done: run.done, total: run.total })}</p>
        </>
      )}
      {run?.state === 'failed' && <Alert type="error" showIcon title={t('rates.failed')} />}
      {run?.state === 'done' && <Result run={run} />}
    </>
  );
}

function Result({ run }: { run: RateDryRun }): ReactNode {
  const { t } = useTranslation('logistics');
  const { before, after, without } = run;
  const difference = (Number(after.amount) - Number(before.amount)).toFixed(2);
  const { currency } = after;
  return (
    <>
      {run.outdated && <Alert className="tw-form-problem" type="warning" showIcon title={t('rates.outdated')} />}
      <Facts
        columns={3}
        items={[
          [t('rates.before'), <Money key="before" {...before} />],
          [t('rates.after'), <Money key="after" {...after} />],
          [t('rates.difference'), <Money key="difference" amount={difference} currency={currency} />],
          [t('rates.compared'), `${run.compared} / ${run.total}`],
          ...REASONS.flatMap((reason): [string, ReactNode][] =>
            without[reason] > 0 ? [[t(`rates.without.${reason}`), without[reason]]] : [],
          ),
          [
            t('rates.ranBy'),
            <>
              {run.by} <DateTime at={run.at} />
            </>,
          ],
        ]}
      />
      <h3 className="tw-section-title">{t('rates.largest')}</h3>
      <Largest run={run} />
    </>
  );
}

function Largest({ run }: { run: RateDryRun }): ReactNode {
  const { t } = useTranslation('logistics');
  const { currency } = run.after;
  const columns = useMemo<Column<RateDryRun['largest'][number]>[]>(() => {
    const inCard = { currency: () => currency };
    return [
      col.text('orderNo', t('rates.order'), { width: 200, card: 'title' }),
      col.code('country', t('rates.country'), { width: 100 }),
      col.code('weightGrams', t('rates.weight'), {
        width: 110,
        align: 'right',
        of: (row: { weightGrams: number }) => `${row.weightGrams} g`,
      }),
      col.money('before', t('rates.before'), inCard),
      col.money('after', t('rates.after'), inCard),
      col.money('difference', t('rates.difference'), inCard),
    ];
  }, [t, currency]);
  return (
    <LineTable
      label={t('rates.largest')}
      columns={columns}
      rows={run.largest}
      keyOf={(row) => row.parcelId}
      empty={t('rates.noDifference')}
    />
  );
}
