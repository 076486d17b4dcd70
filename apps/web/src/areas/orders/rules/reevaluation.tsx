import { listRules, type Reevaluation as State } from '@tradewind/contract/orders.ts';
import { Alert, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { formatNumber } from '../../../components/format.ts';

/** Progress of the re-evaluation of waiting orders after rules went live. */
export function Reevaluation({ of }: { of: State }): ReactNode {
  const { t } = useTranslation('orders');
  // Polls with the page's own call while the job runs.
  const { state, looked, total, changed } = of;
  useCall(listRules, {}, state === 'running' ? { everyMs: 1500 } : {});
  const counts = { looked: formatNumber(looked), total: formatNumber(total), changed: formatNumber(changed) };
  if (state === 'failed') return <Alert type="error" showIcon title={t('rule.rejudgeFailed', counts)} />;
  if (state !== 'running') return <div className="tw-muted">{t(`rule.reevaluated.${state}`, counts)}</div>;
  return (
    <div className="tw-rehearsal-run" role="status">
      <Progress percent={total === 0 ? 0 : Math.min(99, Math.floor((looked * 100) / total))} />
      <span className="tw-muted">{t('rule.rejudging', counts)}</span>
    </div>
  );
}
