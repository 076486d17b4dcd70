import { type DutyEstimate, estimateDuty } from '@tradewind/contract/logistics.ts';
import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

interface Box {
  outboundId: number;
  bought: boolean;
  kept: DutyEstimate | null;
}

/** Opens what a parcel owes at the border: as it was kept with its label, or else by the rates of today. */
export function DutyButton(box: Box): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [open, setOpen] = useState(false);
  const costs = useSeesCosts();
  if (!costs || (box.bought ? !box.kept : !may(estimateDuty))) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('duty.title')}
      </Button>
      {open && (
        <PageDrawer open title={t('duty.title')} size={760} onClose={() => setOpen(false)}>
          {box.kept ? <Terms estimate={box.kept} /> : <Quoted outboundId={box.outboundId} />}
        </PageDrawer>
      )}
    </>
  );
}

function Quoted({ outboundId }: { outboundId: number }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(estimateDuty, { outboundId });
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton active />;
  const { terms, estimate, landed, refusal } = found.data;
  return (
    <>
      <Facts
        items={[
          [t('duty.terms'), t(`duty.payer.${terms}`)],
          ...(landed ? [[t('duty.carrier'), <Landed key="landed" {...landed} />] satisfies [string, ReactNode]] : []),
        ]}
      />
      {refusal && <Alert type="info" showIcon title={t('duty.noCarrier')} description={refusal} />}
      {estimate ? <Terms estimate={estimate} /> : <p className="tw-muted">{t('duty.none')}</p>}
    </>
  );
}

function Landed({ currency, duty, vat, fees }: { currency: string; duty: string; vat: string; fees: string }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {t('duty.duty')} <Money amount={duty} currency={currency} /> · {t('duty.vat')}{' '}
      <Money amount={vat} currency={currency} /> · {t('duty.fee')} <Money amount={fees} currency={currency} />
    </>
  );
}

type Line = DutyEstimate['lines'][number];

/** Each term of an estimate. */
function Terms({ estimate }: { estimate: DutyEstimate }): ReactNode {
  const { t } = useTranslation('orders');
  const { currency, value, duty, vat, fee, total, lines } = estimate;
  const columns = useMemo<Column<Line>[]>(() => {
    const share = (percent: string, amount: string) => (
      <>
        <Money amount={amount} currency={currency} /> <span className="tw-muted">{percent}%</span>
      </>
    );
    return [
      col.own('hsCode', t('duty.hsCode'), (row) => row.hsCode, { width: 120, card: 'title' }),
      col.own('origin', t('duty.origin'), (row) => row.origin, { width: 80 }),
      col.own('value', t('duty.value'), (row) => <Money amount={row.value} currency={currency} />, { width: 110 }),
      col.own(
        'duty',
        t('duty.duty'),
        (row) => (row.rateId === null ? t('duty.noRate') : share(row.dutyPercent, row.duty)),
        { width: 150 },
      ),
      col.own('vat', t('duty.vat'), (row) => (row.rateId === null ? '' : share(row.vatPercent, row.vat)), {
        width: 150,
      }),
      col.own('fee', t('duty.fee'), (row) => <Money amount={row.fee} currency={currency} />, { width: 100 }),
    ];
  }, [t, currency]);
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <>
      <LineTable
        label={t('duty.title')}
        columns={columns}
        rows={lines}
        keyOf={(row) => `${row.hsCode}/${row.origin}`}
      />
      <Facts
        columns={3}
        items={[
          [t('duty.value'), money(value)],
          [t('duty.duty'), money(duty)],
          [t('duty.vat'), money(vat)],
          [t('duty.fee'), money(fee)],
          [t('duty.total'), money(total)],
        ]}
      />
      <p className="tw-muted">{t('duty.hint')}</p>
    </>
  );
}
