import { RETURN_REASONS, type ReturnRow } from '@tradewind/contract/returns.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDropName } from '../../components/drop-select.tsx';
import { DateTime, Money, None, Quantity } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
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
      {
        key: 'state',
        title: t('stateLabel'),
        width: 110,
        card: 'state',
        render: (row) => <ReturnStateTag state={row.state} />,
      },
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
      { key: 'units', title: t('units'), width: 70, align: 'right', render: (row) => <Quantity value={row.units} /> },
      {
        key: 'refunded',
        title: t('refunded'),
        width: 120,
        align: 'right',
        render: (row) => <Money amount={row.refunded} currency={row.currency} />,
      },
      {
        key: 'answerBy',
        title: t('answerBy'),
        width: 170,
        render: (row) => {
          if (!row.answerBy || row.state !== 'requested') return <None />;
          return row.overdue ? <StatusTag tone="bad">{t('overdue')}</StatusTag> : <DateTime at={row.answerBy} />;
        },
      },
      { key: 'tracking', title: t('tracking'), width: 170, render: (row) => row.trackingNumber || <None /> },
      { key: 'requestedAt', title: t('requestedAt'), width: 160, render: (row) => <DateTime at={row.requestedAt} /> },
    ],
    [t, reasonName],
  );
}
