import { rights } from '@tradewind/contract/access/modules.ts';
import type { AllocationDetail, AllocationLine, AllocationShare } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { ShareTag, useDestination } from './states.tsx';

type Row = AllocationShare &
  Pick<AllocationLine, 'sku' | 'nameZh' | 'nameEn' | 'image' | 'purchaseId' | 'purchaseNo'> & { productId: number };

/** The shares of an allocation order with their documents. */
export function ShareTable({ order }: { order: AllocationDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const destination = useDestination();
  const rows = order.lines.flatMap(({ shares, sku, nameZh, nameEn, image, productId, purchaseId, purchaseNo }) =>
    shares.map((share): Row => ({ ...share, sku, nameZh, nameEn, image, productId, purchaseId, purchaseNo })),
  );
  const live = order.state !== 'draft' && order.state !== 'reviewing';
  const columns: Column<Row>[] = [
    col.product('product', t('line.product'), { width: 190 }),
    col.own('source', t('allocation.source'), (row) => <Source row={row} />, { width: 150 }),
    col.own(
      'destination',
      t('allocation.destination'),
      (row) => (
        <>
          {destination(row)}
          {row.sellerSku && <div className="tw-muted">{row.sellerSku}</div>}
        </>
      ),
      { width: 170 },
    ),
    ...(live
      ? [col.status<Row>('step', t('requisition.progress'), (row) => <ShareTag step={row.step} />, { width: 110 })]
      : []),
    col.qty('quantity', t('line.quantity'), { width: 70 }),
    ...(live ? [col.qty<Row>('arrived', t('allocation.arrived'), { width: 70 })] : []),
    ...(rows.some((row) => row.closed > 0) ? [col.qty<Row>('closed', t('allocation.closedUnits'), { width: 70 })] : []),
    col.text('needBy', t('line.needBy'), { width: 100 }),
    ...(live
      ? [col.own<Row>('documents', t('allocation.documents'), (row) => <Documents row={row} />, { width: 180 })]
      : []),
    ...(rows.some((row) => row.closeReason)
      ? [col.text<Row>('closeReason', t('pending.reason'), { width: 140, card: 'hide' })]
      : []),
  ];
  return <LineTable label={t('allocation.shares')} columns={columns} rows={rows} />;
}

function Source({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('procurement');
  const path = useModulePaths().get(rights.purchaseOrder.id);
  if (row.purchaseId === null) return t('allocation.stock');
  return path ? (
    <Link className="tw-figure" to={`${path}?open=${row.purchaseId}`}>
      {row.purchaseNo}
    </Link>
  ) : (
    row.purchaseNo
  );
}

const MODULES = {
  transfer: rights.transfer.id,
  transit_leg: rights.transitLeg.id,
  fba_shipment: rights.fbaShipment.id,
} as const;

function Documents({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('procurement');
  const paths = useModulePaths();
  return row.documents.map((one) => {
    const path = paths.get(MODULES[one.docKind]);
    return (
      <div key={`${one.docKind}/${one.docId}`}>
        {path ? (
          <Link className="tw-figure" to={`${path}?open=${one.docId}`}>
            {one.number}
          </Link>
        ) : (
          one.number
        )}{' '}
        <span className="tw-muted">{one.state === 'cancelled' ? t('allocation.state.cancelled') : one.quantity}</span>
      </div>
    );
  });
}
