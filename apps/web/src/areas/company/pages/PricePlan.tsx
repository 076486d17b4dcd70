import { listPlans } from '@tradewind/contract/plans.ts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { PageError } from '../../../components/page-error.tsx';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { PlanCards } from '../plan-cards.tsx';

/** Plans and prices for visitors. */
export default function PricePlan(): ReactNode {
  const { t } = useTranslation('company');
  const navigate = useNavigate();
  const plans = useCall(listPlans, {});
  return (
    <PublicLayout title={t('title.prices')} intro={t('plan.intro')} wide>
      {plans.error && <PageError error={plans.error} onRetry={() => void plans.refetch()} />}
      {!plans.data && !plans.error && <Skeleton active />}
      {plans.data && (
        <PlanCards
          {...plans.data}
          action={() => <Button onClick={() => navigate('/choosePlan')}>{t('plan.choose')}</Button>}
        />
      )}
    </PublicLayout>
  );
}
