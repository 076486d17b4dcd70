import { rights } from '@tradewind/contract/access/modules.ts';
import { getAttachment } from '@tradewind/contract/documents.ts';
import {
  refusePackingList,
  type SupplierPacking,
  supplierAnswers,
  takePackingList,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { saveDownload } from '../../../api/client.ts';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { PACKING_TONES } from './supplier-order-parts.tsx';

const REFRESH = [supplierAnswers, ...CHANGED] as const;

/** Packing lists of the supplier: one press makes the ASN. */
export function PackingTable({ rows }: { rows: readonly SupplierPacking[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const [refusing, setRefusing] = useState<SupplierPacking>();
  const save = (id: number) => void saveDownload(getAttachment, { id }).catch(toast.error);
  const columns: Column<SupplierPacking>[] = [
    col.ownHeading(
      'file',
      t('supplierPage.file'),
      (row) => (
        <Button type="link" size="small" onClick={() => save(row.attachmentId)}>
          {row.fileName}
        </Button>
      ),
      { width: 190 },
    ),
    col.status(
      'state',
      t('line.status'),
      (row) => <StatusTag tone={PACKING_TONES[row.state]}>{t(`supplierOrder.packingState.${row.state}`)}</StatusTag>,
      { width: 120 },
    ),
    col.text('shippedOn', t('supplierPage.shippedOn'), { width: 110 }),
    col.qty('units', t('supplierPage.units'), { width: 70 }),
    col.qty('cartons', t('supplierPage.cartons'), { width: 70 }),
    col.text('tracking', t('supplierPage.tracking'), {
      of: (row: SupplierPacking) => [row.carrier, row.trackingNumber].filter(Boolean).join(' '),
      width: 160,
    }),
    col.text('remark', t('line.remark'), {
      of: (row: SupplierPacking) => [row.remark, row.decision].filter(Boolean).join(' → '),
      width: 120,
    }),
    col.own('acts', '', (row) => <PackingActs packing={row} onRefuse={setRefusing} />, { width: 190 }),
  ];
  return (
    <>
      <LineTable label={t('supplierPage.packings')} columns={columns} rows={rows} />
      {refusing && (
        <FormDrawer
          open
          title={t('supplierPage.refusePackingTitle')}
          call={refusePackingList}
          initial={{ id: refusing.id, idempotencyKey: crypto.randomUUID() }}
          verb={t('supplierPage.refusePacking')}
          success={t('supplierPage.packingRefused')}
          refresh={REFRESH}
          onClose={() => setRefusing(undefined)}
          fields={[
            { kind: 'textarea', name: 'decision', label: t('supplierPage.reason'), help: t('supplierPage.refuseHelp') },
          ]}
        />
      )}
    </>
  );
}

function PackingActs(props: { packing: SupplierPacking; onRefuse: (row: SupplierPacking) => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const { packing, onRefuse } = props;
  const may = useMay();
  const path = useModulePaths().get(rights.inbound.id);
  const take = useAct(takePackingList, {
    refresh: REFRESH,
    onDone: ({ number }) => toast.success(t('supplierPage.packingTaken', { number })),
  });
  if (packing.inboundNumber)
    return path ? (
      <Link className="tw-figure" to={`${path}?open=${packing.inboundId}`}>
        {packing.inboundNumber}
      </Link>
    ) : (
      packing.inboundNumber
    );
  if (packing.state !== 'waiting' || !may(takePackingList)) return null;
  return (
    <div className="tw-supplier-acts">
      <Button
        size="small"
        type="primary"
        loading={take.isPending}
        onClick={() => take.mutate({ id: packing.id, idempotencyKey: crypto.randomUUID() })}
      >
        {t('supplierPage.takePacking')}
      </Button>
      <Button size="small" disabled={take.isPending} onClick={() => onRefuse(packing)}>
        {t('supplierPage.refusePacking')}
      </Button>
    </div>
  );
}
