import {
  EXPENSE_MODULES,
  type ExpenseSide,
  listRecurringExpenses,
  type RecurringExpenseRow,
  saveRecurringExpense,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { typeName, useExpenseChoices, useTypeOptions } from './choices.ts';
import { type Share, SharesField, sharesOf } from './shares-field.tsx';

/** Expenses or incomes that repeat every month. */
export function RecurringPanel({ side }: { side: ExpenseSide }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [editing, setEditing] = useState<RecurringExpenseRow>();
  return (
    <>
      <ListPage
        id={`finance.recurring.${side}`}
        call={listRecurringExpenses}
        fixed={{ side }}
        columns={useColumns()}
        {...(may(EXPENSE_MODULES[side].edit) ? { onOpen: setEditing } : {})}
        primary={
          may(EXPENSE_MODULES[side].add) && {
            label: t('recurring.add'),
            form: (close) => <RecurringForm side={side} onClose={close} />,
          }
        }
        empty={{ title: t('recurring.none'), hint: t('recurring.noneHint') }}
      />
      {editing && <RecurringForm side={side} row={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function useColumns(): Column<RecurringExpenseRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<RecurringExpenseRow>[]>(
    () => [
      col.heading('subject', t('expense.subject'), {
        of: (row: RecurringExpenseRow) => row.subject || typeName(row),
        width: 200,
      }),
      col.status(
        'state',
        t('expense.status'),
        (row) => {
          const word = !row.active ? 'stopped' : row.lastError ? 'failed' : 'running';
          const tone = { stopped: 'muted', failed: 'bad', running: 'good' } as const;
          return <StatusTag tone={tone[word]}>{t(`recurring.${word}`)}</StatusTag>;
        },
        { width: 110 },
      ),
      col.text('type', t('expense.type'), { of: typeName, width: 150 }),
      col.money('amount', t('expense.amount'), { currency: 'currency', width: 140 }),
      col.qty('dayOfMonth', t('recurring.dayOfMonth'), { width: 110 }),
      col.code('nextOn', t('recurring.nextOn'), {
        of: (row: RecurringExpenseRow) => (row.active ? row.nextOn : null),
        width: 110,
      }),
      col.code('until', t('recurring.until'), { width: 110 }),
      col.qty('made', t('recurring.made')),
      col.text('error', t('recurring.failed'), { of: 'lastError', width: 220 }),
    ],
    [t],
  );
}

type Values = Typed<typeof saveRecurringExpense, { lines: Share[] }>;
interface RecurringFormProps {
  side: ExpenseSide;
  row?: RecurringExpenseRow;
  onClose: () => void;
}

function valuesOf(row: RecurringExpenseRow | undefined, today: string, currency: string): StartOf<Values> {
  if (!row)
    return {
      ...{ currency, startsOn: today, dayOfMonth: 1, submits: false, active: true, lines: [{ share: '1' }] },
      idempotencyKey: crypto.randomUUID(),
    };
  const { id, version, subject, typeId, amount, lines, payee, payeeAccount, memberId, remark } = row;
  return {
    ...{ id, version, subject, typeId, amount, currency: row.currency, lines, payee, payeeAccount, memberId, remark },
    ...{ dayOfMonth: row.dayOfMonth, startsOn: row.nextOn, until: row.until, submits: row.submits, active: row.active },
  };
}

function RecurringForm({ side, row, onClose }: RecurringFormProps): ReactNode {
  const { t } = useTranslation('finance');
  const { today } = useCompanyClock();
  const { baseCurrency, members } = useExpenseChoices();
  const types = useTypeOptions(side);
  const now = today();
  const initial = useMemo(() => valuesOf(row, now, baseCurrency), [row, now, baseCurrency]);
  return (
    <FormDrawer
      open
      key={`${row?.id}/${baseCurrency}`}
      size={640}
      title={t(row ? 'recurring.edit' : 'recurring.add')}
      call={saveRecurringExpense}
      initial={initial}
      toInput={({ lines, until, memberId, ...values }: Values) => ({
        ...values,
        ...{ until: until ?? null, memberId: memberId ?? null, lines: sharesOf(lines) },
      })}
      verb={t('recurring.save')}
      success={t('recurring.saved')}
      refresh={[listRecurringExpenses]}
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'typeId', label: t('expense.type'), options: types, half: true },
        { kind: 'text', name: 'subject', label: t('expense.subject'), half: true },
        { kind: 'decimal', name: 'amount', label: t('expense.amount'), half: true },
        { kind: 'select', name: 'currency', label: t('expense.currency'), options: currencyOptions(), half: true },
        {
          kind: 'number',
          name: 'dayOfMonth',
          label: t('recurring.dayOfMonth'),
          help: t('recurring.dayHelp'),
          half: true,
        },
        { kind: 'date', name: 'startsOn', label: row ? t('recurring.nextOn') : t('recurring.startsOn'), half: true },
        { kind: 'date', name: 'until', label: t('recurring.until'), half: true, required: false },
        { kind: 'text', name: 'payee', label: t(`expense.payee.${side}`), half: true },
        { kind: 'text', name: 'payeeAccount', label: t('expense.payeeAccount'), half: true },
        side === 'expense' && {
          ...{
            kind: 'select',
            name: 'memberId',
            label: t('expense.member'),
            options: members,
            half: true,
            required: false,
          },
        },
        { kind: 'switch', name: 'submits', label: t('recurring.submits'), half: true },
        { kind: 'switch', name: 'active', label: t('recurring.active'), half: true },
      ]}
    >
      <SharesField />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('expense.remark') }]} />
    </FormDrawer>
  );
}
