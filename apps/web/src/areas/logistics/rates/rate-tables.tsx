import type { RateCardTerms, RemoteArea, Surcharge, ZoneArea, ZonePrice } from '@tradewind/contract/logistics/rates.ts';
import { rateVersionAreas, rateVersionPrices, rateVersionRemote } from '@tradewind/contract/logistics.ts';
import { Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import type { VersionDetail } from './calls.ts';

const PAGE_SIZE = 50;
const shown = (figure: string) => (Number(figure) === 0 ? '' : figure);
const rowNumber = (_row: unknown, at: number) => at;

export function TermFacts({ version }: { version: VersionDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const { terms, validFrom, validTo, note, changedBy, changedAt } = version;
  const days = validTo ? `${validFrom} – ${validTo}` : validFrom && t('rates.openEnd', { from: validFrom });
  return (
    <Facts
      items={[
        [t('rates.days'), days],
        [
          t('rates.changed'),
          <>
            {changedBy} <DateTime at={changedAt} />
          </>,
        ],
        [t('rates.note'), note],
        [t('rates.currency'), terms.currency],
        [t('rates.units'), t(`rates.unitWords.${terms.units}`)],
        [t('rates.divisor'), terms.divisor],
        [t('rates.volumeMode'), t(`rates.volumeModes.${terms.volumeMode}`)],
        [t('rates.volumeThreshold'), shown(terms.volumeThreshold)],
        [t('rates.sideRounding'), t(`rates.sideRoundings.${terms.sideRounding}`)],
        [t('rates.step'), shown(terms.step)],
        [t('rates.minimumWeight'), shown(terms.minimumWeight)],
        [t('rates.edge'), t(`rates.edges.${terms.edge}`)],
        [t('rates.minimumCharge'), shown(terms.minimumCharge)],
        [t('rates.taxPercent'), shown(terms.taxPercent)],
      ]}
    />
  );
}

function usePaged(call: typeof rateVersionAreas | typeof rateVersionPrices | typeof rateVersionRemote, id: number) {
  const [page, setPage] = useState(1);
  const rows = useCall(call, { id, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const pager = (
    <Pagination
      hideOnSinglePage
      size="small"
      showSizeChanger={false}
      current={page}
      pageSize={PAGE_SIZE}
      total={rows.data?.total ?? 0}
      onChange={setPage}
    />
  );
  return { rows: rows.data?.rows ?? [], skeleton: rows.isPending ? 5 : 0, pager };
}

/** Where zones and remote areas are. */
function usePlaceColumns(): Column<Omit<ZoneArea, 'zone'>>[] {
  const { t } = useTranslation('logistics');
  return useMemo(
    () => [
      col.code('country', t('rates.country'), { width: 120 }),
      col.code('prefix', t('rates.prefix'), { width: 140 }),
      col.code('range', t('rates.range'), {
        width: 200,
        of: ({ from, to }: Omit<ZoneArea, 'zone'>) => [from, to].filter(Boolean).join(' – '),
      }),
      col.text('city', t('rates.city'), { width: 200 }),
    ],
    [t],
  );
}

export function AreaTable({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const { rows, skeleton, pager } = usePaged(rateVersionAreas, id);
  const places = usePlaceColumns();
  const columns = useMemo<Column<ZoneArea>[]>(
    () => [col.text('zone', t('rates.zone'), { width: 120, card: 'title' }), ...(places as Column<ZoneArea>[])],
    [t, places],
  );
  return (
    <>
      <LineTable
        label={t('rates.tab.zones')}
        columns={columns}
        rows={rows as ZoneArea[]}
        keyOf={rowNumber}
        skeleton={skeleton}
        empty={t('rates.noRows')}
      />
      {pager}
    </>
  );
}

export function RemoteTable({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const { rows, skeleton, pager } = usePaged(rateVersionRemote, id);
  const places = usePlaceColumns();
  const columns = useMemo<Column<RemoteArea>[]>(
    () => [col.text('kind', t('rates.remoteKind'), { width: 140, card: 'title' }), ...(places as Column<RemoteArea>[])],
    [t, places],
  );
  return (
    <>
      <p className="tw-muted">{t('rates.remoteHint')}</p>
      <LineTable
        label={t('rates.tab.remote')}
        columns={columns}
        rows={rows as RemoteArea[]}
        keyOf={rowNumber}
        skeleton={skeleton}
        empty={t('rates.noRemote')}
      />
      {pager}
    </>
  );
}

export function PriceTable({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const { rows, skeleton, pager } = usePaged(rateVersionPrices, id);
  const columns = useMemo<Column<ZonePrice>[]>(() => {
    const pair = (weight: string, price: string) =>
      Number(weight) === 0 && Number(price) === 0 ? '' : t('rates.priceOf', { weight, price });
    return [
      col.text('zone', t('rates.zone'), { width: 120, card: 'title' }),
      col.code('weights', t('rates.weights'), { width: 130, of: ({ from, to }) => `${from} – ${to}` }),
      col.code('parcelFee', t('rates.parcelFee'), {
        width: 120,
        align: 'right',
        of: (row: ZonePrice) => shown(row.parcelFee),
      }),
      col.code('unitPrice', t('rates.unitPrice'), {
        width: 120,
        align: 'right',
        of: (row: ZonePrice) => shown(row.unitPrice),
      }),
      col.code('first', t('rates.first'), {
        ...{ width: 150, align: 'right' },
        of: ({ firstWeight, firstPrice }) => pair(firstWeight, firstPrice),
      }),
      col.code('next', t('rates.next'), {
        ...{ width: 150, align: 'right' },
        of: ({ stepWeight, stepPrice }) => pair(stepWeight, stepPrice),
      }),
    ];
  }, [t]);
  return (
    <>
      <LineTable
        label={t('rates.tab.prices')}
        columns={columns}
        rows={rows as ZonePrice[]}
        keyOf={rowNumber}
        skeleton={skeleton}
        empty={t('rates.noRows')}
      />
      {pager}
    </>
  );
}

export function SurchargeTable({ terms }: { terms: RateCardTerms }): ReactNode {
  const { t } = useTranslation('logistics');
  const columns = useMemo<Column<Surcharge>[]>(() => {
    const conditions = ({ when }: Surcharge) => [
      ...(['residential', 'battery', 'signature'] as const).flatMap((flag) =>
        when[flag] ? t(`rates.flags.${flag}`) : [],
      ),
      ...(['weightOver', 'longestOver', 'girthOver'] as const).flatMap((limit) =>
        when[limit] ? `${t(`rates.${limit}`)} ${when[limit]}` : [],
      ),
      ...(when.countries ?? []),
      ...(when.zones ?? []),
    ];
    return [
      col.text('code', t('rates.code'), { width: 150, card: 'title' }),
      col.text('basis', t('rates.basis'), { width: 130, of: (row: Surcharge) => t(`rates.bases.${row.basis}`) }),
      col.code('amount', t('rates.amount'), { width: 110, align: 'right' }),
      col.text('when', t('rates.when'), { width: 240, card: 'line', of: (row) => conditions(row).join(' · ') }),
      col.code('period', t('rates.period'), {
        width: 190,
        of: ({ validFrom, validTo }) => [validFrom, validTo].filter(Boolean).join(' – '),
      }),
      col.text('group', t('rates.group'), { width: 110 }),
    ];
  }, [t]);
  return (
    <LineTable
      label={t('rates.tab.surcharges')}
      columns={columns}
      rows={terms.surcharges}
      keyOf={(row) => row.code}
      empty={t('rates.noSurcharges')}
    />
  );
}

type Week = NonNullable<RateCardTerms['fuel']>['weeks'][number];
export function FuelTable({ terms }: { terms: RateCardTerms }): ReactNode {
  const { t } = useTranslation('logistics');
  const columns = useMemo<Column<Week>[]>(
    () => [
      col.code('from', t('rates.week'), { width: 160, card: 'title' }),
      col.code('percent', t('rates.percent'), { width: 120, align: 'right' }),
    ],
    [t],
  );
  return (
    <>
      {terms.fuel && <Facts items={[[t('rates.fuelOn'), terms.fuel.on.join(', ')]]} />}
      <LineTable
        label={t('rates.tab.fuel')}
        columns={columns}
        rows={terms.fuel?.weeks ?? []}
        keyOf={(row) => row.from}
        empty={t('rates.noFuel')}
      />
    </>
  );
}
