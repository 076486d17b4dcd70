import { listMoneyAccounts, type MoneyAccountRow, saveMoneyAccount } from '@tradewind/contract/finance/banking.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { AccountDrawer } from './account-drawer.tsx';
import { AccountForm } from './account-form.tsx';
import { ActiveTag } from './active-tag.tsx';

/** Where the company's money is. */
export function AccountsPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  return (
    <ListPage
      id="finance.moneyAccounts"
      call={listMoneyAccounts}
      columns={useColumns()}
      primary={
        may(saveMoneyAccount) && { label: t('bank.addAccount'), form: (close) => <AccountForm onClose={close} /> }
      }
      empty={{ title: t('bank.noAccounts'), hint: t('bank.noAccountsHint') }}
      detail={(id, tools, row) => <AccountDrawer id={id} row={row} tools={tools} />}
    />
  );
}

function useColumns(): Column<MoneyAccountRow>[] {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  return useMemo<Column<MoneyAccountRow>[]>(
    () => [
      col.heading('name', t('bank.name'), { width: 170 }),
      col.status('active', t('bank.status'), (row) => <ActiveTag active={row.active} />, { width: 90 }),
      col.text('kind', t('bank.type'), { width: 150, of: (row: MoneyAccountRow) => t(`bank.accountKind.${row.kind}`) }),
      col.code('tail', t('bank.tail'), { width: 90 }),
      col.money('balance', t('bank.balance'), { currency: 'currency' }),
      col.money('baseBalance', t('bank.base'), { currency: () => baseCurrency }),
      col.money('statementBalance', t('bank.statementBalance'), { currency: 'currency' }),
      col.code('statementOn', t('bank.statementOn'), { width: 120 }),
      col.qty('openLines', t('bank.openLines'), { width: 95 }),
    ],
    [t, baseCurrency],
  );
}
