import {
  EXPENSE_MODULES,
  type ExpenseDetail,
  type ExpenseLedgerLine,
  expenseMay,
  getExpense,
  payExpense,
  removeExpenses,
  submitExpense,
} from '@tradewind/contract/finance.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import type { Column, DetailTools } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { PAID } from './changed.ts';
import { typeName } from './choices.ts';
import { ExpenseForm } from './expense-form.tsx';
import { ExpenseHistory } from './history.tsx';
import { PayForm } from './pay-form.tsx';
import { ExpenseTag } from './states.tsx';

export function ExpenseDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('finance');
  const query = useCall(getExpense, { id });
  const [doing, setDoing] = useState<'edit' | 'pay'>();
  const close = () => setDoing(undefined);
  const it = query.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        title={it?.number ?? ''}
        status={it && <ExpenseTag side={it.side} state={it.state} />}
        subtitle={it?.subject}
        query={query}
        actions={it && <Actions expense={it} onDo={setDoing} onGone={tools.close} />}
        tabs={
          it && [
            { key: 'shares', label: t('expense.shares'), children: <Shares expense={it} /> },
            { key: 'entries', label: t('expense.entries'), children: <Entries expense={it} /> },
            {
              key: 'files',
              label: t('expense.files'),
              children: <DocumentFiles docKind={it.side} docId={it.id} refresh={[getExpense]} />,
            },
            { key: 'history', label: t('expense.history'), children: <ExpenseHistory rows={it.history} /> },
          ]
        }
      >
        {it && <Head expense={it} />}
      </DetailDrawer>
      {it && doing === 'edit' && <ExpenseForm side={it.side} expense={it} onClose={close} />}
      {it && doing === 'pay' && <PayForm expense={it} onClose={close} />}
    </>
  );
}

function Head({ expense: it }: { expense: ExpenseDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const moved = it.entries.find((line) => line.step === 'booked' && line.eventDay !== null);
  const foreign = it.currency !== it.baseCurrency;
  return (
    <>
      {it.inRun && <Alert type="info" showIcon title={t('expense.inRun', { run: it.runNumber })} />}
      {moved && <Alert type="info" showIcon title={t('expense.moved', { day: moved.onDay })} />}
      {it.state === 'approved' && <Alert type="info" showIcon title={t('expense.future')} />}
      <Facts
        columns={3}
        items={[
          [t('expense.type'), typeName(it)],
          [t('expense.amount'), <Money key="a" amount={it.amount} currency={it.currency} />],
          [t('expense.day'), it.day],
          ...(foreign
            ? ([
                [t('expense.base'), <Money key="b" amount={it.baseAmount} currency={it.baseCurrency} />],
                [t('expense.rate'), formatNumber(it.rate)],
              ] as [string, ReactNode][])
            : []),
          [t('expense.occurredOn'), it.occurredOn],
          [t(`expense.payee.${it.side}`), it.payee],
          [t('expense.payeeAccount'), it.payeeAccount],
          ...(it.side === 'expense' ? ([[t('expense.member'), it.memberName]] as [string, ReactNode][]) : []),
          [t('expense.order'), it.orderNo],
          ...(it.paidOn
            ? ([
                [t(`expense.paidOn.${it.side}`), it.paidOn],
                [
                  t('expense.from'),
                  it.paidFrom === 'advance'
                    ? t('expense.fromOf.advance')
                    : (it.moneyAccountName ?? t('expense.noAccount')),
                ],
                [t('expense.payment'), <Money key="p" amount={it.paidAmount} currency={it.paidCurrency ?? ''} />],
                [t('expense.reference'), it.paidReference],
              ] as [string, ReactNode][])
            : []),
          [t('expense.createdBy'), it.createdBy],
          [t('expense.createdAt'), <DateTime key="c" at={it.createdAt} />],
          [t('expense.remark'), it.remark],
        ]}
      />
    </>
  );
}

interface ActionsProps {
  expense: ExpenseDetail;
  onDo: (what: 'edit' | 'pay') => void;
  onGone: () => void;
}
function Actions({ expense, onDo, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const { id, number, side } = expense;
  const submit = useAct(submitExpense, {
    refresh: PAID,
    success: ({ state }) => t(state === 'booked' ? 'expense.submittedBooked' : 'expense.submitted'),
  });
  const discards = expenseMay('discard', expense);
  const remove = useAct(removeExpenses, {
    refresh: PAID,
    onDone: ({ failed }) => {
      if (failed[0]) return toast.error(new Error(failed[0].reason));
      toast.success(t(discards ? 'expense.removed' : 'expense.reversed'));
      if (discards) onGone();
    },
  });
  const word = discards ? 'delete' : 'void';
  return (
    <>
      {expenseMay('submit', expense) && may(submitExpense) && (
        <ActionButton type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>
          {t('expense.submit')}
        </ActionButton>
      )}
      {expenseMay('pay', expense) && may(payExpense) && (
        <Button type="primary" onClick={() => onDo('pay')}>
          {t(`expense.pay.${side}`)}
        </Button>
      )}
      {expenseMay('edit', expense) && may(EXPENSE_MODULES[side].edit) && (
        <Button onClick={() => onDo('edit')}>{t('expense.edit')}</Button>
      )}
      {(discards || expenseMay('void', expense)) && may(removeExpenses) && (
        <ConfirmDanger
          title={t(`expense.${word}Title`, { number })}
          consequence={t(`expense.${word}Text`)}
          verb={t(`expense.${word}`)}
          onConfirm={() => remove.mutateAsync({ ids: [id] })}
        />
      )}
    </>
  );
}

type Line = ExpenseDetail['lines'][number];
function Shares({ expense }: { expense: ExpenseDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const columns: Column<Line>[] = [
    col.text('shop', t('expense.shop'), {
      of: (row: Line) => row.shopName ?? t('expense.whole'),
      width: 180,
      card: 'title',
    }),
    col.text('department', t('expense.department'), { of: 'departmentName', width: 160 }),
    col.qty('share', t('expense.share')),
    col.money('amount', t('expense.amount'), { currency: () => expense.currency, width: 140 }),
  ];
  return <LineTable label={t('expense.shares')} columns={columns} rows={expense.lines} keyOf={(_row, at) => at} />;
}

function Entries({ expense }: { expense: ExpenseDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const columns: Column<ExpenseLedgerLine>[] = [
    col.code('onDay', t('expense.entryDay'), { width: 100 }),
    col.text('account', t('expense.account'), { of: 'accountName', width: 140, card: 'title' }),
    col.text('place', t('expense.place'), {
      of: (row: ExpenseLedgerLine) => [row.shopName, row.departmentName].filter(Boolean).join(' · '),
      width: 175,
    }),
    col.money('amount', t('expense.amount'), { currency: 'currency', width: 130 }),
    col.money('base', t('expense.base'), { of: 'baseAmount', currency: () => expense.baseCurrency, width: 130 }),
  ];
  return (
    <LineTable
      label={t('expense.entries')}
      columns={columns}
      rows={expense.entries}
      keyOf={(_row, at) => at}
      empty={<EmptyState title={t('expense.noEntries')} hint={t('expense.noEntriesHint')} />}
    />
  );
}
