import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getMyPlan } from '@tradewind/contract/plans.ts';
import { Alert, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import './company.css';

type MyPlan = ResultOf<typeof getMyPlan>;

/** The end of the plan and its usage. */
export function PlanMeters({ mine, name }: { mine: MyPlan; name: string }): ReactNode {
  const { t } = useTranslation('company');
  return (
    <>
      {mine.expired && <Alert type="warning" showIcon title={t('plan.expired')} />}
      <div>
        {t('plan.current')}: <strong>{name}</strong> · {t('plan.until')}:{' '}
        {mine.expireTime ? <DateTime at={mine.expireTime} only="day" /> : t('plan.forever')}
      </div>
      <div className="tw-meters">
        {mine.meters.map((meter) => (
          <Meter key={meter.kind} meter={meter} />
        ))}
      </div>
    </>
  );
}

function Meter({ meter: { kind, used, limit, over } }: { meter: MyPlan['meters'][number] }): ReactNode {
  const { t } = useTranslation('company');
  const share = limit === null ? 0 : Math.min(100, Math.round((used / Math.max(1, limit)) * 100));
  const full = share >= 90;
  return (
    <div className="tw-meter">
      <div>
        <span>{t(`plan.${kind}`)}</span>
        <span className="tw-figure">
          {formatNumber(used)}
          <span className="tw-muted"> / {limit === null ? t('plan.unlimited') : formatNumber(limit)}</span>
        </span>
      </div>
      <Progress
        percent={share}
        showInfo={false}
        size="small"
        aria-label={t(`plan.${kind}`)}
        strokeColor={over ? 'var(--tw-bad)' : full ? 'var(--tw-warn)' : 'var(--tw-accent)'}
      />
      {over && <div className="tw-muted">{t('plan.over')}</div>}
    </div>
  );
}
