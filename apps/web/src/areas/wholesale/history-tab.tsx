import type { WholesaleDetail } from '@tradewind/contract/wholesale.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../components/format.ts';
import { HistoryTimeline, withState } from '../../components/history-timeline.tsx';
import { i18n } from '../../i18n.ts';

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

export function HistoryTab({ order }: { order: WholesaleDetail }): ReactNode {
  const { t } = useTranslation('wholesale');
  const why = (detail: Record<string, unknown> | null): string | undefined => {
    const { shipment, ownPrices, override, deposit, amount, kind, units, cartons, remark } = detail ?? {};
    const currency = textIn(detail?.currency);
    const said = [
      textIn(shipment),
      typeof units === 'number' && t('why.units', { count: units }),
      typeof cartons === 'number' && t('why.cartons', { count: cartons }),
      kind === 'deposit' || kind === 'balance' ? t(`kind.${kind}`) : '',
      textIn(amount) && `${formatMoney(textIn(amount), currency)} ${currency}`,
      textIn(deposit) && t('why.deposit', { amount: formatMoney(textIn(deposit), currency), currency }),
      Array.isArray(ownPrices) && t('why.ownPrices', { skus: ownPrices.join(', ') }),
      textIn(override) && t('why.override', { reason: textIn(override) }),
      textIn(remark),
    ].filter(Boolean);
    return said.length > 0 ? said.join(' · ') : undefined;
  };
  return (
    <HistoryTimeline
      entries={order.history.map((row) => {
        const words = i18n.exists(`wholesale:event.${row.event}`) ? t(`event.${row.event}`) : t('event.other');
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: withState(words, row, t(`state.${row.toState}`)),
          why: why(row.detail),
          ...(row.toState ? { tone: row.toState === 'cancelled' ? ('bad' as const) : ('info' as const) } : {}),
        };
      })}
    />
  );
}
