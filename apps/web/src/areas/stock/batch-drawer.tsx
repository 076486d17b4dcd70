import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { StockCondition } from '@tradewind/contract/stock.ts';
import {
  batchDetail,
  batchTabs,
  editBatch,
  exportBatchShipped,
  listBatches,
  recallBatchCall,
  releaseBatchCall,
} from '@tradewind/contract/stock-batches.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Quantity } from '../../components/figures.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { HistoryTimeline } from '../../components/history-timeline.tsx';
import { ExportButton } from '../../components/list/export-button.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { productName } from '../../components/product-name.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { batchStanding } from './batches.ts';
import { FigureButton, FigureIfAny, MovementDocument, Signed } from './cells.tsx';
import type { Explained, OpenedFigure } from './explained.ts';
import { RecallAnswer, type RecallResult } from './recall-answer.tsx';
import type { StockDoors } from './views/view.ts';

type Batch = ResultOf<typeof batchDetail>;
type Act = 'edit' | 'recall' | 'release';
type Bin = Batch['bins'][number];
type Explain = StockDoors['explain'];

/** A batch: its locations, its shipped units, and the recall button. */
export function BatchDrawer(props: { id: number; tools: DetailTools; onExplain: Explain }): ReactNode {
  const { id, tools, onExplain } = props;
  const { t } = useTranslation('stock');
  const may = useMay();
  const [act, setAct] = useState<Act>();
  const [answer, setAnswer] = useState<RecallResult>();
  const answered = useCall(batchDetail, { id });
  const batch = answered.data;
  const standing = batch && batchStanding(batch);
  const open = (what: Partial<Explained>, figure: OpenedFigure) =>
    batch && onExplain({ ...ofBatch(batch), ...what }, figure);
  return (
    <DetailDrawer
      {...tools}
      title={batch?.code ?? ''}
      subtitle={batch && `${batch.sku} ${productName(batch)}`}
      status={standing && <StatusTag tone={standing.tone}>{t(`batchState.${standing.state}`)}</StatusTag>}
      size={860}
      query={answered}
      actions={
        batch &&
        may(rights.stock.adjust) && (
          <>
            <Button onClick={() => setAct('edit')}>{t('batchAct.edit')}</Button>
            {batch.state === 'recalled' ? (
              <Button onClick={() => setAct('release')}>{t('batchAct.release')}</Button>
            ) : (
              <Button danger onClick={() => setAct('recall')}>
                {t('batchAct.recall')}
              </Button>
            )}
          </>
        )
      }
      tabs={useTabs(batch, onExplain)}
    >
      {answer && <RecallAnswer told={answer} onClose={() => setAnswer(undefined)} />}
      {batch && (
        <Facts
          columns={3}
          items={[
            [t('producedOn'), batch.producedOn],
            [t('expiresOn'), batch.expiresOn],
            [
              t('condition.good'),
              <FigureIfAny key="g" value={batch.good} onClick={() => open({ condition: 'good' }, 'onHand')} />,
            ],
            [t('promised'), <FigureIfAny key="p" value={batch.promised} onClick={() => open({}, 'promised')} />],
            [
              t('aside.held'),
              <FigureIfAny key="h" value={batch.held} onClick={() => open({ condition: 'held' }, 'onHand')} />,
            ],
            [t('adjust.remark'), batch.remark],
          ]}
        />
      )}
      {batch && act && <BatchForm batch={batch} act={act} onAnswer={setAnswer} onClose={() => setAct(undefined)} />}
    </DetailDrawer>
  );
}

const ofBatch = ({ id, code, productId, sku }: Batch): Explained => ({ productId, sku, where: code, batchId: id });

function useTabs(batch: Batch | undefined, onExplain: Explain) {
  const { t } = useTranslation('stock');
  if (!batch) return [];
  return [
    { key: 'bins', label: t('bins'), children: <Bins batch={batch} onExplain={onExplain} /> },
    { key: 'movements', label: t('batchAct.movements'), children: <Movements rows={batch.movements} /> },
    {
      key: 'stopped',
      label: `${t('batchAct.stopped')} ${batch.stopped.length}`,
      children: <Stopped rows={batch.stopped} />,
    },
    { key: 'shipped', label: `${t('batchAct.shipped')} ${batch.shippedOrders}`, children: <Shipped batch={batch} /> },
    { key: 'sentOn', label: `${t('batchAct.sentOn')} ${batch.sentOn.length}`, children: <SentOn batch={batch} /> },
    { key: 'history', label: t('batchAct.history'), children: <History rows={batch.history} /> },
  ];
}

