import { micros, textOf } from '@tradewind/contract/rating/fixed.ts';
import { measuresOf } from '@tradewind/contract/rating/measure.ts';
import type { Rating } from '@tradewind/contract/rating/rate.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../components/currencies.ts';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { type FieldsOf, FormFields } from '../../../components/form-fields.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { useSession } from '../../../shell/session.ts';
import { figurePattern, measuredOf } from '../calculators/figures.ts';
import { OwnQuotes } from '../calculators/own-quotes.tsx';
import { SumLine } from '../calculators/sum-line.tsx';
import { ratingOf, type ShippingValues } from '../calculators/typed-card.ts';
import { usePartName } from '../rates/part-name.ts';
import '../logistics.css';

/** cm3 a kg of express lines, air lines and promotions; in3 a lb of daily and retail rates in the USA. */
const DIVISORS = { metric: [5000, 6000, 8000], imperial: [139, 166] } as const;
const START: ShippingValues = { units: 'metric', divisor: 5000, currency: 'USD' };

/** Public: shipping cost of a parcel by typed prices; for members also by the company's rate cards. */
export default function ShippingCalculator(): ReactNode {
  const { t } = useTranslation('logistics');
  const [form] = Form.useForm<ShippingValues>();
  const [values, setValues] = useState(START);
  const signedIn = useSession() !== undefined;
  const change = (changed: Partial<ShippingValues>, all: ShippingValues) => {
    const divisor = changed.units ? DIVISORS[changed.units][0] : all.divisor;
    if (divisor !== all.divisor) form.setFieldsValue({ divisor });
    setValues({ ...all, divisor });
  };
  return (
    <PublicLayout title={t('title.calculate')} intro={t('calculator.shippingIntro')} wide="full">
      <div className="tw-calc">
        <Form<ShippingValues> form={form} layout="vertical" initialValues={START} onValuesChange={change}>
          <Fields units={values.units} />
        </Form>
        <Result values={values} />
        {signedIn && <Own values={values} />}
      </div>
    </PublicLayout>
  );
}

function Own({ values }: { values: ShippingValues }): ReactNode {
  return useSeesCosts() && <OwnQuotes parcel={measuredOf(values.units, values)} />;
}

function Fields({ units }: { units: ShippingValues['units'] }): ReactNode {
  const { t } = useTranslation('logistics');
  const [weight, side] = units === 'metric' ? ['kg', 'cm'] : ['lb', 'in'];
  const figure = { kind: 'decimal', half: true, pattern: figurePattern(t) } as const;
  const parcel: FieldsOf<ShippingValues> = [
    {
      ...{ kind: 'select', half: true, required: true, name: 'units', label: t('calculator.units') },
      options: optionsOf(['metric', 'imperial'] as const, (one) => t(`calculator.unitKinds.${one}`)),
    },
    { ...figure, name: 'weight', label: t('calculator.weight'), suffix: weight },
    { ...figure, name: 'length', label: t('calculator.length'), suffix: side },
    { ...figure, name: 'width', label: t('calculator.width'), suffix: side },
    { ...figure, name: 'height', label: t('calculator.height'), suffix: side },
    {
      ...{ kind: 'select', half: true, required: true, name: 'divisor', label: t('calculator.divisor') },
      ...{ help: t('calculator.divisorHelp'), options: optionsOf(DIVISORS[units], String) },
    },
    { ...figure, name: 'step', label: t('calculator.step'), suffix: weight, help: t('calculator.stepHelp') },
  ];
  const prices: FieldsOf<ShippingValues> = [
    {
      ...{ kind: 'select', half: true, required: true, name: 'currency', label: t('calculator.currency') },
      options: currencyOptions(),
    },
    { ...figure, name: 'unitPrice', label: t('calculator.unitPrice', { unit: weight }) },
    { ...figure, name: 'parcelFee', label: t('calculator.parcelFee') },
    { ...figure, name: 'firstWeight', label: t('calculator.firstWeight'), suffix: weight },
    { ...figure, name: 'firstPrice', label: t('calculator.firstPrice') },
    { ...figure, name: 'stepWeight', label: t('calculator.stepWeight'), suffix: weight },
    { ...figure, name: 'stepPrice', label: t('calculator.stepPrice') },
    { ...figure, name: 'fuel', label: t('calculator.fuel'), suffix: '%' },
  ];
  return (
    <>
      <h2>{t('calculator.parcel')}</h2>
      <FormFields<ShippingValues> fields={parcel} />
      <h2>{t('calculator.price')}</h2>
      <FormFields<ShippingValues> fields={prices} />
    </>
  );
}

function Result({ values }: { values: ShippingValues }): ReactNode {
  const { t } = useTranslation('logistics');
  const rating = ratingOf(values);
  return (
    <section className="tw-calc-result" aria-label={t('calculator.result')} aria-live="polite">
      <h2>{t('calculator.result')}</h2>
      {rating ? <Rated rating={rating} values={values} /> : <p className="tw-muted">{t('calculator.incomplete')}</p>}
    </section>
  );
}

function Rated({ rating, values }: { rating: Rating; values: ShippingValues }): ReactNode {
  const { t } = useTranslation('logistics');
  const nameOf = usePartName();
  const { units, divisor } = values;
  const rules = { units, divisor, sideRounding: units === 'imperial' ? 'up' : 'none' } as const;
  const { girth } = measuresOf(measuredOf(units, values), rules);
  const isFree = micros(rating.total) === 0n;
  const weight = units === 'metric' ? 'kg' : 'lb';
  return (
    <>
      <Facts
        items={[
          [t('calculator.weight'), `${rating.weight} ${weight}`],
          [t('rates.volumeWeight'), `${rating.volumeWeight} ${weight}`],
          [t('rates.chargeableWeight'), <strong key="w">{`${rating.chargeableWeight} ${weight}`}</strong>],
          [t('calculator.girth'), `${textOf(girth, 1)} ${units === 'metric' ? 'cm' : 'in'}`],
        ]}
      />
      {!isFree && (
        <>
          {rating.parts.map(({ code, amount }) => (
            <SumLine key={code} label={nameOf(code)} value={<Money amount={amount} currency={rating.currency} />} />
          ))}
          <SumLine strong label={t('rates.total')} value={<Money amount={rating.total} currency={rating.currency} />} />
        </>
      )}
    </>
  );
}
