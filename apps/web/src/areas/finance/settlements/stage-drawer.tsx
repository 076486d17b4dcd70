import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  type DebtStage,
  listDebtEntries,
  listSettlementLines,
  listUnsettledOrders,
  payoutsInTransit,
  type SettlementLineRow,
  type ShopMoney,
  settledSincePayout,
  type UnsettledOrder,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import type { Column } from '../../../components/list-page.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useOrderPage } from '../../../components/use-order-page.ts';
import { useUser } from '../../../shell/session.ts';
import { useLedgerColumns } from '../lines.tsx';
import { OrderLink, useLineColumns } from './line-columns.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { PagedTable } from './paged-table.tsx';

interface StageProps {
  row: ShopMoney;
}
const VIEWS = { unsettled: Unsettled, deferred: Deferred, settled: Settled, reserve: Reserve, inTransit: InTransit };

/** What a stage of a shop's money is made of. */
export function StageDrawer({
  row,
  stage,
  onClose,
}: StageProps & { stage: DebtStage; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  const View = VIEWS[stage];
  return (
    <PageDrawer
      open
      size={1000}
      title={t('settle.stageOf', { shop: row.shopName, stage: t(`settle.stage.${stage}`) })}
      onClose={onClose}
    >
      <div className="tw-explain-sum">
        <span className="tw-explain-figure">
          <Money amount={row.own[stage]} currency={row.currency} />
        </span>
        {row.currency !== baseCurrency && (
          <span className="tw-muted">
            {formatMoney(row.base[stage], baseCurrency)} {baseCurrency}
          </span>
        )}
      </div>
      <View row={row} />
    </PageDrawer>
  );
}

function Unsettled({ row: { shopId, currency } }: StageProps): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  const door = useOrderPage();
  const columns: Column<UnsettledOrder>[] = [
    col.ownHeading('order', t('settle.order'), (row) => (
      <OrderLink to={door(row.orderId, row.orderNo)} orderNo={row.orderNo} />
    )),
    col.code('onDay', t('settle.soldOn'), { width: 110 }),
    col.own('days', t('settle.age'), (row) => t('settle.days', { count: row.days }), { width: 90, align: 'right' }),
    col.money('amount', t('settle.amount'), { currency: 'currency', width: 140 }),
    col.code('base', t('settle.base', { currency: baseCurrency }), {
      of: (row: UnsettledOrder) => formatMoney(row.baseAmount, baseCurrency),
      width: 140,
      align: 'right',
    }),
  ];
  return (
    <PagedTable
      call={listUnsettledOrders}
      input={{ shopId, currency }}
      label={t('settle.stage.unsettled')}
      columns={columns}
      keyOf={(row) => row.orderId}
      empty={t('settle.allSettled')}
    />
  );
}

function Deferred({ row: { shopId, currency } }: StageProps): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  return (
    <PagedTable
      call={listDebtEntries}
      input={{ shopId, currency, stage: 'deferred' }}
      label={t('settle.stage.deferred')}
      columns={useLedgerColumns(baseCurrency, true)}
      keyOf={(_row, index) => index}
      empty={t('noEntries')}
    />
  );
}

function Settled({ row: { shopId, currency } }: StageProps): ReactNode {
  const { t } = useTranslation('finance');
  const { data } = useCall(settledSincePayout, { shopId, currency });
  const money = (key: string, amount: string) => <Money key={key} amount={amount} currency={currency} />;
  return (
    <>
      {data && (
        <Facts
          columns={3}
          items={[
            [t(data.since ? 'settle.carried' : 'settle.carriedFirst'), money('carried', data.carried)],
            [t('settle.sinceLines', { count: data.lines }), money('amount', data.amount)],
            [t('settle.balance'), money('balance', data.balance)],
          ]}
        />
      )}
      {data && (
        <LinesOf input={{ shopIds: [shopId], currency, ...(data.since === null ? {} : { after: data.since }) }} />
      )}
    </>
  );
}

function Reserve({ row: { shopId, currency } }: StageProps): ReactNode {
  return <LinesOf input={{ shopIds: [shopId], currency, account: 'platform_reserve' }} />;
}

function LinesOf({ input }: { input: InputOf<typeof listSettlementLines> }): ReactNode {
  const { t } = useTranslation('finance');
  const [opened, setOpened] = useState<SettlementLineRow>();
  return (
    <>
      <PagedTable
        call={listSettlementLines}
        input={input}
        label={t('settle.lines')}
        columns={useLineColumns(false)}
        onRow={setOpened}
        empty={t('settle.noLines')}
      />
      {opened && <LineDrawer id={opened.id} known={opened} tools={{ close: () => setOpened(undefined) }} />}
    </>
  );
}

type Payout = ResultOf<typeof payoutsInTransit>['rows'][number];
function InTransit({ row: { shopId, currency } }: StageProps): ReactNode {
  const { t } = useTranslation('finance');
  const found = useCall(payoutsInTransit, { shopId, currency });
  const columns = useMemo<Column<Payout>[]>(
    () => [
      col.heading('number', t('settle.number'), { width: 200 }),
      col.code('onDay', t('settle.paidOn'), { width: 110 }),
      col.own('days', t('settle.age'), (row) => t('settle.days', { count: row.days }), { width: 90, align: 'right' }),
      col.money('amount', t('settle.amount'), { currency: () => currency, width: 140 }),
      col.money('open', t('settle.open'), { currency: () => currency, width: 140 }),
    ],
    [t, currency],
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <LineTable
      label={t('settle.stage.inTransit')}
      columns={columns}
      rows={found.data?.rows ?? []}
      keyOf={(_row, index) => index}
      skeleton={found.isPending ? 3 : 0}
      empty={<EmptyState title={t('settle.allReceived')} />}
    />
  );
}
