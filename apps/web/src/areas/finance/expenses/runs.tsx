import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  cancelPaymentRun,
  confirmPaymentRun,
  getPaymentRun,
  listPaymentRuns,
  PAYMENT_RUN_STATES,
  type PaymentRunRow,
  paymentRunFile,
  paymentRunMay,
} from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import { type Column, type DetailTools, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useUser } from '../../../shell/session.ts';
import { PAID } from './changed.ts';
import { ExpenseHistory } from './history.tsx';
import { RunTag } from './states.tsx';

/** Payment runs: one person prepares, another one confirms. */
export function RunPanel(): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <ListPage
      id="finance.runs"
      call={listPaymentRuns}
      columns={useColumns()}
      tabs={tabsOf('state', PAYMENT_RUN_STATES, (state) => t(`paymentRun.state.${state}`), { all: t('expense.all') })}
      empty={{ title: t('paymentRun.none'), hint: t('paymentRun.noneHint') }}
      detail={(id, tools) => <RunDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<PaymentRunRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<PaymentRunRow>[]>(
    () => [
      col.heading('number', t('expense.number'), { width: 180 }),
      col.status('state', t('expense.status'), (row) => <RunTag state={row.state} />, { width: 175 }),
      col.code('payOn', t('paymentRun.payOn'), { width: 110 }),
      col.money('amount', t('expense.amount'), { currency: 'currency', width: 140 }),
      col.qty('documents', t('paymentRun.documents')),
      col.text('account', t('expense.moneyAccount'), { of: 'moneyAccountName', width: 160 }),
      col.text('preparedBy', t('paymentRun.preparedBy'), { width: 130 }),
      col.text('confirmedBy', t('paymentRun.confirmedBy'), { width: 130 }),
      col.text('remark', t('expense.remark'), { width: 200, card: 'hide' }),
    ],
    [t],
  );
}

type Run = ResultOf<typeof getPaymentRun>;
function RunDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('finance');
  const query = useCall(getPaymentRun, { id });
  const it = query.data;
  return (
    <DetailDrawer
      {...tools}
      kind="run"
      title={it?.number ?? ''}
      status={it && <RunTag state={it.state} />}
      query={query}
      actions={it && <Actions run={it} />}
      tabs={
        it && [
          { key: 'expenses', label: t('expense.view.documents.expense'), children: <Parts run={it} /> },
          { key: 'history', label: t('expense.history'), children: <ExpenseHistory rows={it.history} /> },
        ]
      }
    >
      {it && (
        <Facts
          columns={3}
          items={[
            [t('expense.amount'), <Money key="a" amount={it.amount} currency={it.currency} />],
            [t('paymentRun.documents'), it.documents],
            [t('paymentRun.payOn'), it.payOn],
            [t('expense.moneyAccount'), it.moneyAccountName],
            [t('paymentRun.preparedBy'), it.preparedBy],
            [t('expense.createdAt'), <DateTime key="p" at={it.preparedAt} />],
            [t('paymentRun.confirmedBy'), it.confirmedBy],
            [t('expense.remark'), it.remark],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Actions({ run }: { run: Run }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const user = useUser();
  const { id, number, documents, amount, currency } = run;
  const confirm = useAct(confirmPaymentRun, { refresh: PAID, success: t('paymentRun.confirmed') });
  const cancel = useAct(cancelPaymentRun, { refresh: PAID, success: t('paymentRun.cancelled') });
  const open = paymentRunMay('confirm', run) && may(confirmPaymentRun);
  return (
    <>
      {open && (
        <ConfirmDanger
          danger={false}
          type="primary"
          title={t('paymentRun.confirmTitle', { number })}
          consequence={t('paymentRun.confirmText', {
            count: documents,
            amount: `${formatMoney(amount, currency)} ${currency}`,
          })}
          verb={t('paymentRun.confirm')}
          reason={run.preparedById === user.userId ? t('paymentRun.own') : undefined}
          onConfirm={() => confirm.mutateAsync({ id })}
        />
      )}
      {may(paymentRunFile) &&
        (['csv', 'xlsx'] as const).map((kind) => (
          <Button key={kind} href={`/api${paymentRunFile.path}?id=${id}&kind=${kind}`}>
            {t(`paymentRun.${kind}`)}
          </Button>
        ))}
      {open && (
        <ConfirmDanger
          title={t('paymentRun.cancelTitle', { number })}
          consequence={t('paymentRun.cancelText')}
          verb={t('paymentRun.cancel')}
          onConfirm={() => cancel.mutateAsync({ id })}
        />
      )}
    </>
  );
}

type Part = Run['expenses'][number];
function Parts({ run }: { run: Run }): ReactNode {
  const { t } = useTranslation('finance');
  const columns: Column<Part>[] = [
    col.text('number', t('expense.number'), { width: 160, card: 'title' }),
    col.text('payee', t('expense.payee.expense'), { width: 150 }),
    col.text('account', t('expense.payeeAccount'), { of: 'payeeAccount', width: 150 }),
    col.money('amount', t('expense.amount'), { currency: 'currency', width: 120 }),
    col.text('subject', t('expense.subject'), { width: 160 }),
  ];
  return <LineTable label={t('expense.view.documents.expense')} columns={columns} rows={run.expenses} />;
}