interface BatchFormProps {
  batch: Batch;
  act: Act;
  onAnswer: (answer: RecallResult) => void;
  onClose: () => void;
}

function BatchForm({ batch, act, onAnswer, onClose }: BatchFormProps): ReactNode {
  const { t } = useTranslation('stock');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const shared = {
    open: true,
    title: `${t(`batchAct.${act}`)} · ${batch.code}`,
    verb: t(`batchAct.${act}`),
    refresh: [batchDetail, listBatches, batchTabs],
    onClose,
  };
  const same = { id: batch.id, idempotencyKey };
  const remark = {
    kind: 'textarea',
    name: 'remark',
    label: t('adjust.remark'),
    help: t(`batchAct.${act}Help`),
  } as const;
  switch (act) {
    case 'edit':
      return (
        <FormDrawer
          {...shared}
          call={editBatch}
          initial={{ ...same, expiresOn: batch.expiresOn, remark: batch.remark }}
          fields={[{ kind: 'date', name: 'expiresOn', label: t('expiresOn') }, remark]}
          success={t('batchAct.saved')}
        />
      );
    case 'recall':
      return (
        <FormDrawer
          {...shared}
          call={recallBatchCall}
          initial={same}
          fields={[remark]}
          onDone={(result) => onAnswer({ act, ...result })}
        />
      );
    case 'release':
      return (
        <FormDrawer
          {...shared}
          call={releaseBatchCall}
          initial={same}
          fields={[remark]}
          onDone={(result) => onAnswer({ act, ...result })}
        />
      );
  }
}

function Table<R>(props: { label: string; columns: Column<R>[]; rows: R[]; keyOf: (row: R) => string }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <LineTable
      label={props.label}
      columns={props.columns}
      rows={props.rows}
      keyOf={props.keyOf}
      empty={<EmptyState title={t('explain.none')} />}
    />
  );
}

function Bins({ batch, onExplain }: { batch: Batch; onExplain: Explain }): ReactNode {
  const { t } = useTranslation('stock');
  const place = ({ warehouseId, warehouseName, locationId, code }: Bin): Explained => ({
    ...ofBatch(batch),
    where: `${batch.code} · ${warehouseName} ${code}`,
    warehouseId,
    locationId,
  });
  return (
    <Table
      label={t('bins')}
      rows={batch.bins}
      keyOf={(row) => `${row.locationId}-${row.condition}`}
      columns={[
        { key: 'warehouse', title: t('warehouse'), width: 160, render: (row) => row.warehouseName },
        { key: 'code', title: t('location'), width: 140, card: 'title', render: (row) => row.code },
        {
          key: 'condition',
          title: t('movement.condition'),
          width: 90,
          card: 'state',
          render: (row) => t(`condition.${row.condition}`),
        },
        {
          key: 'onHand',
          title: t('quantity'),
          width: 90,
          align: 'right',
          render: (row) => (
            <FigureButton
              value={row.onHand}
              onClick={() => onExplain({ ...place(row), condition: row.condition as StockCondition }, 'onHand')}
            />
          ),
        },
        {
          key: 'allocated',
          title: t('promised'),
          width: 110,
          align: 'right',
          render: (row) => <FigureIfAny value={row.allocated} onClick={() => onExplain(place(row), 'promised')} />,
        },
      ]}
    />
  );
}

function Movements({ rows }: { rows: Batch['movements'] }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <Table
      label={t('batchAct.movements')}
      rows={rows}
      keyOf={(row) => String(row.id)}
      columns={[
        { key: 'at', title: t('movement.at'), width: 150, render: (row) => <DateTime at={row.at} /> },
        {
          key: 'reason',
          title: t('movement.reason'),
          width: 110,
          card: 'title',
          render: (row) => t(`reason.${row.reason}`),
        },
        { key: 'document', title: t('movement.document'), width: 190, render: (row) => <MovementDocument row={row} /> },
        { key: 'warehouse', title: t('warehouse'), width: 140, render: (row) => row.warehouseName },
        { key: 'code', title: t('location'), width: 120, render: (row) => row.locationCode ?? '' },
        {
          key: 'onHand',
          title: t('explain.change'),
          width: 80,
          card: 'state',
          align: 'right',
          render: (row) => <Signed value={row.onHand} />,
        },
      ]}
    />
  );
}

