import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../components/status-tag.tsx';
import { type Plan, priceText, usePlanWords } from './use-plans.ts';
import './company.css';

/** Plans side by side; `action` stands at the foot of each. */
export function PlanCards({
  plans,
  currency,
  own,
  action,
}: {
  plans: readonly Plan[];
  currency: string;
  own?: string | undefined;
  action?: (plan: Plan) => ReactNode;
}): ReactNode {
  const { t } = useTranslation('company');
  const { nameOf, pointsOf } = usePlanWords();
  return (
    <div className="tw-plans">
      {plans.map((plan) => (
        <section key={plan.code} className="tw-plan" data-own={plan.code === own || undefined}>
          <div className="tw-company-head">
            <h2>{nameOf(plan)}</h2>
            {plan.code === own && <StatusTag tone="info">{t('plan.yours')}</StatusTag>}
          </div>
          <div>
            <span className="tw-plan-price">{priceText(plan.monthPrice, currency)}</span>{' '}
            <span className="tw-muted">{t('plan.perMonth')}</span>
          </div>
          <div className="tw-muted">{t('plan.year', { price: priceText(plan.yearPrice, currency) })}</div>
          <ul>
            {pointsOf(plan).map(({ has, text }) => (
              <li key={text} className={has ? '' : 'tw-muted'}>
                {has ? <CheckOutlined aria-hidden="true" /> : <MinusOutlined aria-hidden="true" />} {text}
              </li>
            ))}
          </ul>
          {action?.(plan)}
        </section>
      ))}
    </div>
  );
}
