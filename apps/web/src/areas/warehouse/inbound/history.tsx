import type { InboundDetail } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type HistoryEntry, HistoryTimeline } from '../../../components/history-timeline.tsx';
import { i18n } from '../../../i18n.ts';

const TONES: Record<string, HistoryEntry['tone']> = {
  done: 'good',
  cancelled: 'bad',
  undone: 'warn',
  received: 'info',
};

export function InboundHistory({ rows }: { rows: InboundDetail['history'] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const why = ({ detail }: InboundDetail['history'][number]) => {
    const { units, location, passed, failed, reason, remark, name } = detail ?? {};
    const said = [
      typeof units === 'number' ? t('inbound.event.units', { count: units }) : '',
      location,
      typeof passed === 'number' ? t('inbound.receipt.checked', { passed, failed }) : '',
      reason,
      remark,
      name,
    ];
    return said.filter((part) => typeof part === 'string' && part !== '').join(' · ') || undefined;
  };
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const tone = TONES[row.event];
        const known = i18n.exists(`warehouse:inbound.event.${row.event}`);
        const what = known ? t(`inbound.event.${row.event}`) : t('inbound.event.other');
        return { key: row.id, at: row.at, who: row.actor, what, why: why(row), ...(tone ? { tone } : {}) };
      })}
    />
  );
}
