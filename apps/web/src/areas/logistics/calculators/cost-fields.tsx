import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../components/currencies.ts';
import { type FieldsOf, FormFields } from '../../../components/form-fields.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import type { CostValues } from './cost-values.ts';
import { figurePattern } from './figures.ts';

const DIVISORS = [5000, 6000, 8000] as const;

/** The lines of the cost calculator, from the purchase to the sale. */
export function CostFields({ currency }: { currency: string }): ReactNode {
  const { t } = useTranslation('logistics');
  const figure = { kind: 'decimal', half: true, pattern: figurePattern(t) } as const;
  const money = { ...figure, suffix: currency };
  const percent = { ...figure, suffix: '%' };
  const side = { ...figure, suffix: 'cm' };
  const groups: [title: string, fields: FieldsOf<CostValues>][] = [
    [
      t('calculator.goods'),
      [
        {
          ...{ kind: 'select', half: true, required: true, name: 'currency', label: t('calculator.saleCurrency') },
          options: currencyOptions(),
        },
        { ...figure, name: 'purchase', label: t('calculator.purchase') },
        { ...figure, name: 'rate', label: t('calculator.rate'), help: t('calculator.rateHelp') },
        { ...money, name: 'domestic', label: t('calculator.domestic') },
      ],
    ],
    [
      t('calculator.leg'),
      [
        { ...figure, name: 'weight', label: t('calculator.weight'), suffix: 'kg' },
        { ...side, name: 'length', label: t('calculator.length') },
        { ...side, name: 'width', label: t('calculator.width') },
        { ...side, name: 'height', label: t('calculator.height') },
        {
          ...{ kind: 'select', half: true, required: true, name: 'divisor', label: t('calculator.divisor') },
          options: optionsOf(DIVISORS, String),
        },
        { ...money, name: 'firstLegPerKg', label: t('calculator.firstLegPerKg') },
      ],
    ],
    [
      t('calculator.duties'),
      [
        { ...money, name: 'customsValue', label: t('calculator.customsValue'), help: t('calculator.customsValueHelp') },
        { ...percent, name: 'dutyPercent', label: t('calculator.dutyPercent') },
        { ...percent, name: 'importVatPercent', label: t('calculator.importVatPercent') },
        { ...money, name: 'otherCost', label: t('calculator.otherCost') },
        { kind: 'check', name: 'dutyOnFreight', label: t('calculator.dutyOnFreight') },
        { kind: 'check', name: 'importVatBack', label: t('calculator.importVatBack') },
      ],
    ],
    [
      t('calculator.sale'),
      [
        { ...money, name: 'price', label: t('calculator.salePrice') },
        { ...percent, name: 'salesVatPercent', label: t('calculator.salesVatPercent') },
        { ...percent, name: 'platformPercent', label: t('calculator.platformPercent') },
        { ...percent, name: 'paymentPercent', label: t('calculator.paymentPercent') },
        { ...percent, name: 'adsPercent', label: t('calculator.adsPercent') },
        { ...percent, name: 'returnsPercent', label: t('calculator.returnsPercent') },
        { ...money, name: 'lastMile', label: t('calculator.lastMile') },
        { ...percent, name: 'targetPercent', label: t('calculator.targetPercent') },
      ],
    ],
  ];
  return groups.map(([title, fields]) => (
    <section key={title}>
      <h2>{title}</h2>
      <FormFields<CostValues> fields={fields} />
    </section>
  ));
}
