import { useQueryClient } from '@tanstack/react-query';
import { adviceCalendar, adviceTabs, computeAdvice, getAdvice, listAdvice } from '@tradewind/contract/procurement.ts';
import { Alert, Button, Progress } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { formatInstant, formatNumber } from '../../../components/format.ts';
import { useTimeZone } from '../../../shell/session.ts';

const EVERY_MS = 1_500;

/** Which calculation the list shows, and how far one is that works now. */
export function Calculation(): ReactNode {
  const { t } = useTranslation('procurement');
  const zone = useTimeZone();
  const client = useQueryClient();
  const known = useCall(adviceTabs, {}).data;
  const busy = known?.working != null && known.working.state !== 'failed';
  const { data } = useCall(adviceTabs, {}, busy ? { everyMs: EVERY_MS } : {});
  /** Undefined: not loaded yet; null: there is none. */
  const shownId = data && (data.shown?.id ?? null);
  const before = useRef(shownId);
  useEffect(() => {
    if (before.current !== undefined && shownId !== before.current)
      // Its numbers, too: they may have been counted just before.
      for (const call of [adviceTabs, listAdvice, adviceCalendar, getAdvice])
        void client.invalidateQueries({ queryKey: callKey(call) });
    before.current = shownId;
  }, [shownId, client]);
  if (!data) return null;
  const { working, shown } = data;
  if (working?.state === 'failed') return <Alert type="error" showIcon title={t('advice.failed')} />;
  if (working)
    return (
      <div role="status" className="tw-advice-progress">
        <span className="tw-muted">
          {working.state === 'waiting'
            ? t('advice.queued')
            : t('advice.progress', {
                handled: formatNumber(working.handled),
                products: formatNumber(working.products),
              })}
        </span>
        <Progress
          percent={working.products === 0 ? 0 : Math.floor((working.handled / working.products) * 100)}
          size="small"
          showInfo={false}
        />
      </div>
    );
  if (!shown) return null;
  return (
    <p className="tw-muted tw-advice-progress">
      {t('advice.asOf', {
        at: formatInstant(shown.finishedAt ?? shown.at, zone).slice(0, 16),
        products: formatNumber(shown.products),
        advised: formatNumber(shown.advised),
      })}
    </p>
  );
}

export function ComputeButton(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const working = useCall(adviceTabs, {}).data?.working;
  const compute = useAct(computeAdvice, { refresh: [adviceTabs], success: t('advice.computing') });
  if (!may(computeAdvice)) return null;
  return (
    <Button
      loading={compute.isPending}
      disabled={working != null && working.state !== 'failed'}
      onClick={() => compute.mutate({ idempotencyKey: crypto.randomUUID() })}
    >
      {t('advice.compute')}
    </Button>
  );
}
