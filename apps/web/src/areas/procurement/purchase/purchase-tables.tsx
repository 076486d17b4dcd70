import { rights } from '@tradewind/contract/access/modules.ts';
import type { PurchaseDetail, PurchaseLine } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';

export function PurchaseLines({ order }: { order: PurchaseDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const packed = order.lines.some((line) => line.packSize > 1);
  const sourced = order.lines.some((line) => line.sources.length > 0);
  const placed = order.orderedAt !== null;
  const short = order.lines.some((line) => line.shortReason !== '');
  const columns: Column<PurchaseLine>[] = [
    col.product('product', t('line.product'), { width: 200 }),
    ...(packed
      ? [
          col.text<PurchaseLine>('pack', t('purchase.packSize'), {
            of: (line: PurchaseLine) => (line.packSize > 1 ? `${line.packs} × ${line.packSize}` : null),
            width: 90,
          }),
        ]
      : []),
    col.qty('quantity', t('line.quantity'), { width: 80 }),
    col.money('unitPrice', t('purchase.unitPrice'), { currency: () => order.currency, width: 110 }),
    col.money('amount', t('purchase.amount'), { currency: () => order.currency, width: 120 }),
    ...(placed
      ? [
          col.qty<PurchaseLine>('received', t('line.received'), { width: 80 }),
          col.qty<PurchaseLine>('expected', t('purchase.expected'), { width: 76 }),
          col.qty<PurchaseLine>('outstanding', t('purchase.outstanding'), { width: 90 }),
        ]
      : []),
    ...(short ? [col.text<PurchaseLine>('shortReason', t('purchase.shortReason'), { width: 150 })] : []),
    col.text('supplierSku', t('prices.supplierSku'), { width: 110, card: 'hide' }),
    ...(sourced
      ? [col.own<PurchaseLine>('sources', t('purchase.sources'), (line) => <Sources line={line} />, { width: 200 })]
      : []),
  ];
  return <LineTable label={t('line.lines')} columns={columns} rows={order.lines} />;
}

function Sources({ line }: { line: PurchaseLine }): ReactNode {
  const path = useModulePaths().get(rights.requisition.id);
  return line.sources.map((source) => (
    <div key={source.lineId}>
      {path ? (
        <Link className="tw-figure" to={`${path}?open=${source.requisitionId}`}>
          {source.number}
        </Link>
      ) : (
        source.number
      )}{' '}
      <span className="tw-muted">
        {source.received} / {source.quantity}
      </span>
    </div>
  ));
}

type Asn = PurchaseDetail['asns'][number];

export function PurchaseAsns({ order }: { order: PurchaseDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const path = useModulePaths().get(rights.inbound.id);
  if (order.asns.length === 0) return <EmptyState title={t('purchase.noAsns')} />;
  const columns: Column<Asn>[] = [
    col.ownHeading('number', t('purchase.asns'), (row) =>
      path ? (
        <Link className="tw-figure" to={`${path}?open=${row.id}`}>
          {row.number}
        </Link>
      ) : (
        row.number
      ),
    ),
    col.status('state', t('line.status'), (row) => (
      <StatusTag tone={row.state === 'done' ? 'good' : row.state === 'cancelled' ? 'muted' : 'info'}>
        {t(`purchase.asnState.${row.state}`)}
      </StatusTag>
    )),
    col.qty('units', t('purchase.units')),
    col.qty('received', t('line.received')),
    col.text('expectedOn', t('purchase.expectedOn'), { width: 120 }),
    col.time('createdAt', t('line.createdAt')),
  ];
  return <LineTable label={t('purchase.asns')} columns={columns} rows={order.asns} />;
}
