import type { ResultOf } from '@tradewind/contract/call.ts';
import { quoteRateCards } from '@tradewind/contract/logistics.ts';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useCountries } from '../../../components/countries.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { formatMoney } from '../../../components/format.ts';
import { optionsOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { usePartName } from '../rates/part-name.ts';

type Row = ResultOf<typeof quoteRateCards>['list'][number];
interface Values {
  country: string;
  postcode?: string;
  city?: string;
  flags?: ('residential' | 'battery' | 'signature')[];
}
interface Parcel {
  weightGrams: number;
  sidesMm?: readonly [number, number, number];
}

/** What the company's own rate cards ask for the parcel, over all channels. */
export function OwnQuotes({ parcel }: { parcel: Parcel }): ReactNode {
  const { t } = useTranslation('logistics');
  const countries = useCountries();
  const quote = useAct(quoteRateCards, { errors: 'form' });
  const ask = ({ flags = [], postcode = '', city = '', country }: Values) => {
    const [lengthMm, widthMm, heightMm] = parcel.sidesMm ?? [];
    quote.mutate({
      ...{ country, postcode, city, weightGrams: parcel.weightGrams },
      ...{
        residential: flags.includes('residential'),
        battery: flags.includes('battery'),
        signature: flags.includes('signature'),
      },
      ...(lengthMm && widthMm && heightMm ? { lengthMm, widthMm, heightMm } : {}),
    });
  };
  return (
    <section className="tw-calc-own">
      <h2>{t('calculator.own')}</h2>
      <p className="tw-muted">{t('calculator.ownHint')}</p>
      <Form<Values> layout="vertical" onFinish={ask} initialValues={{ flags: ['residential'] }}>
        <FormFields<Values>
          fields={[
            {
              ...{ kind: 'select', half: true, required: true, options: countries },
              ...{ name: 'country', label: t('rates.country') },
            },
            { kind: 'text', half: true, name: 'postcode', label: t('rates.postcode'), max: 12 },
            { kind: 'text', half: true, name: 'city', label: t('rates.city'), max: 60 },
            {
              ...{ kind: 'multi', half: true, name: 'flags', label: t('rates.when') },
              options: optionsOf(['residential', 'battery', 'signature'] as const, (flag) => t(`rates.flags.${flag}`)),
            },
          ]}
        />
        <Button htmlType="submit" type="primary" loading={quote.isPending} disabled={parcel.weightGrams === 0}>
          {t('calculator.quote')}
        </Button>
      </Form>
      {quote.error && <Alert type="warning" showIcon title={quote.error.msg} />}
      {quote.data && <Quotes rows={quote.data.list} />}
    </section>
  );
}

function Quotes({ rows }: { rows: readonly Row[] }): ReactNode {
  const { t } = useTranslation('logistics');
  const nameOf = usePartName();
  const columns = useMemo<Column<Row>[]>(
    () => [
      col.text('channel', t('calculator.channel'), { of: 'channelName', width: 140, card: 'title' }),
      col.text('card', t('rates.card'), { of: 'cardName', width: 140 }),
      col.text('zone', t('rates.zone'), { of: (row: Row) => row.rating?.zone, width: 80 }),
      col.code('chargeable', t('rates.chargeableWeight'), {
        ...{ of: (row: Row) => row.rating?.chargeableWeight, width: 150, align: 'right' },
      }),
      col.money('total', t('rates.total'), {
        of: (row: Row) => row.rating?.total,
        currency: (row: Row) => row.rating?.currency,
      }),
      col.own(
        'breakdown',
        t('calculator.breakdown'),
        ({ rating, refusal }) =>
          rating ? (
            rating.parts
              .map(({ code, amount }) => `${nameOf(code)} ${formatMoney(amount, rating.currency)}`)
              .join(' · ')
          ) : (
            <span className="tw-muted">{refusal && t(`calculator.refusals.${refusal}`)}</span>
          ),
        { width: 300, card: 'line' },
      ),
    ],
    [t, nameOf],
  );
  return (
    <LineTable
      label={t('calculator.own')}
      columns={columns}
      rows={rows}
      keyOf={(row) => `${row.channelId}/${row.cardName}`}
      empty={<EmptyState title={t('calculator.noChannels')} />}
    />
  );
}
