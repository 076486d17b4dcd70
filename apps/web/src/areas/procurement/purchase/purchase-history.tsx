import type { PurchaseDetail } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';

const BAD = new Set([
  'sourcingRefused',
  'sourcingUnclear',
  'sourcingEnded',
  'rejected',
  'cancelled',
  'asnShort',
  'lineShort',
  'overReceived',
  'approval.rejected',
]);
const GOOD = new Set(['approved', 'allReceived', 'done']);

/** What happened to a requisition or a purchase order. */
export function PurchaseHistory({ rows }: { rows: PurchaseDetail['history'] }): ReactNode {
  const { t } = useTranslation('procurement');
  const why = (detail: PurchaseDetail['history'][number]['detail']): string => {
    const { units, lines, inbound, order, to, document, bill, payment, supplier, reason, remark, name, copyOf } =
      detail ?? {};
    return [
      typeof copyOf === 'string' ? t('purchaseEvent.copyOf', { number: copyOf }) : '',
      typeof units === 'number' ? t('purchaseEvent.unitsOf', { count: units }) : '',
      typeof lines === 'number' ? t('purchaseEvent.linesOf', { count: lines }) : '',
      typeof to === 'string' ? t(`sourcing.trade.${to}`) : '',
      ...[inbound, order, document, bill, payment, supplier, reason, remark, name].filter(
        (one): one is string => typeof one === 'string',
      ),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const text = why(row.detail);
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: t(`purchaseEvent.${row.event}`),
          ...(text ? { why: text } : {}),
          ...(BAD.has(row.event) ? { tone: 'bad' as const } : GOOD.has(row.event) ? { tone: 'good' as const } : {}),
        };
      })}
    />
  );
}
