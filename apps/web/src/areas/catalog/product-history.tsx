import type { ResultOf } from '@tradewind/contract/call.ts';
import type { findProduct } from '@tradewind/contract/catalog.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryTimeline } from '../../components/history-timeline.tsx';
import { changesOf } from './history.ts';
import { useCountryChoices } from './papers/countries.ts';

type Entries = ResultOf<typeof findProduct>['history'];

/** The history of a product or a family. */
export function ProductHistory({ history }: { history: Entries }): ReactNode {
  const { t } = useTranslation('catalog');
  const whyOf = useWhy();
  return (
    <HistoryTimeline
      entries={history.map((entry) => ({
        key: entry.id,
        at: entry.at,
        who: entry.actor,
        what: t(`events.${entry.event}`),
        why: whyOf(entry.detail),
        changes: changesOf(entry.detail).map(([field, from, to]) => ({
          field: t(field === 'axes' ? 'families.axes' : field),
          from,
          to,
        })),
      }))}
    />
  );
}

/** The file that was added or removed; the kind and the country of what was changed. */
function useWhy() {
  const { t } = useTranslation('catalog');
  const { nameOf } = useCountryChoices();
  return (detail: Record<string, unknown> | null): string | undefined => {
    if (detail?.by === 'import') return t('byImport');
    const { name, paper, country, family, values } = detail ?? {};
    const parts = [
      typeof family === 'string' && t('families.ofFamily', { code: family }),
      typeof values === 'string' && values,
      typeof paper === 'string' && t(`papers.kinds.${paper}`),
      typeof country === 'string' && nameOf(country),
      typeof name === 'string' && name,
    ];
    return parts.filter(Boolean).join(' · ') || undefined;
  };
}
