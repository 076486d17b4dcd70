import { getMyPlan, listBills, listPlans } from '@tradewind/contract/plans.ts';
import { Alert, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { ActionButton } from '../../../components/can.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { useSession } from '../../../shell/session.ts';
import { BillList } from '../bill-list.tsx';
import { OrderDialog } from '../order-dialog.tsx';
import { PlanCards } from '../plan-cards.tsx';
import { PlanMeters } from '../plan-meters.tsx';
import { UseByMonth } from '../plan-panel.tsx';
import { type Plan, usePlanWords } from '../use-plans.ts';

export default function ChoosePlan(): ReactNode {
  const { t } = useTranslation('company');
  const signedIn = useSession() !== undefined;
  const plans = useCall(listPlans, {});
  return (
    <PublicLayout title={t('title.choose')} intro={t('plan.intro')} wide>
      {plans.error && <PageError error={plans.error} onRetry={() => void plans.refetch()} />}
      {!plans.data && !plans.error && <Skeleton active />}
      {plans.data && !signedIn && (
        <>
          <p>
            {t('plan.signIn')} <Link to="/login?redirect=%2FchoosePlan">{t('plan.toLogin')}</Link> ·{' '}
            <Link to="/companyRegister">{t('plan.register')}</Link>
          </p>
          <PlanCards {...plans.data} />
        </>
      )}
      {plans.data && signedIn && <Chooser {...plans.data} />}
    </PublicLayout>
  );
}

function Chooser({ plans, currency }: { plans: readonly Plan[]; currency: string }): ReactNode {
  const { t } = useTranslation('company');
  const mine = useCall(getMyPlan, {});
  const { nameOf } = usePlanWords();
  const [ordering, setOrdering] = useState<Plan>();
  const own = plans.find(({ code }) => code === mine.data?.plan);
  const reasonFor = (plan: Plan): string | undefined => {
    if (!mine.data?.mayOrder) return t('plan.needEdit');
    if (!mine.data.payment) return t('plan.noPayment');
    return plan.code === mine.data.plan && mine.data.expireTime === null ? t('plan.forever') : undefined;
  };
  if (mine.error) return <PageError error={mine.error} onRetry={() => void mine.refetch()} />;
  if (!mine.data) return <Skeleton active />;
  return (
    <div className="tw-chooser">
      {mine.data.mayOrder && <Returned />}
      <PlanMeters mine={mine.data} name={own ? nameOf(own) : mine.data.plan} />
      <PlanCards
        plans={plans}
        currency={currency}
        own={mine.data.plan}
        action={(plan) => (
          <ActionButton block reason={reasonFor(plan)} onClick={() => setOrdering(plan)}>
            {t('plan.choose')}
          </ActionButton>
        )}
      />
      {mine.data.months.length > 0 && (
        <section className="tw-panel">
          <UseByMonth months={mine.data.months} />
        </section>
      )}
      {mine.data.mayOrder && <BillList plans={plans} mayOrder />}
      {ordering && <OrderDialog plan={ordering} currency={currency} onClose={() => setOrdering(undefined)} />}
    </div>
  );
}

/** The payer's browser has returned from Alipay. */
function Returned(): ReactNode {
  const { t } = useTranslation('company');
  const id = Number(new URLSearchParams(useLocation().search).get('bill'));
  const bills = useCall(listBills, { page: 1, pageSize: 30 }, { enabled: id > 0 });
  const bill = bills.data?.rows.find((row) => row.id === id);
  if (bill?.state === 'paid') return <Alert type="success" showIcon title={t('bill.thanks')} />;
  if (bill?.state === 'open') return <Alert type="info" showIcon title={t('bill.waiting')} />;
  return null;
}
