import type { ResultOf } from '@tradewind/contract/call.ts';
import { rateParcel } from '@tradewind/contract/logistics.ts';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useCountries } from '../../../components/countries.ts';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { usePartName } from './part-name.ts';

type Rating = ResultOf<typeof rateParcel>;
interface Values {
  country: string;
  postcode?: string;
  city?: string;
  weightGrams: number;
  lengthCm?: number;
  widthCm?: number;
  heightCm?: number;
  flags?: ('residential' | 'battery' | 'signature')[];
}

/** What one parcel costs by a version. */
export function Calculator({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const countries = useCountries();
  const rate = useAct(rateParcel, { errors: 'form' });
  const calculate = ({ lengthCm, widthCm, heightCm, postcode, city, flags = [], ...values }: Values) =>
    rate.mutate({
      ...{ id, ...values, postcode: postcode ?? '', city: city ?? '' },
      ...{
        residential: flags.includes('residential'),
        battery: flags.includes('battery'),
        signature: flags.includes('signature'),
      },
      ...(lengthCm && widthCm && heightCm
        ? { lengthMm: millimetres(lengthCm), widthMm: millimetres(widthCm), heightMm: millimetres(heightCm) }
        : {}),
    });
  const side = { kind: 'number', half: true, digits: 1, suffix: 'cm' } as const;
  return (
    <Form<Values> layout="vertical" onFinish={calculate} initialValues={{ flags: ['residential'] }}>
      <FormFields<Values>
        fields={[
          {
            ...{ kind: 'select', half: true, required: true, options: countries },
            ...{ name: 'country', label: t('rates.country') },
          },
          { kind: 'text', half: true, name: 'postcode', label: t('rates.postcode'), max: 12 },
          { kind: 'text', half: true, name: 'city', label: t('rates.city'), max: 60 },
          {
            ...{ kind: 'number', half: true, required: true, min: 1, suffix: 'g' },
            ...{ name: 'weightGrams', label: t('rates.weight') },
          },
          { ...side, name: 'lengthCm', label: t('rates.length') },
          { ...side, name: 'widthCm', label: t('rates.width') },
          { ...side, name: 'heightCm', label: t('rates.height') },
          {
            ...{ kind: 'multi', half: true, name: 'flags', label: t('rates.when') },
            options: optionsOf(['residential', 'battery', 'signature'] as const, (flag) => t(`rates.flags.${flag}`)),
          },
        ]}
      />
      <p>
        <Button htmlType="submit" loading={rate.isPending}>
          {t('rates.calculate')}
        </Button>
      </p>
      {rate.error && <Alert type="warning" showIcon title={rate.error.msg} />}
      {rate.data && <Parts rating={rate.data} />}
    </Form>
  );
}

const millimetres = (centimetres: number) => Math.round(centimetres * 10);

function Parts({ rating }: { rating: Rating }): ReactNode {
  const { t } = useTranslation('logistics');
  const nameOf = usePartName();
  const { currency, total, zone, weight, volumeWeight, chargeableWeight } = rating;
  const columns = useMemo<Column<Rating['parts'][number]>[]>(
    () => [
      col.text('code', t('rates.part'), {
        width: 260,
        card: 'title',
        of: ({ code }: { code: string }) => nameOf(code),
      }),
      col.money('amount', t('rates.partAmount'), { currency: () => currency }),
    ],
    [t, nameOf, currency],
  );
  return (
    <>
      <Facts
        columns={3}
        items={[
          [t('rates.zone'), zone],
          [t('rates.weight'), weight],
          [t('rates.volumeWeight'), volumeWeight],
          [t('rates.chargeableWeight'), chargeableWeight],
          [t('rates.total'), <Money key="total" amount={total} currency={currency} />],
        ]}
      />
      <LineTable label={t('rates.part')} columns={columns} rows={rating.parts} keyOf={(row) => row.code} />
    </>
  );
}
