import {
  commitExpenseImport,
  EXPENSE_MODULES,
  EXPENSE_STATES,
  type ExpenseRow,
  type ExpenseSide,
  expenseImportErrors,
  expenseMay,
  expenseTabs,
  expenseTemplate,
  exportExpenses,
  listExpenses,
  preparePaymentRun,
  previewExpenseImport,
  removeExpenses,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { CHANGED, PAID } from './changed.ts';
import { typeName, useExpenseChoices, useTypeOptions } from './choices.ts';
import { ExpenseDrawer } from './expense-drawer.tsx';
import { ExpenseForm } from './expense-form.tsx';
import { RunForm } from './run-form.tsx';
import { ExpenseTag } from './states.tsx';
import { ExpenseSums } from './sums.tsx';

/** Expenses or incomes: list, totals of the filter, import and file. */
export function ExpensePanel({ side }: { side: ExpenseSide }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const counts = useCall(expenseTabs, { side }).data?.counts;
  const { departments, members } = useExpenseChoices();
  const types = useTypeOptions(side);
  const shops = useShopOptions();
  const [picked, setPicked] = useState<number[]>();
  return (
    <>
      <ListPage
        id={`finance.${side}`}
        call={listExpenses}
        fixed={{ side }}
        columns={useColumns(side)}
        tabs={tabsOf('state', EXPENSE_STATES, (state) => t(`expense.state.${side}.${state}`), {
          all: t('expense.all'),
          counts,
          uncounted: ['paid', 'void'],
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('expense.search') },
          { kind: 'dates', name: ['from', 'to'], label: t('expense.day') },
          { kind: 'select', name: 'typeId', label: t('expense.type'), options: types },
          { kind: 'select', name: 'shopId', label: t('expense.shop'), options: shops, more: true },
          { kind: 'select', name: 'departmentId', label: t('expense.department'), options: departments, more: true },
          ...(side === 'expense'
            ? [
                {
                  kind: 'select' as const,
                  name: 'memberId' as const,
                  label: t('expense.member'),
                  options: members,
                  more: true,
                },
              ]
            : []),
        ]}
        summary={<ExpenseSums side={side} />}
        bulk={[
          {
            key: 'run',
            label: t('paymentRun.prepare'),
            may: side === 'expense' && may(preparePaymentRun),
            fits: (row) => expenseMay('run', row),
            needs: t('paymentRun.bookedOnly'),
            run: async ({ input }) => {
              if ('ids' in input) setPicked(input.ids);
              return undefined;
            },
          },
          {
            key: 'remove',
            label: t('expense.delete'),
            danger: true,
            may: may(removeExpenses),
            fits: (row) => expenseMay('discard', row) || expenseMay('void', row),
            confirm: (count) => t('expense.removeMany', { count }),
            refresh: PAID,
            run: bulkRun(removeExpenses),
          },
        ]}
        exports={may(exportExpenses) && { call: exportExpenses }}
        actions={
          may(commitExpenseImport) && (
            <ImportButton
              label={t('expense.import')}
              title={t('expense.import')}
              template={expenseTemplate}
              preview={previewExpenseImport}
              errors={expenseImportErrors}
              commit={commitExpenseImport}
              refresh={CHANGED}
            />
          )
        }
        primary={
          may(EXPENSE_MODULES[side].add) && {
            label: t(`expense.add.${side}`),
            form: (close) => <ExpenseForm side={side} onClose={close} />,
          }
        }
        empty={{ title: t(`expense.none.${side}`), hint: t('expense.noneHint') }}
        detail={(id, tools) => <ExpenseDrawer id={id} tools={tools} />}
      />
      {picked && <RunForm ids={picked} onClose={() => setPicked(undefined)} />}
    </>
  );
}

function useColumns(side: ExpenseSide): Column<ExpenseRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<ExpenseRow>[]>(
    () => [
      col.heading('number', t('expense.number'), { width: 180 }),
      col.status('state', t('expense.status'), (row) => <ExpenseTag side={row.side} state={row.state} />, {
        width: 100,
      }),
      col.code('day', t('expense.day'), { width: 110 }),
      col.text('type', t('expense.type'), { of: typeName, width: 150 }),
      col.text('subject', t('expense.subject'), { width: 200 }),
      col.money('amount', t('expense.amount'), { currency: 'currency', width: 140 }),
      col.text('payee', t(`expense.payee.${side}`), {
        of: (row: ExpenseRow) => row.payee || row.memberName,
        width: 170,
      }),
      col.text('shops', t('expense.shop'), { of: 'shopNames', width: 150 }),
      col.text('departments', t('expense.department'), { of: 'departmentNames', width: 150 }),
      col.code('paidOn', t(`expense.paidOn.${side}`), { width: 110 }),
      col.text('run', t('expense.run'), { of: 'runNumber', width: 170, card: 'hide' }),
      col.text('createdBy', t('expense.createdBy'), { width: 120, card: 'hide' }),
      col.time('createdAt', t('expense.createdAt'), { card: 'hide' }),
    ],
    [t, side],
  );
}
