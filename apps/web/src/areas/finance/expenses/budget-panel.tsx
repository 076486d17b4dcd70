import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type BudgetRow,
  budgetMonth,
  delMonthBudget,
  exportBudget,
  findOneMonthBudget,
  listBudget,
} from '@tradewind/contract/finance.ts';
import { DatePicker, Progress } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { useCompanyClock } from '../../../components/days.ts';
import { Money } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { BudgetForm } from './budget-form.tsx';
import { typeName, useExpenseChoices, useTypeOptions } from './choices.ts';
import './expenses.css';

export const BUDGET_CHANGED = [listBudget, budgetMonth, findOneMonthBudget];

/** The budget of a month: what is used, committed and left. */
export function BudgetPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const { today } = useCompanyClock();
  const [params, setParams] = useSearchParams();
  const month = /^\d{4}-\d{2}$/.exec(params.get('month') ?? '')?.[0] ?? today().slice(0, 7);
  const { baseCurrency, departments } = useExpenseChoices();
  const types = useTypeOptions();
  const shops = useShopOptions();
  const [editing, setEditing] = useState<number>();
  const choose = (next: string) =>
    setParams((before) => {
      const changed = new URLSearchParams(before);
      changed.set('month', next);
      return changed;
    });
  return (
    <>
      <ListPage
        id="finance.budget"
        call={listBudget}
        fixed={{ month }}
        columns={useColumns(baseCurrency)}
        filters={[
          { kind: 'select', name: 'departmentId', label: t('expense.department'), options: departments },
          { kind: 'select', name: 'shopId', label: t('expense.shop'), options: shops },
          { kind: 'select', name: 'typeId', label: t('expense.type'), options: types },
        ]}
        summary={<Month month={month} />}
        exports={may(exportBudget) && { call: exportBudget }}
        actions={
          <DatePicker
            picker="month"
            allowClear={false}
            aria-label={t('budget.month')}
            value={dayjs(`${month}-01`)}
            onChange={(picked) => picked && choose(picked.format('YYYY-MM'))}
          />
        }
        primary={
          may(rights.budget.add) && {
            label: t('budget.add'),
            form: (close) => <BudgetForm month={month} onClose={close} />,
          }
        }
        onOpen={(row) => setEditing(row.budgetId)}
        empty={{ title: t('budget.none'), hint: t('budget.noneHint') }}
      />
      {editing !== undefined && (
        <BudgetForm
          month={month}
          id={editing}
          onClose={() => setEditing(undefined)}
          remove={<DeleteButton id={editing} onDone={() => setEditing(undefined)} />}
        />
      )}
    </>
  );
}

function useColumns(currency: string): Column<BudgetRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<BudgetRow>[]>(() => {
    const money = { currency: () => currency, width: 120 };
    return [
      col.heading('type', t('expense.type'), { of: typeName, width: 160 }),
      col.text('department', t('expense.department'), {
        of: (row) => row.departmentName ?? t('budget.all'),
        width: 150,
      }),
      col.text('shop', t('expense.shop'), { of: (row) => row.shopName ?? t('budget.all'), width: 130 }),
      col.money('amount', t('budget.amount'), money),
      col.money('used', t('budget.used'), money),
      col.money('committed', t('budget.committed'), money),
      col.money('left', t('budget.left'), { ...money, signed: true }),
      col.own(
        'percent',
        t('budget.percent'),
        ({ percent }) =>
          percent !== null && (
            <Progress
              aria-label={t('budget.percent')}
              percent={Math.min(percent, 100)}
              size="small"
              status={percent > 100 ? 'exception' : 'normal'}
              format={() => `${percent}%`}
            />
          ),
        { width: 150 },
      ),
    ];
  }, [t, currency]);
}

function Month({ month }: { month: string }): ReactNode {
  const { t } = useTranslation('finance');
  const { data } = useCall(budgetMonth, { month }, { keepPrevious: true });
  if (!data) return null;
  return (
    <p className="tw-expense-sums">
      {(['booked', 'committed', 'uncovered'] as const).map((name) => (
        <span key={name}>
          <span className="tw-muted">{t(`budget.${name}`)}</span>{' '}
          <strong>
            <Money amount={data[name]} currency={data.currency} />
          </strong>
        </span>
      ))}
    </p>
  );
}

function DeleteButton({ id, onDone }: { id: number; onDone: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const remove = useAct(delMonthBudget, { refresh: BUDGET_CHANGED, success: t('budget.deleted'), onDone });
  if (!may(delMonthBudget)) return null;
  return (
    <ConfirmDanger
      title={t('budget.deleteTitle')}
      consequence={t('budget.deleteText')}
      verb={t('expense.delete')}
      onConfirm={() => remove.mutateAsync({ ids: [id] })}
    />
  );
}
