import { CloudDownloadOutlined, PlusOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { listExchangeRates, listRateHistory, syncExchangeRates } from '@tradewind/contract/settings.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import { None } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useUser } from '../../../shell/session.ts';
import { currencyName } from '../currencies.ts';
import { Rate, Since } from '../rate.tsx';
import { RateDrawer } from '../rate-drawer.tsx';
import { RateForm } from '../rate-form.tsx';

type Row = ResultOf<typeof listExchangeRates>['rows'][number];
const ALL = { page: 1, pageSize: 200 };

export default function ExchangeRates(): ReactNode {
  const { t } = useTranslation('settings');
  const may = useButtons();
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
        actions={
          <>
            {may('sync') && <SyncButton />}
            {may('edit') && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setSetting({})}>
                {t('set')}
              </Button>
            )}
          </>
        }
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

function SyncButton(): ReactNode {
  const { t } = useTranslation('settings');
  const sync = useAct(syncExchangeRates, {
    refresh: [listExchangeRates, listRateHistory],
    onDone: ({ day, saved, doubtful }) => {
      toast.success(t('synced', { day, saved }));
      if (doubtful.length > 0) toast.warning(t('doubtful', { currencies: doubtful.join(', ') }));
    },
  });
  return (
    <Button icon={<CloudDownloadOutlined />} loading={sync.isPending} onClick={() => sync.mutate({})}>
      {t('sync')}
    </Button>
  );
}

function useColumns(baseCurrency: string): Column<Row>[] {
  const { t } = useTranslation('settings');
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'currency',
        title: t('currency'),
        width: 220,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => (
          <>
            <strong>{row.currency}</strong> <span className="tw-muted">{currencyName(row.currency)}</span>
          </>
        ),
      },
      {
        key: 'toBase',
        title: t('rate'),
        width: 160,
        align: 'right',
        render: (row) => <Rate value={row.toBase} unit={baseCurrency} />,
      },
      { key: 'onDay', title: t('since'), width: 120, render: (row) => <Since rate={row} /> },
      { key: 'source', title: t('source'), width: 110, render: (row) => t(row.source) },
      {
        key: 'change',
        title: t('change'),
        width: 100,
        align: 'right',
        render: (row) => <Change percent={row.changePercent} />,
      },
      {
        key: 'previous',
        title: t('previous'),
        width: 160,
        align: 'right',
        render: (row) => (row.previous ? <Rate value={row.previous} unit={baseCurrency} /> : <None />),
      },
      {
        key: 'planned',
        title: t('planned'),
        width: 200,
        render: (row) =>
          row.planned ? t('plannedAt', { day: row.planned.onDay, rate: row.planned.toBase }) : <None />,
      },
      {
        key: 'rates',
        title: t('count'),
        width: 90,
        align: 'right',
        render: (row) => <span className="tw-figure">{row.rates}</span>,
      },
    ],
    [t, baseCurrency],
  );
}

function Change({ percent }: { percent: string | null }): ReactNode {
  if (percent === null || Number(percent) === 0) return <None />;
  const up = Number(percent) > 0;
  return (
    <span className="tw-figure">
      {up ? '+' : ''}
      {formatNumber(percent, { min: 2, max: 2 })}%
    </span>
  );
}
