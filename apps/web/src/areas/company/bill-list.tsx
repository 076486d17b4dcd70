import type { ResultOf } from '@tradewind/contract/call.ts';
import { cancelBill, checkBill, getMyPlan, listBills, payBill } from '@tradewind/contract/plans.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import { type Plan, usePlanWords } from './use-plans.ts';

type Bill = ResultOf<typeof listBills>['rows'][number];
const TONES: Record<Bill['state'], Tone> = { open: 'warn', paid: 'good', cancelled: 'muted', expired: 'muted' };
const EVERY_MS = 5000;

export function BillList({ plans, mayOrder }: { plans: readonly Plan[]; mayOrder: boolean }): ReactNode {
  const { t } = useTranslation('company');
  const bills = useCall(listBills, { page: 1, pageSize: 30 }, { everyMs: EVERY_MS });
  const rows = bills.data?.rows ?? [];
  return (
    <section className="tw-panel">
      <h2>{t('bill.title')}</h2>
      {bills.data && rows.length === 0 && <EmptyState title={t('bill.none')} />}
      {rows.map((bill) => (
        <BillRow key={bill.id} bill={bill} plan={plans.find(({ code }) => code === bill.plan)} may={mayOrder} />
      ))}
    </section>
  );
}

function BillRow({ bill, plan, may }: { bill: Bill; plan: Plan | undefined; may: boolean }): ReactNode {
  const { t } = useTranslation('company');
  const { nameOf } = usePlanWords();
  const refresh = [listBills, getMyPlan];
  const pay = useAct(payBill, { onDone: ({ payUrl }) => window.location.assign(payUrl) });
  const check = useAct(checkBill, {
    refresh,
    success: ({ state }) => (state === 'paid' ? t('bill.thanks') : t(`bill.states.${state}`)),
  });
  const cancel = useAct(cancelBill, { refresh, success: t('bill.cancelled') });
  return (
    <div className="tw-bill">
      <div className="tw-company-head">
        <strong>{bill.number}</strong>
        <StatusTag tone={TONES[bill.state]}>{t(`bill.states.${bill.state}`)}</StatusTag>
      </div>
      <Facts
        columns={3}
        items={[
          [t('bill.plan'), `${plan ? nameOf(plan) : bill.plan}, ${t(`plan.term.${bill.months}`)}`],
          [t('bill.amount'), <Money key="a" amount={bill.amount} currency={bill.currency} />],
          [t('bill.created'), <DateTime key="c" at={bill.createdAt} />],
          [t('bill.paid'), <DateTime key="p" at={bill.paidAt} />],
          [t('bill.trade'), bill.tradeNumber],
        ]}
      />
      {bill.state === 'open' && may && (
        <div className="tw-company-actions">
          <Button type="primary" loading={pay.isPending} onClick={() => pay.mutate({ id: bill.id })}>
            {t('bill.pay')}
          </Button>
          <Button loading={check.isPending} onClick={() => check.mutate({ id: bill.id })}>
            {t('bill.check')}
          </Button>
          <ConfirmDanger
            title={t('bill.cancelTitle', { number: bill.number })}
            consequence={t('bill.cancelText')}
            verb={t('bill.cancel')}
            onConfirm={() => cancel.mutateAsync({ id: bill.id })}
          />
        </div>
      )}
    </div>
  );
}
