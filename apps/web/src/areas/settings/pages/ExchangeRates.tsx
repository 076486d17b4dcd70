import { rights } from '@tradewind/contract/access/modules.ts';
import { listExchangeRates, syncExchangeRates } from '@tradewind/contract/settings.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { currencyName } from '../../../components/currencies.ts';
import { type Column, ListPage, type RowOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { Change, Rate, Since } from '../rate.tsx';
import { RateDrawer } from '../rate-drawer.tsx';
import { RateForm } from '../rate-form.tsx';
import { SyncRates } from '../sync-rates.tsx';

type Row = RowOf<typeof listExchangeRates>;
const ALL = { page: 1, pageSize: 200 };

export default function ExchangeRates(): ReactNode {
  const { t } = useTranslation('settings');
  const may = useMay();
  const { baseCurrency } = useUser();
  const all = useCall(listExchangeRates, ALL);
  const [setting, setSetting] = useState<{ currency?: string }>();
  const today = all.data?.today ?? '';
  const present = useMemo(() => new Map(all.data?.rows.map((row) => [row.currency, row.toBase])), [all.data]);
  const columns = useColumns(baseCurrency);
  return (
    <>
      <ListPage
        id="settings.rates"
        call={listExchangeRates}
        columns={columns}
        keyOf={(row) => row.currency}
        filters={[{ kind: 'text', name: 'text', label: t('search') }]}
        primary={may(rights.exchangeRate.edit) && { label: t('set'), onClick: () => setSetting({}) }}
        actions={may(syncExchangeRates) && <SyncRates />}
        empty={{ title: t('none'), hint: t('noneHint') }}
        detail={(_id, tools, row) =>
          row && (
            <RateDrawer
              currency={row.currency}
              baseCurrency={baseCurrency}
              today={today}
              tools={tools}
              onSet={() => setSetting({ currency: row.currency })}
            />
          )
        }
      />
      {setting && (
        <RateForm
          {...setting}
          baseCurrency={baseCurrency}
          today={today}
          present={present}
          onClose={() => setSetting(undefined)}
        />
      )}
    </>
  );
}

function useColumns(baseCurrency: string): Column<Row>[] {
  const { t } = useTranslation('settings');
  return useMemo<Column<Row>[]>(
    () => [
      col.ownHeading(
        'currency',
        t('currency'),
        (row) => (
          <>
            <strong>{row.currency}</strong> <span className="tw-muted">{currencyName(row.currency)}</span>
          </>
        ),
        { width: 220 },
      ),
      col.own('toBase', t('rate'), (row) => <Rate value={row.toBase} unit={baseCurrency} />, {
        width: 160,
        align: 'right',
      }),
      col.own('onDay', t('since'), (row) => <Since rate={row} />, { width: 120 }),
      col.own('source', t('source'), (row) => t(row.source), { width: 110 }),
      col.own('change', t('change'), (row) => <Change percent={row.changePercent} />, { width: 100, align: 'right' }),
      col.own('previous', t('previous'), ({ previous }) => previous && <Rate value={previous} unit={baseCurrency} />, {
        width: 160,
        align: 'right',
      }),
      col.own(
        'planned',
        t('planned'),
        ({ planned }) => planned && t('plannedAt', { day: planned.onDay, rate: planned.toBase }),
        { width: 200 },
      ),
      col.code('rates', t('count'), { width: 90, align: 'right' }),
    ],
    [t, baseCurrency],
  );
}
