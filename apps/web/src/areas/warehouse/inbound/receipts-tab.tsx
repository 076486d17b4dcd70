import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type InboundDetail,
  type InboundReceipt,
  type InboundToCheck,
  undoReceiptCall,
} from '@tradewind/contract/warehouse.ts';
import { Button, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { productName } from '../../../components/product-name.ts';
import { ProductNames } from '../../../components/product-names.tsx';
import { returnPath } from '../../../components/return-start.ts';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { INBOUND_CHANGED } from './changed.ts';
import { CheckForm } from './check-form.tsx';
import { PutAwayForm } from './put-away-form.tsx';

const TONES: Record<InboundReceipt['condition'], Tone> = { good: 'good', checking: 'warn', damaged: 'bad' };

/** Units on QC hold, and all receipts with time, user and what is still to put away. */
export function ReceiptsTab({ one, elsewhere }: { one: InboundDetail; elsewhere: string | undefined }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [put, setPut] = useState<InboundReceipt>();
  const columns = useColumns(one, elsewhere, setPut);
  if (one.receipts.length === 0) return <EmptyState title={t('inbound.receipt.none')} />;
  return (
    <>
      {one.toCheck.length > 0 && one.state !== 'cancelled' && <ToCheck one={one} />}
      <LineTable label={t('inbound.tab.receipts')} columns={columns} rows={one.receipts} />
      {put && (
        <PutAwayForm
          goods={{
            receiptIds: [put.id],
            sku: put.sku,
            warehouseId: one.warehouseId,
            productId: put.productId,
            batchId: put.batchId,
            quantity: put.waiting,
          }}
          onClose={() => setPut(undefined)}
        />
      )}
    </>
  );
}

function ToCheck({ one }: { one: InboundDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [goods, setGoods] = useState<InboundToCheck>();
  const lot = (row: InboundToCheck) => [row.batchCode, row.expiresOn].filter(Boolean).join(' · ');
  const columns: Column<InboundToCheck>[] = [
    {
      key: 'sku',
      title: t('inbound.product'),
      card: 'title',
      render: (row) => <ProductNames of={row} name={lot(row)} />,
    },
    col.qty('quantity', t('inbound.checking'), { width: 88 }),
    {
      key: 'acts',
      title: '',
      width: 110,
      card: 'line',
      render: (row) =>
        may(rights.inbound.check) && (
          <Button size="small" type="primary" onClick={() => setGoods(row)}>
            {t('inbound.receipt.check')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <LineTable
        label={t('inbound.checking')}
        columns={columns}
        rows={one.toCheck}
        keyOf={(row) => `${row.lineId}-${row.batchId}`}
      />
      {goods && <CheckForm inboundId={one.id} goods={goods} onClose={() => setGoods(undefined)} />}
    </>
  );
}

function useColumns(
  one: InboundDetail,
  elsewhere: string | undefined,
  onPut: (receipt: InboundReceipt) => void,
): Column<InboundReceipt>[] {
  const { t } = useTranslation('warehouse');
  const lot = (row: InboundReceipt) => [row.batchCode, row.expiresOn].filter(Boolean).join(' · ');
  return [
    {
      key: 'sku',
      title: t('inbound.product'),
      width: 150,
      card: 'title',
      render: (row) => <ProductNames of={row} name={lot(row) || productName(row)} />,
    },
    col.status('condition', t('inbound.receipt.conditionTitle'), (row) => <Condition row={row} />, { width: 125 }),
    col.qty('quantity', t('inbound.receipt.quantity'), { width: 80 }),
    col.qty('putAway', t('inbound.line.putAway'), { width: 88 }),
    col.text('location', t('inbound.receipt.location'), { of: 'locationCode', width: 110 }),
    {
      key: 'at',
      title: t('inbound.receipt.at'),
      width: 140,
      render: (row) => (
        <div className="tw-two-lines" title={row.actor}>
          <span>{row.undoneBy ?? row.actor}</span>
          <span>
            <DateTime at={row.undoneAt ?? row.at} />
          </span>
        </div>
      ),
    },
    {
      key: 'acts',
      title: '',
      width: 170,
      card: 'line',
      render: (row) => <Acts row={row} one={one} elsewhere={elsewhere} onPut={onPut} />,
    },
  ];
}

function Condition({ row }: { row: InboundReceipt }): ReactNode {
  const { t } = useTranslation('warehouse');
  if (row.undoneAt) return <StatusTag tone="muted">{t('inbound.receipt.undone')}</StatusTag>;
  if (row.condition === 'checking' && row.unchecked === 0)
    return (
      <StatusTag tone={row.failed > 0 ? 'warn' : 'good'}>
        {t('inbound.receipt.checked', { passed: row.passed, failed: row.failed })}
      </StatusTag>
    );
  return <StatusTag tone={TONES[row.condition]}>{t(`inbound.receipt.condition.${row.condition}`)}</StatusTag>;
}

interface ActsProps {
  row: InboundReceipt;
  one: InboundDetail;
  elsewhere: string | undefined;
  onPut: (receipt: InboundReceipt) => void;
}

function Acts({ row, one, elsewhere, onPut }: ActsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const undo = useAct(undoReceiptCall, {
    refresh: INBOUND_CHANGED,
    success: ({ units }) => t('inbound.receipt.undoDone', { count: units }),
  });
  const open = one.state !== 'cancelled';
  const purchases = useModulePaths().get(rights.purchaseOrder.id);
  const mayReturn = useMay(rights.purchaseOrder);
  const back =
    one.sourceKind === 'purchase_order' && !row.undoneAt && purchases && mayReturn(rights.purchaseOrder.return);
  return (
    <Space wrap size={4}>
      {open && row.waiting > 0 && may(rights.inbound.putaway) && (
        <Button size="small" onClick={() => onPut(row)}>
          {t('inbound.receipt.put')}
        </Button>
      )}
      {back && row.unchecked === 0 && (
        <Link to={returnPath(purchases, { input: { receiptId: row.id } })}>{t('inbound.receipt.toSupplier')}</Link>
      )}
      {row.mayUndo && may(undoReceiptCall) && (
        <ConfirmDanger
          size="small"
          title={t('inbound.receipt.undoTitle', { sku: row.sku, count: row.quantity })}
          consequence={t('inbound.receipt.undoText')}
          verb={t('inbound.receipt.undo')}
          reason={elsewhere}
          onConfirm={() => undo.mutateAsync({ receiptId: row.id, idempotencyKey: crypto.randomUUID() })}
        />
      )}
    </Space>
  );
}
