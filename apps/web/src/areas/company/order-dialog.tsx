import type { ResultOf } from '@tradewind/contract/call.ts';
import { listBills, orderPlan, TERMS } from '@tradewind/contract/plans.ts';
import { Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { type Plan, priceText, usePlanWords } from './use-plans.ts';

type Months = (typeof TERMS)[number];

/** Term, amount and the way to the payment. */
export function OrderDialog({
  plan,
  currency,
  onClose,
}: {
  plan: Plan;
  currency: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('company');
  const { nameOf } = usePlanWords();
  const [months, setMonths] = useState<Months>(12);
  const [key] = useState(() => crypto.randomUUID());
  const order = useAct(orderPlan, {
    refresh: [listBills],
    onDone: ({ payUrl }: ResultOf<typeof orderPlan>) => window.location.assign(payUrl),
  });
  const amount = months === 12 ? plan.yearPrice : Number(plan.monthPrice) * months;
  return (
    <Modal
      open
      title={nameOf(plan)}
      okText={t('plan.order')}
      confirmLoading={order.isPending || order.isSuccess}
      onOk={() => order.mutate({ plan: plan.code, months, idempotencyKey: `${key}-${months}` })}
      onCancel={onClose}
    >
      <div className="tw-term">
        <Radio.Group
          value={months}
          onChange={({ target }) => setMonths(TERMS.find((term) => term === target.value) ?? 12)}
          optionType="button"
          options={TERMS.map((term) => ({ value: term, label: t(`plan.term.${term}`) }))}
        />
      </div>
      <p>
        {t('plan.amount')}: <span className="tw-plan-price">{priceText(amount, currency)}</span>
      </p>
      <p className="tw-muted">{t('plan.payBy')}</p>
    </Modal>
  );
}
