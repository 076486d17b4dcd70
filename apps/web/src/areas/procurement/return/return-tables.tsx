import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type SupplierReturnDetail,
  type SupplierReturnLine,
  type SupplierReturnSettlement,
  undoSupplierSettlement,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { UndoSettlementForm } from './act-forms.tsx';

export function ReturnGoods({ it }: { it: SupplierReturnDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const paths = useModulePaths();
  const shipped = it.shippedAt !== null;
  const columns: Column<SupplierReturnLine>[] = [
    col.product('product', t('line.product'), { width: 200 }),
    col.text('condition', t('return.stock'), {
      of: (row: SupplierReturnLine) =>
        [t(`return.conditionOf.${row.condition}`), row.batchCode].filter(Boolean).join(' · '),
      width: 100,
    }),
    col.qty('quantity', t('line.quantity'), { width: 70 }),
    ...(it.remedy === 'replacement' && shipped
      ? [col.qty<SupplierReturnLine>('replaced', t('return.replaced'), { width: 76 })]
      : []),
    col.text('reason', t('return.reason'), {
      of: (row: SupplierReturnLine) => [t(`return.reasonOf.${row.reason}`), row.remark].filter(Boolean).join(' · '),
      width: 140,
    }),
    col.own(
      'receipt',
      t('return.receipt'),
      (row) => (
        <div className="tw-two-lines">
          <Document number={row.purchaseNumber} path={paths.get(rights.purchaseOrder.id)} id={row.purchaseId} />
          <Document number={row.inboundNumber} path={paths.get(rights.inbound.id)} id={row.inboundId} />
        </div>
      ),
      { width: 160 },
    ),
    col.money('unitCredit', t('return.unitCredit'), { currency: () => it.currency, width: 100 }),
    col.money('amount', t('return.amount'), { currency: () => it.currency, width: 110 }),
    col.text('places', t('return.places'), {
      of: (row: SupplierReturnLine) => row.places.map((place) => `${place.code} × ${place.quantity}`).join(', '),
      width: 130,
    }),
  ];
  return <LineTable label={t('line.lines')} columns={columns} rows={it.lines} />;
}

function Document({
  number,
  path,
  id,
}: {
  number: string | null;
  path: string | undefined;
  id: number | null;
}): ReactNode {
  if (!number) return null;
  return path ? (
    <Link className="tw-figure" to={`${path}?open=${id}`}>
      {number}
    </Link>
  ) : (
    <span className="tw-figure">{number}</span>
  );
}

type Asn = SupplierReturnDetail['asns'][number];

/** What the supplier gave, and the ASNs of new units. */
export function Settlements({ it }: { it: SupplierReturnDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const path = useModulePaths().get(rights.inbound.id);
  const [undone, setUndone] = useState<SupplierReturnSettlement>();
  const may = useMay();
  const undoes = useSeesCosts() && may(undoSupplierSettlement);
  const units = it.remedy === 'replacement';
  const columns: Column<SupplierReturnSettlement>[] = [
    col.heading('onDay', t('return.settleDay'), { width: 104 }),
    units
      ? col.qty('units', t('return.replaced'))
      : col.money('amount', t('return.settleAmount'), { currency: () => it.currency, width: 130 }),
    ...(units
      ? []
      : [col.money<SupplierReturnSettlement>('short', t('return.short'), { currency: () => it.currency, width: 110 })]),
    ...(it.remedy === 'debitNote'
      ? [col.text<SupplierReturnSettlement>('billReference', t('return.bill'), { width: 140 })]
      : []),
    ...(units ? [] : [col.text<SupplierReturnSettlement>('reference', t('return.settleReference'), { width: 150 })]),
    col.text('remark', t('line.remark'), {
      of: (row: SupplierReturnSettlement) =>
        [row.undoing ? t('returnEvent.settlementUndone') : '', row.remark].filter(Boolean).join(' · '),
      width: 140,
      card: 'hide',
    }),
    col.text('createdBy', t('return.createdBy'), { width: 110 }),
    ...(undoes
      ? [
          col.own<SupplierReturnSettlement>(
            'acts',
            '',
            (row) =>
              row.mayUndo && (
                <Button size="small" onClick={() => setUndone(row)}>
                  {t('return.undoSettlement')}
                </Button>
              ),
            { width: 110 },
          ),
        ]
      : []),
  ];
  const asns: Column<Asn>[] = [
    col.ownHeading('number', t('return.asns'), (row) => <Document number={row.number} path={path} id={row.id} />),
    col.status('state', t('line.status'), (row) => (
      <StatusTag tone={row.state === 'done' ? 'good' : row.state === 'cancelled' ? 'muted' : 'info'}>
        {t(`purchase.asnState.${row.state}`)}
      </StatusTag>
    )),
    col.qty('units', t('purchase.units')),
    col.qty('received', t('line.received')),
  ];
  return (
    <>
      {it.asns.length > 0 && <LineTable label={t('return.asns')} columns={asns} rows={it.asns} />}
      {it.settlements.length > 0 ? (
        <LineTable label={t('return.settlements')} columns={columns} rows={it.settlements} />
      ) : (
        <EmptyState title={t('return.settlementsNone')} />
      )}
      {undone && <UndoSettlementForm of={undone} onClose={() => setUndone(undefined)} />}
    </>
  );
}

const BAD = new Set(['rejected', 'cancelled', 'asnShort', 'settlementUndone', 'approval.rejected']);
const GOOD = new Set(['approved', 'settled']);

export function ReturnHistory({ rows }: { rows: SupplierReturnDetail['history'] }): ReactNode {
  const { t } = useTranslation('procurement');
  const why = ({ detail }: SupplierReturnDetail['history'][number]): string => {
    const { units, amount, inbound, reference, reason, remark, name } = detail ?? {};
    const counted = typeof units === 'number' ? t('purchaseEvent.unitsOf', { count: units }) : '';
    const said = [amount, inbound, reference, reason, remark, name].filter(
      (one): one is string => typeof one === 'string',
    );
    return [counted, ...said].filter(Boolean).join(' · ');
  };
  return (
    <HistoryTimeline
      entries={rows.map((row) => ({
        ...{ key: row.id, at: row.at, who: row.actor, what: t(`returnEvent.${row.event}`) },
        ...(why(row) ? { why: why(row) } : {}),
        ...(BAD.has(row.event) ? { tone: 'bad' as const } : GOOD.has(row.event) ? { tone: 'good' as const } : {}),
      }))}
    />
  );
}
