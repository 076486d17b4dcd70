import {
  getOrder,
  listOrders,
  mergeSuggestions,
  orderTabs,
  orderUndos,
  previewUndo,
  undoOrders,
} from '@tradewind/contract/orders.ts';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import './arrange.css';

/** Undoes an act. First lists what cannot be undone, or only in part. */
export function useOrderUndo(): [undo: (undoId: number) => void, dialog: ReactNode] {
  const [open, setOpen] = useState<number>();
  return [setOpen, open !== undefined && <UndoDialog key={open} undoId={open} onClose={() => setOpen(undefined)} />];
}

interface Row {
  id: number;
  label: string;
  comesBack: boolean;
  reason: string;
}

function UndoDialog({ undoId, onClose }: { undoId: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const preview = useCall(previewUndo, { undoId });
  const rows: Row[] = preview.data?.orders ?? [];
  const back = rows.filter((row) => row.comesBack).length;
  const undo = useAct(undoOrders, {
    refresh: [listOrders, getOrder, orderTabs, orderUndos, mergeSuggestions],
    onDone: ({ done, failed }) => {
      if (failed.length === 0) toast.success(t('undo.done', { count: done }));
      else toast.warning(t('undo.some', { count: done, failed: failed.length }));
      onClose();
    },
  });
  const columns: Column<Row>[] = [
    col.text('label', t('order'), { width: 180, card: 'title' }),
    {
      key: 'comesBack',
      title: t('undo.outcome'),
      width: 360,
      render: (row) => (
        <span className={row.comesBack ? 'tw-good' : 'tw-bad'}>
          {t(row.comesBack ? 'undo.comesBack' : 'undo.stays')}
          {row.reason && <span className="tw-muted"> · {row.reason}</span>}
        </span>
      ),
    },
  ];
  return (
    <Modal
      open
      width={640}
      title={preview.data ? t('undo.title', { act: t(`undo.act.${preview.data.act}`) }) : t('action.undo')}
      okText={t('undo.verb', { count: back })}
      okButtonProps={{ disabled: back === 0, loading: undo.isPending }}
      onOk={() => undo.mutate({ undoId })}
      onCancel={onClose}
    >
      <LineTable cards={false} label={t('undo.outcome')} columns={columns} rows={rows.slice(0, SHOWN)} />
      {rows.length > SHOWN && <p className="tw-muted">{t('undo.more', { count: rows.length - SHOWN })}</p>}
    </Modal>
  );
}

const SHOWN = 100;
