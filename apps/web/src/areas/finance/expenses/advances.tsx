import {
  ADVANCE_KINDS,
  type AdvanceRow,
  advanceBalances,
  listAdvances,
  recordAdvance,
  voidAdvance,
} from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { PAID } from './changed.ts';
import { useExpenseChoices } from './choices.ts';
import { ClosedMonth } from './expense-form.tsx';

type Kind = (typeof ADVANCE_KINDS)[number];

/** Advances to members, their repayments, and what each member still has. */
export function Advances(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const { members } = useExpenseChoices();
  const [repaying, setRepaying] = useState(false);
  return (
    <>
      <ListPage
        id="finance.advances"
        call={listAdvances}
        columns={useColumns()}
        tabs={tabsOf('kind', ADVANCE_KINDS, (kind) => t(`advance.kindOf.${kind}`), { all: t('expense.all') })}
        filters={[{ kind: 'select', name: 'memberId', label: t('advance.member'), options: members }]}
        summary={<Balances />}
        actions={
          may(recordAdvance) && <Button onClick={() => setRepaying(true)}>{t('advance.record.repayment')}</Button>
        }
        primary={
          may(recordAdvance) && {
            label: t('advance.record.advance'),
            form: (close) => <AdvanceForm kind="advance" onClose={close} />,
          }
        }
        empty={{ title: t('advance.none'), hint: t('advance.noneHint') }}
      />
      {repaying && <AdvanceForm kind="repayment" onClose={() => setRepaying(false)} />}
    </>
  );
}

function useColumns(): Column<AdvanceRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<AdvanceRow>[]>(
    () => [
      col.heading('number', t('expense.number'), { width: 180 }),
      col.status(
        'state',
        t('expense.status'),
        (row) => (
          <StatusTag tone={row.state === 'booked' ? 'info' : 'muted'}>{t(`advance.stateOf.${row.state}`)}</StatusTag>
        ),
        { width: 100 },
      ),
      col.text('kind', t('advance.kind'), { of: (row: AdvanceRow) => t(`advance.kindOf.${row.kind}`), width: 90 }),
      col.text('member', t('advance.member'), { of: 'memberName', width: 140 }),
      col.code('day', t('advance.day'), { width: 110 }),
      col.money('amount', t('expense.amount'), { currency: 'currency', width: 140 }),
      col.text('account', t('expense.moneyAccount'), { of: 'moneyAccountName', width: 150 }),
      col.text('remark', t('expense.remark'), { width: 180, card: 'hide' }),
      col.text('createdBy', t('expense.createdBy'), { width: 120, card: 'hide' }),
      col.own('void', '', (row) => <VoidButton row={row} />, { width: 90 }),
    ],
    [t],
  );
}

function VoidButton({ row }: { row: AdvanceRow }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const undo = useAct(voidAdvance, { refresh: PAID, success: t('expense.reversed') });
  if (row.state !== 'booked' || !may(voidAdvance)) return null;
  return (
    <ConfirmDanger
      size="small"
      type="link"
      title={t('advance.voidTitle', { number: row.number })}
      consequence={t('advance.voidText')}
      verb={t('advance.void')}
      onConfirm={() => undo.mutateAsync({ id: row.id })}
    />
  );
}

function Balances(): ReactNode {
  const { t } = useTranslation('finance');
  const open = (useCall(advanceBalances, {}).data?.list ?? []).filter((row) => Number(row.balance) !== 0);
  if (open.length === 0) return null;
  return (
    <p className="tw-expense-sums">
      <span className="tw-muted">{t('advance.balances')}</span>
      {open.map((row) => (
        <span key={`${row.memberId}/${row.currency}`}>
          {row.memberName}{' '}
          <strong>
            <Money amount={row.balance} currency={row.currency} />
          </strong>
        </span>
      ))}
    </p>
  );
}

function AdvanceForm({ kind, onClose }: { kind: Kind; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { today } = useCompanyClock();
  const { baseCurrency, members, moneyAccounts } = useExpenseChoices();
  const initial = useMemo(
    () => ({ kind, day: today(), currency: baseCurrency, idempotencyKey: crypto.randomUUID() }),
    [kind, today, baseCurrency],
  );
  return (
    <FormDrawer
      open
      title={t(`advance.record.${kind}`)}
      call={recordAdvance}
      initial={initial}
      toInput={({ moneyAccountId, ...values }) => ({ ...values, moneyAccountId: moneyAccountId ?? null })}
      verb={t(`advance.record.${kind}`)}
      success={t('advance.recorded')}
      refresh={PAID}
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'memberId', label: t('advance.member'), options: members },
        { kind: 'decimal', name: 'amount', label: t('expense.amount'), half: true },
        { kind: 'select', name: 'currency', label: t('expense.currency'), options: currencyOptions(), half: true },
        { kind: 'date', name: 'day', label: t('advance.day'), half: true },
        {
          kind: 'select',
          name: 'moneyAccountId',
          label: t('expense.moneyAccount'),
          options: moneyAccounts,
          half: true,
          required: false,
        },
        { kind: 'textarea', name: 'remark', label: t('expense.remark') },
      ]}
    >
      <ClosedMonth />
    </FormDrawer>
  );
}
