import { termsIn } from '@tradewind/contract/procurement/words.ts';
import type { SupplierDetail } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryTimeline } from '../../components/history-timeline.tsx';
import { currentLanguage } from '../../i18n.ts';

type Detail = SupplierDetail['history'][number]['detail'];

export function SupplierHistory({ supplier }: { supplier: SupplierDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const why = (detail: Detail): string | undefined => {
    const { by, name, reason, count } = detail ?? {};
    if (by === 'import') return t('byImport');
    if (typeof count === 'number') return t('pricesOf', { count });
    return [name, reason].find((one): one is string => typeof one === 'string');
  };
  return (
    <HistoryTimeline
      entries={supplier.history.map((entry) => ({
        key: entry.id,
        at: entry.at,
        who: entry.actor,
        what: t(`event.${entry.event}`),
        why: why(entry.detail),
        changes: changesOf(entry.detail).map(([field, from, to]) => ({ field: t(field), from, to })),
        ...(entry.event === 'blocked' ? { tone: 'bad' as const } : {}),
      }))}
    />
  );
}

/** {changes: {nameZh: ["old", "new"]}}; payment terms in words. */
function changesOf(detail: Detail): [field: string, from: string, to: string][] {
  const changes = detail?.changes;
  if (typeof changes !== 'object' || changes === null) return [];
  const said = (value: unknown) =>
    Array.isArray(value) ? termsIn(currentLanguage(), value) : value === null ? '' : String(value);
  return Object.entries(changes).flatMap(([field, pair]) =>
    Array.isArray(pair) ? [[field, said(pair[0]), said(pair[1])] as [string, string, string]] : [],
  );
}
