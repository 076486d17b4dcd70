import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDropName } from '../../components/drop-select.tsx';
import { type HistoryEntry, HistoryTimeline } from '../../components/history-timeline.tsx';

interface Row {
  id: number;
  at: string;
  actor: string;
  event: string;
  toState: string | null;
  detail: Record<string, unknown> | null;
}

const TONES: Record<string, HistoryEntry['tone']> = {
  shipped: 'good',
  done: 'good',
  cancelled: 'bad',
  picked: 'info',
  packed: 'info',
};

/** History of an outbound, wave, location or warehouse; `states` names the group of state texts. */
export function History({ rows, states }: { rows: readonly Row[]; states: 'outbound' | 'wave' | 'none' }): ReactNode {
  const { t } = useTranslation('warehouse');
  const cancelled = useDropName('cancel.reason');
  const what = (row: Row) => {
    if (states !== 'none' && row.toState !== null) return t(`${states}.state.${row.toState}`);
    return t(`event.${row.event}`);
  };
  const why = (row: Row) => {
    const { remark, reason, cancelReason, missing, name, error, providerNo, trackingNumber } = row.detail ?? {};
    const parts = [
      typeof missing === 'number' ? t('event.missing', { count: missing }) : '',
      typeof cancelReason === 'string' ? cancelled(cancelReason) : '',
      typeof remark === 'string' ? remark : '',
      typeof reason === 'string' ? reason : '',
      ...[error, providerNo, trackingNumber].map((one) => (typeof one === 'string' ? one : '')),
      row.event.startsWith('file') && typeof name === 'string' ? name : '',
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(' · ') : undefined;
  };
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const tone = TONES[row.toState ?? ''];
        return { key: row.id, at: row.at, who: row.actor, what: what(row), why: why(row), ...(tone ? { tone } : {}) };
      })}
    />
  );
}