/** One file covers orders and transfers. */
function ExportWhereItWent({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  if (!may(rights.stock.export) || batch.shippedOrders + batch.sentOn.length === 0) return null;
  const exporting = { call: exportBatchShipped, label: t('batchAct.exportShipped') };
  return <ExportButton action={exporting} filter={{ id: batch.id }} />;
}

function Shipped({ batch }: { batch: Batch }): ReactNode {
  return (
    <>
      <ExportWhereItWent batch={batch} />
      <ShippedTable rows={batch.shipped} />
    </>
  );
}

function SentOn({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <>
      <ExportWhereItWent batch={batch} />
      <Table
        label={t('batchAct.sentOn')}
        rows={batch.sentOn}
        keyOf={(row) => `${row.docKind}-${row.docId}`}
        columns={[
          {
            key: 'document',
            title: t('movement.document'),
            width: 200,
            card: 'title',
            render: (row) => <MovementDocument row={row} />,
          },
          { key: 'kind', title: t('docKindTitle'), width: 120, render: (row) => t(`docKind.${row.docKind}`) },
          { key: 'from', title: t('batchAct.from'), width: 140, render: (row) => row.fromName },
          { key: 'to', title: t('batchAct.to'), width: 140, render: (row) => row.toName ?? '' },
          {
            key: 'units',
            title: t('quantity'),
            width: 80,
            align: 'right',
            render: (row) => <Quantity value={row.units} />,
          },
          { key: 'at', title: t('movement.at'), width: 150, render: (row) => <DateTime at={row.sentAt} /> },
        ]}
      />
    </>
  );
}

function ShippedTable({ rows }: { rows: Batch['shipped'] }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <Table
      label={t('batchAct.shipped')}
      rows={rows}
      keyOf={(row) => String(row.outboundId)}
      columns={[
        ...useOrderColumns(),
        { key: 'at', title: t('movement.at'), width: 150, render: (row) => <DateTime at={row.shippedAt} /> },
      ]}
    />
  );
}

function Stopped({ rows }: { rows: Batch['stopped'] }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <Table
      label={t('batchAct.stopped')}
      rows={rows}
      keyOf={(row) => String(row.outboundId)}
      columns={[
        ...useOrderColumns(),
        { key: 'state', title: t('explain.state'), width: 120, render: (row) => t(`batchAct.${row.state}`) },
      ]}
    />
  );
}

function useOrderColumns(): Column<Batch['stopped'][number] | Batch['shipped'][number]>[] {
  const { t } = useTranslation('stock');
  return [
    {
      key: 'order',
      title: t('docKind.sales_order'),
      width: 200,
      card: 'title',
      render: (row) => (
        <MovementDocument row={{ docKind: 'sales_order', docId: row.orderId, docNumber: row.orderNo }} />
      ),
    },
    { key: 'shop', title: t('batchAct.shop'), width: 140, render: (row) => row.shopName },
    {
      key: 'outbound',
      title: t('docKind.outbound'),
      width: 180,
      render: (row) => <MovementDocument row={{ docKind: 'outbound', docId: row.outboundId, docNumber: row.number }} />,
    },
    { key: 'units', title: t('quantity'), width: 80, align: 'right', render: (row) => <Quantity value={row.units} /> },
  ];
}

const TONES = { recalled: 'bad', recallEnded: 'good' } as const;

function History({ rows }: { rows: Batch['history'] }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <HistoryTimeline
      entries={rows.map((row) => ({
        key: row.id,
        at: row.at,
        who: row.actor,
        what: t(`batchEvent.${row.event}`),
        why: row.remark || undefined,
        tone: TONES[row.event as keyof typeof TONES] ?? 'info',
      }))}
    />
  );
}
