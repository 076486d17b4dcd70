import type { OrderFilter } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../../components/format.ts';

/** Work queues: each is a filter beside the status tabs. */
export const QUEUES: Record<string, { filter: OrderFilter; tone: 'bad' | 'warn' }> = {
  overdue: { filter: { due: 'overdue' }, tone: 'bad' },
  soon: { filter: { due: 'soon' }, tone: 'warn' },
  cancelRequested: { filter: { cancelRequested: true }, tone: 'bad' },
  unmapped: { filter: { exception: 'unmapped' }, tone: 'bad' },
  address: { filter: { exception: 'address' }, tone: 'bad' },
  stock: { filter: { exception: 'stock' }, tone: 'warn' },
  label: { filter: { exception: 'label' }, tone: 'bad' },
  confirmFailed: { filter: { confirmState: 'failed' }, tone: 'bad' },
  unanswered: { filter: { unanswered: true }, tone: 'warn' },
  unruled: { filter: { unruled: true }, tone: 'warn' },
  rule: { filter: { exception: 'rule' }, tone: 'warn' },
};

export function useQueue(): { queue: string; filter: OrderFilter; choose: (queue: string) => void } {
  const [params, setParams] = useSearchParams();
  const queue = params.get('queue') ?? '';
  return {
    queue,
    filter: QUEUES[queue]?.filter ?? {},
    choose: (chosen) => {
      const next = new URLSearchParams(params);
      for (const name of ['queue', 'page', 'open', 'status']) next.delete(name);
      if (chosen) next.set('queue', chosen);
      setParams(next, { replace: true });
    },
  };
}

/** The server counts up to this number: "1,000+". */
const COUNTED = 1_000;
const countText = (count: number) => formatNumber(count) + (count >= COUNTED ? '+' : '');

interface QueueChipsProps {
  queue: string;
  counts: Record<string, number> | undefined;
  onChoose: (queue: string) => void;
  merge: { count: number; show: () => void };
}

/** Queues that are not empty, and the open one. Merge suggestions come last. */
export function QueueChips({ queue, counts, onChoose, merge }: QueueChipsProps): ReactNode {
  const { t } = useTranslation('orders');
  const shown = Object.entries(QUEUES).filter(([name]) => name === queue || (counts?.[name] ?? 0) > 0);
  if (shown.length === 0 && merge.count === 0) return null;
  return (
    <fieldset className="tw-queues" aria-label={t('queues')}>
      {shown.map(([name, { tone }]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === queue}
          data-tone={tone}
          onClick={() => onChoose(name === queue ? '' : name)}
        >
          {t(`queue.${name}`)} <b>{countText(counts?.[name] ?? 0)}</b>
        </button>
      ))}
      {merge.count > 0 && (
        <button type="button" aria-haspopup="dialog" data-tone="info" onClick={merge.show}>
          {t('merge.suggested')} <b>{formatNumber(merge.count)}</b>
        </button>
      )}
    </fieldset>
  );
}
