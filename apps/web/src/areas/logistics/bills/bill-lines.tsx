import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  BILL_REASONS,
  type BillReason,
  type CarrierBillLine,
  carrierBillMay,
  exportBillLines,
  listBillLines,
  listUnbilledParcels,
  makeCarrierClaims,
} from '@tradewind/contract/logistics.ts';
import { Button, Pagination, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { type BillDetail, OF_BILL } from './calls.ts';
import { ReasonTag } from './tags.tsx';

const PAGE_SIZE = 50;
const kilos = (grams: number | null) => (grams === null ? '' : `${formatNumber(grams / 1000)} kg`);

/** The lines by reason, what is wrong first. */
export function BillLines({ bill }: { bill: BillDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const reasons = BILL_REASONS.filter((reason) => bill.reasons[reason]);
  const [chosen, setChosen] = useState<BillReason | ''>('');
  const [page, setPage] = useState(1);
  const filter = { billId: bill.id, ...(chosen ? { reason: chosen } : {}) };
  const lines = useCall(listBillLines, { ...filter, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useColumns(bill);
  return (
    <>
      <div className="tw-bill-reasons">
        <Segmented<BillReason | ''>
          aria-label={t('bills.result')}
          value={chosen}
          options={[
            { value: '', label: `${t('bills.all')} ${bill.lineCount}` },
            ...reasons.map((value) => ({ value, label: `${t(`bills.reason.${value}`)} ${bill.reasons[value] ?? 0}` })),
          ]}
          onChange={(reason) => {
            setChosen(reason);
            setPage(1);
          }}
        />
        {may(exportBillLines) && <ExportButton action={{ call: exportBillLines }} filter={filter} />}
      </div>
      <LineTable
        label={t('bills.lines')}
        columns={columns}
        rows={lines.data?.rows ?? []}
        skeleton={lines.isPending ? 5 : 0}
        empty={<EmptyState title={t(bill.state === 'draft' ? 'bills.reading' : 'bills.noLines')} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={lines.data?.total ?? 0}
        onChange={setPage}
      />
    </>
  );
}

function useColumns(bill: BillDetail): Column<CarrierBillLine>[] {
  const { t } = useTranslation('logistics');
  const { currency } = bill;
  const mayClaim = useMay()(makeCarrierClaims) && carrierBillMay('claim', bill);
  return useMemo<Column<CarrierBillLine>[]>(
    () => [
      col.ownHeading('trackingNumber', t('trackingNumber'), (row) => <ParcelNumber row={row} />, { width: 180 }),
      col.status('reason', t('bills.result'), (row) => <ReasonTag reason={row.reason} />, { width: 110 }),
      col.money('amount', t('bills.billed'), { currency: () => currency, width: 115 }),
      col.money('expected', t('bills.expected'), { currency: () => currency, width: 115 }),
      col.own('difference', t('bills.difference'), (row) => <Difference row={row} currency={currency} />, {
        width: 115,
        align: 'right',
      }),
      col.own('why', t('bills.why'), (row) => whyOf(row, t), { width: 320, card: 'line' }),
      col.own(
        'claim',
        t('claims.claim'),
        (row) => (row.claimNumber || (mayClaim && claimable(row)) ? <ClaimOf row={row} bill={bill} /> : null),
        { width: 150 },
      ),
    ],
    [t, bill, currency, mayClaim],
  );
}

function ParcelNumber({ row }: { row: CarrierBillLine }): ReactNode {
  return (
    <>
      <span className="tw-figure">{row.trackingNumber || row.reference}</span>
      {row.orderNo && <div className="tw-muted">{row.orderNo}</div>}
    </>
  );
}

function Difference({ row, currency }: { row: CarrierBillLine; currency: string }): ReactNode {
  if (row.difference === null || row.difference === '0.00') return <Money amount={null} currency={currency} />;
  return <Money amount={row.difference} currency={currency} />;
}

/** What was billed beside what we know, as far as it is the reason. */
function whyOf(row: CarrierBillLine, t: TFunction<'logistics'>): string | null {
  const sides = [row.lengthMm, row.widthMm, row.heightMm];
  switch (row.reason) {
    case 'weight':
      return t('bills.insteadOf', { billed: kilos(row.weightGrams), ours: kilos(row.parcelGrams) });
    case 'size':
      return `${sides.map((side) => (side ?? 0) / 10).join(' × ')} cm`;
    case 'zone':
      return t('bills.insteadOf', { billed: row.zone, ours: row.expectedZone });
    case 'surcharge':
      return row.parts.map(({ code, amount }) => `${code} ${formatNumber(amount, { min: 2, max: 2 })}`).join(' · ');
    case 'duplicate':
      return row.twiceNumber && t('bills.billedIn', { number: row.twiceNumber, line: row.twiceLine ?? 0 });
    default:
      return null;
  }
}

/** A line that charges too much, before it has a claim. */
const claimable = ({ reason, difference }: CarrierBillLine) =>
  !['ok', 'credit', 'uncompared'].includes(reason) && difference !== null && !difference.startsWith('-');

function ClaimOf({ row, bill }: { row: CarrierBillLine; bill: BillDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const make = useAct(makeCarrierClaims, {
    refresh: OF_BILL,
    success: ({ made }) => t('claims.made', { count: made }),
  });
  if (row.claimNumber) return <span className="tw-figure">{row.claimNumber}</span>;
  return (
    <Button
      size="small"
      loading={make.isPending}
      onClick={() => make.mutate({ billId: bill.id, lineId: row.id, idempotencyKey: `claim-line-${row.id}` })}
    >
      {t('claims.make')}
    </Button>
  );
}

type Unbilled = ResultOf<typeof listUnbilledParcels>['rows'][number];
/** Parcels that the carrier may still bill: no mistake of it. */
export function UnbilledParcels({ billId }: { billId: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const [page, setPage] = useState(1);
  const parcels = useCall(listUnbilledParcels, { billId, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useMemo<Column<Unbilled>[]>(
    () => [
      col.heading('trackingNumber', t('trackingNumber'), { width: 180 }),
      col.code('orderNo', t('order'), { width: 180 }),
      col.text('channelName', t('channel'), { width: 160 }),
      col.text('country', t('country'), { width: 80 }),
      col.code('weight', t('weight'), { width: 100, align: 'right', of: (row: Unbilled) => kilos(row.weightGrams) }),
      col.time('shippedAt', t('shippedAt')),
    ],
    [t],
  );
  return (
    <>
      <p className="tw-muted">{t('bills.missingHint')}</p>
      <LineTable
        label={t('bills.missing')}
        columns={columns}
        rows={parcels.data?.rows ?? []}
        skeleton={parcels.isPending ? 5 : 0}
        empty={<EmptyState title={t('bills.noMissing')} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={parcels.data?.total ?? 0}
        onChange={setPage}
      />
    </>
  );
}
