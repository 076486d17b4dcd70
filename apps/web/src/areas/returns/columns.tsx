import { RETURN_REASONS, type ReturnRow, returnMay } from '@tradewind/contract/returns.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDropName } from '../../components/drop-select.tsx';
import { DateTime, None } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { platformName } from '../../platform-names.ts';
import { ReturnStateTag } from './state.tsx';

export function useReturnColumns(): Column<ReturnRow>[] {
  const { t } = useTranslation('returns');
  const reasonName = useDropName(RETURN_REASONS);
  return useMemo<Column<ReturnRow>[]>(
    () => [
      {
        key: 'number',
        title: t('number'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => (
          <div className="tw-two-lines">
            <strong className="tw-figure">{row.number}</strong>
            <span className="tw-muted">{row.platformReturnNo ?? t('byHand')}</span>
          </div>
        ),
      },
      {
        key: 'order',
        title: t('order'),
        width: 180,
        render: (row) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{row.orderNo}</span>
            <span className="tw-muted">
              {platformName(row.platform)} · {row.shopName}
            </span>
          </div>
        ),
      },
      col.status('state', t('stateLabel'), (row) => <ReturnStateTag state={row.state} />, { width: 110 }),
      { key: 'kind', title: t('kindLabel'), width: 120, render: (row) => t(`kind.${row.kind}`) },
      {
        key: 'reason',
        title: t('reason'),
        width: 200,
        render: (row) =>
          row.reason || row.reasonText ? (
            <span title={row.reasonText}>{row.reason ? reasonName(row.reason) : row.reasonText}</span>
          ) : (
            <None />
          ),
      },
      {
        key: 'goods',
        title: t('goods'),
        width: 200,
        render: (row) =>
          row.summary.length > 0 ? row.summary.map((line) => `${line.sku} × ${line.quantity}`).join(', ') : <None />,
      },
      col.qty('units', t('units'), { width: 70 }),
      col.money('refunded', t('refunded'), { currency: 'currency', width: 120 }),
      {
        key: 'answerBy',
        title: t('answerBy'),
        width: 170,
        render: (row) => {
          if (!row.answerBy || !returnMay('decide', row)) return <None />;
          return row.overdue ? <StatusTag tone="bad">{t('overdue')}</StatusTag> : <DateTime at={row.answerBy} />;
        },
      },
      col.text('tracking', t('tracking'), { of: 'trackingNumber', width: 170 }),
      col.time('requestedAt', t('requestedAt'), { width: 160 }),
    ],
    [t, reasonName],
  );
}
