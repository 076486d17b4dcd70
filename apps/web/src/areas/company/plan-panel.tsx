import type { ResultOf } from '@tradewind/contract/call.ts';
import { getMyPlan, listPlans } from '@tradewind/contract/plans.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { Facts } from '../../components/facts.tsx';
import { formatNumber } from '../../components/format.ts';
import { PlanMeters } from './plan-meters.tsx';
import { usePlanWords } from './use-plans.ts';

/** The company's plan and usage. */
export function PlanPanel(): ReactNode {
  const { t } = useTranslation('company');
  const mine = useCall(getMyPlan, {});
  const plans = useCall(listPlans, {});
  const { nameOf } = usePlanWords();
  const plan = plans.data?.plans.find(({ code }) => code === mine.data?.plan);
  return (
    <section className="tw-panel">
      <div className="tw-company-head">
        <h2>{t('plan.title')}</h2>
        <Link to="/choosePlan">{t('plan.change')}</Link>
      </div>
      {mine.data && <PlanMeters mine={mine.data} name={plan ? nameOf(plan) : mine.data.plan} />}
      {mine.data && mine.data.months.length > 0 && <UseByMonth months={mine.data.months} />}
    </section>
  );
}

export function UseByMonth({ months }: { months: ResultOf<typeof getMyPlan>['months'] }): ReactNode {
  const { t } = useTranslation('company');
  return (
    <>
      <h3>{t('plan.months')}</h3>
      <Facts
        columns={3}
        items={months.map(({ month, orders, apiCalls }) => [
          month,
          `${t('plan.orders')} ${formatNumber(orders)} · ${t('plan.apiCalls')} ${formatNumber(apiCalls)}`,
        ])}
      />
    </>
  );
}
