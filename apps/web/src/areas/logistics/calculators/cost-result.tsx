import type { CostResult } from '@tradewind/contract/rating/cost.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { type CostValues, costResult } from './cost-values.ts';
import { SumLine } from './sum-line.tsx';

export function CostResultPanel({ values }: { values: CostValues }): ReactNode {
  const { t } = useTranslation('logistics');
  const result = costResult(values);
  return (
    <section className="tw-calc-result" aria-label={t('calculator.result')} aria-live="polite">
      <h2>{t('calculator.result')}</h2>
      {result ? (
        <Lines result={result} currency={values.currency} price={values.price} />
      ) : (
        <p className="tw-muted">{t('calculator.bad')}</p>
      )}
    </section>
  );
}

interface LinesProps {
  result: CostResult;
  currency: string;
  price: CostValues['price'];
}
function Lines({ result, currency, price }: LinesProps): ReactNode {
  const { t } = useTranslation('logistics');
  const { costs, charges, landed, profit, margin, markup, breakEven, targetPrice } = result;
  const money = (amount: string | null) =>
    amount === null ? t('calculator.noPriceReaches') : <Money amount={amount} currency={currency} />;
  const percent = (value: string | null) => value && `${value} %`;
  return (
    <>
      {costs.map(({ code, amount }) => (
        <SumLine key={code} label={t(`calculator.costParts.${code}`)} value={money(amount)} />
      ))}
      <SumLine strong label={t('calculator.landed')} value={money(landed)} />
      <SumLine label={t('calculator.salePrice')} value={money(String(price || '0'))} />
      {charges.map(({ code, amount }) => (
        <SumLine key={code} label={t(`calculator.saleParts.${code}`)} value={money(amount)} />
      ))}
      <SumLine strong label={t('calculator.profit')} value={<Money amount={profit} currency={currency} signed />} />
      <Facts
        items={[
          [t('calculator.margin'), percent(margin)],
          [t('calculator.markup'), percent(markup)],
          [t('calculator.breakEven'), money(breakEven)],
          [t('calculator.targetPrice'), money(targetPrice)],
          [t('rates.volumeWeight'), `${result.volumeKg} kg`],
          [t('calculator.chargeableKg'), `${result.chargeableKg} kg`],
        ]}
      />
    </>
  );
}
