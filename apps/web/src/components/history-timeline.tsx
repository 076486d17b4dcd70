import { Timeline } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActorName } from './actor-name.ts';
import { EmptyState } from './empty-state.tsx';
import { DateTime } from './figures.tsx';

export interface HistoryEntry {
  key: string | number;
  at: string;
  who: string;
  /** What happened: "Shipped", "Price changed". */
  what: ReactNode;
  why?: string | undefined;
  changes?: readonly { field: string; from: string; to: string }[];
  tone?: 'good' | 'warn' | 'bad' | 'info';
  /** A button beside the line. */
  action?: ReactNode;
}

const COLOURS = { good: 'green', warn: 'orange', bad: 'red', info: 'blue' } as const;

/** The event and the state that it led to, if that says more than the event itself. */
export const withState = (what: string, row: { fromState?: string | null; toState: string | null }, word: string) =>
  row.toState && row.toState !== row.fromState && word !== what ? `${what} → ${word}` : what;

export function HistoryTimeline({ entries }: { entries: readonly HistoryEntry[] }): ReactNode {
  const { t } = useTranslation();
  const actorName = useActorName();
  if (entries.length === 0) return <EmptyState title={t('history.empty')} />;
  return (
    <Timeline
      className="tw-history"
      items={entries.map((entry) => ({
        key: entry.key,
        color: entry.tone ? COLOURS[entry.tone] : 'gray',
        content: (
          <>
            <div>
              <strong>{entry.what}</strong>{' '}
              <span className="tw-muted">
                {actorName(entry.who)} · <DateTime at={entry.at} />
              </span>
              {entry.action}
            </div>
            {entry.why && <div>{entry.why}</div>}
            {entry.changes?.map((change) => (
              <div key={change.field} className="tw-change">
                {change.field}: <del>{change.from || '–'}</del> → <ins>{change.to || '–'}</ins>
              </div>
            ))}
          </>
        ),
      }))}
    />
  );
}
