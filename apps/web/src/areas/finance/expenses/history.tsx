import type { ExpenseDetail } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../components/format.ts';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';

const BAD = new Set(['rejected', 'voided', 'approval.rejected']);
const GOOD = new Set(['booked', 'paid', 'confirmed']);

/** What happened to an expense, an income or a payment run. */
export function ExpenseHistory({ rows }: { rows: ExpenseDetail['history'] }): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const { remark, name, run, amount, currency } = row.detail ?? {};
        const of = typeof currency === 'string' ? currency : '';
        const money = typeof amount === 'string' ? `${formatMoney(amount, of)} ${of}`.trim() : '';
        const why = [remark, name, run, money].filter((one): one is string => typeof one === 'string' && one !== '');
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: t(`expense.event.${row.event}`),
          ...(why.length > 0 ? { why: why.join(' · ') } : {}),
          ...(BAD.has(row.event) ? { tone: 'bad' as const } : GOOD.has(row.event) ? { tone: 'good' as const } : {}),
        };
      })}
    />
  );
}
