import { ExperimentOutlined } from '@ant-design/icons';
import { cancelRehearsal, listRules, type Rehearsal, rehearseRules } from '@tradewind/contract/orders.ts';
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
import { RehearsedRows } from './rehearsed-rows.tsx';
import { SwitchOn } from './switch-on.tsx';

const underWay = (rehearsal: Rehearsal | null) => rehearsal?.state === 'queued' || rehearsal?.state === 'running';

/** What the draft would do with the orders of the last days; from here it is switched on. */
export function RehearsalDrawer({ desk, onClose }: { desk: RuleDesk; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const [days, setDays] = useState(desk.rehearsal?.days ?? 30);
  const run = useAct(rehearseRules, { refresh: [listRules] });
  const { rehearsal } = desk;
  // The page's own answer: asked again while the job looks at orders.
  useCall(listRules, {}, underWay(rehearsal) ? { everyMs: 1000 } : {});
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
            type={rehearsal?.state === 'done' ? 'default' : 'primary'}
            icon={<ExperimentOutlined />}
            loading={run.isPending}
            onClick={() => run.mutate({ days })}
          >
            {t('rule.rehearseNow')}
          </Button>
        </div>
        {!rehearsal && <EmptyState title={t('rule.notRehearsed')} hint={t('rule.rehearseHint')} />}
        {rehearsal && underWay(rehearsal) && <UnderWay rehearsal={rehearsal} />}
        {rehearsal?.state === 'failed' && <Alert type="error" showIcon title={t('rule.rehearseFailed')} />}
        {rehearsal?.state === 'cancelled' && <Alert type="info" showIcon title={t('rule.rehearseCancelled')} />}
        {rehearsal?.state === 'done' && (
          <>
            <Sums rehearsal={rehearsal} />
            <SwitchOn desk={desk} onDone={onClose} />
            <RehearsedRows rehearsal={rehearsal} />
          </>
        )}
      </div>
    </PageDrawer>
  );
}

function UnderWay({ rehearsal }: { rehearsal: Rehearsal }): ReactNode {
  const { t } = useTranslation('orders');
  const stop = useAct(cancelRehearsal, { refresh: [listRules] });
  const { looked, total } = rehearsal;
  return (
    <div className="tw-rehearsal-run" role="status">
      <Progress percent={total === 0 ? 0 : Math.min(99, Math.floor((looked * 100) / total))} />
      <span className="tw-muted">
        {t('rule.looking', { looked: formatNumber(looked), total: formatNumber(total) })}
      </span>
      <Button size="small" loading={stop.isPending} onClick={() => stop.mutate({ id: rehearsal.id })}>
        {t('action.cancel')}
      </Button>
    </div>
  );
}

function Sums({ rehearsal }: { rehearsal: Rehearsal }): ReactNode {
  const { t } = useTranslation('orders');
  const { looked, changed, costs, lateBefore, lateAfter, costUnknown, lateUnknown } = rehearsal;
  return (
    <>
      <p role="status">
        {t('rule.outcome', { looked: formatNumber(looked), changed: formatNumber(changed), days: rehearsal.days })}
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
