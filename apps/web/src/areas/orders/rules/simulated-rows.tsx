import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type DryRun,
  exportSimulated,
  listSimulated,
  RULE_KINDS,
  SIMULATED_CHANGES,
  type SimulatedSide,
} from '@tradewind/contract/orders.ts';
import { Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatMoney, formatNumber } from '../../../components/format.ts';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { Pager } from '../../../components/list/pager.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';

type Row = ResultOf<typeof listSimulated>['rows'][number];
type Change = Row['changes'][number];

/** Orders whose result would change, with the differences and the rules behind them. */
export function SimulatedRows({ rehearsal: dryRun }: { rehearsal: DryRun }): ReactNode {
  const { t } = useTranslation('orders');
  const narrow = useNarrow();
  const [change, setChange] = useState<Change | 'all'>('all');
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 50 });
  const found = useCall(
    listSimulated,
    { rehearsalId: dryRun.id, page, pageSize, ...(change === 'all' ? {} : { change }) },
    { keepPrevious: true },
  );
  const columns = useColumns();
  if (dryRun.changed === 0) return <EmptyState title={t('rule.nothingChanges')} />;
  const counts: [Change, number][] = [
    ...SIMULATED_CHANGES.map((each): [Change, number] => [each, dryRun.changes[each] ?? 0]),
    ['fallen', dryRun.fallen],
  ];
  return (
    <>
      <div className="tw-rehearsal-filter">
        <Segmented<Change | 'all'>
          size="small"
          value={change}
          onChange={(chosen) => {
            setChange(chosen);
            setPage({ page: 1, pageSize });
          }}
          options={[
            { value: 'all', label: `${t('rule.all')} ${formatNumber(dryRun.changed)}` },
            ...counts
              .filter(([, count]) => count > 0)
              .map(([value, count]) => ({ value, label: `${t(`rule.differs.${value}`)} ${formatNumber(count)}` })),
          ]}
        />
        <ExportButton action={{ call: exportSimulated }} filter={{ rehearsalId: dryRun.id }} />
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="tw-rehearsal-rows">
          <LineTable
            cards={false}
            label={t('rule.rehearse')}
            columns={columns}
            rows={found.data?.rows ?? []}
            stale={found.isPlaceholderData}
            {...(found.isPending ? { skeleton: 8 } : {})}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            total={found.data?.total}
            totalExact={found.data?.totalExact ?? true}
            narrow={narrow}
            onChange={(next, size) => setPage({ page: next, pageSize: size })}
          />
        </div>
      )}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('orders');
  return useMemo(
    () => [
      col.code('order', t('order'), { of: 'displayNo', width: 160, narrow: 110, frozen: true }),
      {
        key: 'changes',
        title: t('rule.whatDiffers'),
        width: 520,
        narrow: 260,
        render: (row) => (
          <div className="tw-differences">
            {row.changes.map((change) =>
              change === 'fallen' ? (
                <div key={change} className="tw-bad">
                  {t('rule.differs.fallen')}
                </div>
              ) : (
                <div key={change}>
                  <span className="tw-muted">{t(`rule.differs.${change}`)}</span> {said(t, change, row.before)} →{' '}
                  <strong>{said(t, change, row.after)}</strong>
                </div>
              ),
            )}
          </div>
        ),
      },
      {
        key: 'rules',
        title: t('rule.byRules'),
        width: 340,
        narrow: 200,
        render: (row) => (
          <div className="tw-differences">
            {RULE_KINDS.filter((kind) => row.before.rules[kind] !== row.after.rules[kind]).map((kind) => (
              <div key={kind}>
                <span className="tw-muted">{row.before.rules[kind] ?? t('rule.noRule')}</span> →{' '}
                {row.after.rules[kind] ?? t('rule.noRule')}
              </div>
            ))}
          </div>
        ),
      },
    ],
    [t],
  );
}

function said(t: TFunction<'orders'>, change: Exclude<Change, 'fallen'>, side: SimulatedSide): string {
  switch (change) {
    case 'status':
      return side.exception
        ? t(`exception.${side.exception}` as 'exception.rule')
        : t(`status.${side.status}` as 'status.review');
    case 'warehouse':
      return side.warehouse || t('rule.otherwise.warehouse');
    case 'channel': {
      const name = side.channel || t('rule.otherwise.channel');
      return side.transitDays === null ? name : t('rule.withDays', { name, days: side.transitDays });
    }
    case 'tags':
      return side.tags.join(t('rule.comma')) || t('rule.noTags');
    case 'priority':
      return String(side.priority ?? 0);
    case 'split': {
      const [by = '', limit = 0] = side.split.split(':');
      return by ? t(`rule.splitTo.${by}` as 'rule.splitTo.stock', { limit }) : t('rule.otherwise.split');
    }
    case 'merge':
      return side.merge ? t(`rule.mergeTo.${side.merge}` as 'rule.mergeTo.auto') : t('rule.otherwise.merge');
    case 'cost':
      return side.cost === null
        ? t('rule.unknown')
        : `${formatMoney(side.cost, side.costCurrency)} ${side.costCurrency}`;
    case 'late':
      return t(side.late === null ? 'rule.unknown' : side.late ? 'rule.isLate' : 'rule.onTime');
  }
}
