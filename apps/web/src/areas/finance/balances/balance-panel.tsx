import { BALANCE_PARTIES, type BalanceRow, exportBalances, listBalances } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { Money } from '../../../components/figures.tsx';
import { type Column, ListPage, yesNo } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { bareMoney } from '../bare-money.tsx';
import { BalanceDrawer } from './balance-drawer.tsx';
import { RechargeButton } from './recharge-button.tsx';

/** What parties owe us and what we owe them; each row opens its lines. */
export function BalancePanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [opened, setOpened] = useState<BalanceRow>();
  return (
    <>
      <ListPage
        id="finance.balances"
        call={listBalances}
        columns={useColumns()}
        keyOf={(row) => row.key}
        tabs={{
          param: 'party',
          items: ['', ...BALANCE_PARTIES].map((value) => ({
            value,
            label: value === '' ? t('balances.all') : t(`balances.party.${value}`),
          })),
        }}
        filters={[
          { kind: 'dates', name: ['from', 'to'], label: t('balances.days') },
          { kind: 'select', name: 'currency', label: t('balances.currency'), options: currencyOptions() },
          {
            kind: 'select',
            name: 'over',
            label: t('balances.over'),
            options: yesNo(t('balances.overOnly'), t('balances.overAll')),
          },
        ]}
        exports={may(exportBalances) && { call: exportBalances }}
        actions={<RechargeButton />}
        summary={<p className="tw-ageing-sums tw-muted">{t('balances.sign')}</p>}
        empty={{ title: t('balances.none'), hint: t('balances.noneHint') }}
        onOpen={setOpened}
      />
      {opened && <BalanceDrawer of={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

function useColumns(): Column<BalanceRow>[] {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  // Without a period there is nothing to say of them.
  const [params] = useSearchParams();
  const ofPeriod = params.has('from') || params.has('to');
  return useMemo<Column<BalanceRow>[]>(() => {
    const money = (key: 'opening' | 'increase' | 'decrease' | 'closing') =>
      bareMoney<BalanceRow>(key, t(`balances.${key}`), (row) => [row[key] ?? '0', row.currency]);
    return [
      col.ownHeading('name', t('balances.name'), (row) => row.name || t(`balances.party.${row.party}`), { width: 210 }),
      col.text('party', t('balances.kind'), { of: (row: BalanceRow) => t(`balances.party.${row.party}`), width: 150 }),
      col.text('accountName', t('balances.account'), { width: 230 }),
      col.code('currency', t('balances.currency'), { width: 85 }),
      ...(ofPeriod ? (['opening', 'increase', 'decrease'] as const).map(money) : []),
      money('closing'),
      col.money('base', t('balances.base'), { currency: () => baseCurrency, width: 130, card: 'hide' }),
      col.status('limit', t('balances.limit'), (row) => <Limit row={row} />, { width: 170 }),
    ];
  }, [t, baseCurrency, ofPeriod]);
}

function Limit({ row }: { row: BalanceRow }): ReactNode {
  const { t } = useTranslation('finance');
  if (row.limit === null) return null;
  return row.over ? (
    <StatusTag tone="bad">{t('balances.isOver')}</StatusTag>
  ) : (
    <Money amount={row.limit} currency={row.currency} />
  );
}
