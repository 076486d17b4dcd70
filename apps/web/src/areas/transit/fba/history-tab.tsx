import type { fbaHistory, legHistory } from '@tradewind/contract/transit.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { HistoryTimeline, withState } from '../../../components/history-timeline.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { i18n } from '../../../i18n.ts';

interface HistoryProps {
  call: typeof fbaHistory | typeof legHistory;
  id: number;
  states: 'state' | 'legState';
}

/** The history of a shipment or a leg; `states` is the group of texts that names their states. */
export function HistoryTab({ call, id, states }: HistoryProps): ReactNode {
  const { t } = useTranslation('transit');
  const { data, error, refetch } = useCall(call, { id });
  if (error) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <HistoryTimeline
      entries={data.map((row) => {
        const words = i18n.exists(`transit:event.${row.event}`) ? t(`event.${row.event}`) : t('event.other');
        const { why, reason, case: about, amount, eta } = row.detail ?? {};
        const said = [why, reason, about, amount, eta && `${t('etaOn')} ${eta}`]
          .filter((one) => typeof one === 'string' && one !== '')
          .join(' · ');
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: withState(words, row, t(`${states}.${row.toState}`)),
          ...(said ? { why: said } : {}),
          ...(row.event === 'stopped' || row.toState === 'cancelled'
            ? { tone: 'bad' as const }
            : row.toState
              ? { tone: 'info' as const }
              : {}),
        };
      })}
    />
  );
}
