import { ExperimentOutlined } from '@ant-design/icons';
import { cancelDryRun, type DryRun, listRules, simulateRules } from '@tradewind/contract/orders.ts';
import { Alert, Button, InputNumber, Progress } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import type { RuleDesk } from './draft-bar.tsx';
import { SimulatedRows } from './simulated-rows.tsx';
import { SwitchOn } from './switch-on.tsx';

const underWay = (dryRun: DryRun | null) => dryRun?.state === 'queued' || dryRun?.state === 'running';

/** Runs the draft on recent orders. The user can make it live from here. */
export function DryRunDrawer({ desk, onClose }: { desk: RuleDesk; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const [days, setDays] = useState(desk.rehearsal?.days ?? 30);
  const run = useAct(simulateRules, { refresh: [listRules] });
  const { rehearsal: dryRun } = desk;
  // Polls with the page's own call while the job runs.
  useCall(listRules, {}, underWay(dryRun) ? { everyMs: 1000 } : {});
  return (
    <PageDrawer open size={1120} title={t('rule.rehearseTitle')} onClose={onClose}>
      <div className="tw-rehearsal">
        <div className="tw-rehearsal-ask">
          <span>{t('rule.rehearseOver')}</span>
          <InputNumber
            aria-label={t('rule.days')}
            min={1}
            max={90}
            precision={0}
            value={days}
            onChange={(value) => setDays(value ?? 1)}
            suffix={t('rule.daysUnit')}
          />
          <Button
            type={dryRun?.state === 'done' ? 'default' : 'primary'}
            icon={<ExperimentOutlined />}
            loading={run.isPending}
            onClick={() => run.mutate({ days })}
          >
            {t('rule.rehearseNow')}
          </Button>
        </div>
        {!dryRun && <EmptyState title={t('rule.notRehearsed')} hint={t('rule.rehearseHint')} />}
        {dryRun && underWay(dryRun) && <UnderWay rehearsal={dryRun} />}
        {dryRun?.state === 'failed' && <Alert type="error" showIcon title={t('rule.rehearseFailed')} />}
        {dryRun?.state === 'cancelled' && <Alert type="info" showIcon title={t('rule.rehearseCancelled')} />}
        {dryRun?.state === 'done' && (
          <>
            <Sums rehearsal={dryRun} />
            <SwitchOn desk={desk} onDone={onClose} />
            <SimulatedRows rehearsal={dryRun} />
          </>
        )}
      </div>
    </PageDrawer>
  );
}

function UnderWay({ rehearsal: dryRun }: { rehearsal: DryRun }): ReactNode {
  const { t } = useTranslation('orders');
  const stop = useAct(cancelDryRun, { refresh: [listRules] });
  const { looked, total } = dryRun;
  return (
    <div className="tw-rehearsal-run" role="status">
      <Progress percent={total === 0 ? 0 : Math.min(99, Math.floor((looked * 100) / total))} />
      <span className="tw-muted">
        {t('rule.looking', { looked: formatNumber(looked), total: formatNumber(total) })}
      </span>
      <Button size="small" loading={stop.isPending} onClick={() => stop.mutate({ id: dryRun.id })}>
        {t('action.cancel')}
      </Button>
    </div>
  );
}

function Sums({ rehearsal: dryRun }: { rehearsal: DryRun }): ReactNode {
  const { t } = useTranslation('orders');
  const { looked, changed, costs, lateBefore, lateAfter, costUnknown, lateUnknown } = dryRun;
  return (
    <>
      <p role="status">
        {t('rule.outcome', { looked: formatNumber(looked), changed: formatNumber(changed), days: dryRun.days })}
      </p>
      {changed > 0 && (
        <Facts
          columns={3}
          items={[
            [
              t('rule.costs'),
              costs.length === 0
                ? t('rule.unknown')
                : costs.map(({ currency, before, after }) => (
                    <div key={currency}>
                      <Money amount={before} currency={currency} /> → <Money amount={after} currency={currency} />
                    </div>
                  )),
            ],
            [t('rule.late'), `${formatNumber(lateBefore)} → ${formatNumber(lateAfter)}`],
            [
              t('rule.unknownOf'),
              t('rule.unknownCounts', { cost: formatNumber(costUnknown), late: formatNumber(lateUnknown) }),
            ],
          ]}
        />
      )}
    </>
  );
}
