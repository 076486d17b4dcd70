import {
  DEBT_STAGES,
  type DebtStage,
  type ShopMoney,
  syncSettlements,
  whereIsMoney,
} from '@tradewind/contract/finance.ts';
import { Tooltip } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { None } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import { ShopButton } from '../../../components/lead-button.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import { platformName } from '../../../platform-names.ts';
import { BareMoney } from '../bare-money.tsx';
import { SyncButton } from './settlement-list.tsx';
import { StageDrawer } from './stage-drawer.tsx';

interface Opened {
  row: ShopMoney;
  stage: DebtStage;
}

/** What platforms owe, by shop and currency, in five stages. */
export function MoneyView(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const narrow = useNarrow();
  const [opened, setOpened] = useState<Opened>();
  const money = useCall(whereIsMoney, {});
  const base = money.data?.currency ?? '';
  const sum = money.data?.sum;
  const columns = useColumns(base, setOpened);
  const figure = (amount: string) => <BareMoney amount={amount} currency={base} />;
  const foot = sum && {
    shop: t('settle.totalIn', { currency: base }),
    ...Object.fromEntries(DEBT_STAGES.map((stage) => [stage, figure(sum[stage])])),
    total: figure(sum.total),
  };
  return (
    <section className="tw-panel tw-money-place">
      <div className="tw-settle-head">
        <h2>{t('settle.view.money')}</h2>
        <span>
          {narrow && sum && (
            <span>
              {t('settle.totalIn', { currency: base })} <b>{figure(sum.total)}</b>
            </span>
          )}
          {may(syncSettlements) && <SyncButton />}
        </span>
      </div>
      {isLost(money) ? (
        <PageError error={money.error} onRetry={() => void money.refetch()} />
      ) : (
        <LineTable
          label={t('settle.view.money')}
          columns={columns}
          rows={money.data?.rows ?? []}
          keyOf={(row) => `${row.shopId}/${row.currency}`}
          skeleton={money.isPending ? 4 : 0}
          foot={foot}
          empty={
            <EmptyState
              title={t('settle.noMoney')}
              hint={t('settle.noMoneyHint')}
              action={<ShopButton type="default" />}
            />
          }
        />
      )}
      {opened && <StageDrawer {...opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function useColumns(base: string, open: (opened: Opened) => void): Column<ShopMoney>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<ShopMoney>[]>(
    () => [
      col.ownHeading(
        'shop',
        t('settle.shop'),
        (row) => (
          <>
            {row.shopName}{' '}
            <small className="tw-muted tw-money-under">{[platformName(row.platform), row.currency].join(' · ')}</small>
          </>
        ),
        { width: 150 },
      ),
      ...DEBT_STAGES.map((stage) =>
        col.own<ShopMoney>(
          stage,
          t(`settle.stage.${stage}`),
          (row) => <StageFigure row={row} stage={stage} base={base} onOpen={() => open({ row, stage })} />,
          { width: stage === 'unsettled' ? 128 : 104, align: 'right' },
        ),
      ),
      col.own(
        'total',
        t('settle.total'),
        (row) => (
          <>
            <BareMoney amount={row.own.total} currency={row.currency} />
            {row.currency !== base && (
              <small className="tw-muted tw-money-under">
                {formatMoney(row.base.total, base)} {base}
              </small>
            )}
          </>
        ),
        { width: 130, align: 'right' },
      ),
      col.own('last', t('settle.lastPayout'), (row) => <LastPayout row={row} />, { width: 105, align: 'right' }),
      col.own('next', t('settle.nextPayout'), (row) => <NextPayout row={row} />, { width: 100 }),
      col.own('oldest', t('settle.oldest'), (row) => <Oldest days={row.oldestUnsettledDays} />, {
        width: 100,
        align: 'right',
      }),
    ],
    [t, base, open],
  );
}

interface StageFigureProps extends Opened {
  base: string;
  onOpen: () => void;
}
function StageFigure({ row, stage, base, onOpen }: StageFigureProps): ReactNode {
  const { t } = useTranslation('finance');
  const amount = row.own[stage];
  if (Number(amount) === 0 && Number(row.base[stage]) === 0) return <None />;
  return (
    <button
      type="button"
      className="tw-explain"
      title={`${formatMoney(row.base[stage], base)} ${base}`}
      aria-label={`${t(`settle.stage.${stage}`)} ${formatMoney(amount, row.currency)}`}
      onClick={onOpen}
    >
      {formatMoney(amount, row.currency)}
    </button>
  );
}

function LastPayout({ row }: { row: ShopMoney }): ReactNode {
  if (row.lastPayoutDay === null || row.lastPayoutAmount === null) return <None />;
  return (
    <span className="tw-figure">
      {row.lastPayoutDay}
      <small className="tw-muted tw-money-under">
        {formatMoney(row.lastPayoutAmount, row.currency)} {row.currency}
      </small>
    </span>
  );
}

function NextPayout({ row }: { row: ShopMoney }): ReactNode {
  const { t } = useTranslation('finance');
  if (row.nextPayoutDay === null) return <None />;
  return (
    <Tooltip title={t(row.nextBy === 'payouts' ? 'settle.byPayouts' : 'settle.byPlatform')}>
      <span className="tw-figure">
        {row.nextPayoutDay}
        {row.late && (
          <small className="tw-money-under">
            <StatusTag tone="warn">{t('settle.late')}</StatusTag>
          </small>
        )}
      </span>
    </Tooltip>
  );
}

function Oldest({ days }: { days: number | null }): ReactNode {
  const { t } = useTranslation('finance');
  return days === null ? <None /> : <span className="tw-figure">{t('settle.days', { count: days })}</span>;
}
