import {
  decideSupplierAnswers,
  type PurchaseDetail,
  purchaseMay,
  type SupplierAnswer,
  supplierAnswers,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatNumber } from '../../../components/format.ts';
import type { Column } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { ANSWER_TONES } from './supplier-order-parts.tsx';

const REFRESH = [supplierAnswers, ...CHANGED] as const;

/** What the supplier said about each line; the buyer accepts or refuses what differs. */
export function AnswerTable({ order, rows }: { order: PurchaseDetail; rows: readonly SupplierAnswer[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const [refusing, setRefusing] = useState<SupplierAnswer>();
  const take = useAct(decideSupplierAnswers, { refresh: REFRESH, success: t('supplierPage.taken') });
  const decides = may(decideSupplierAnswers) && purchaseMay('answer', order);
  const waiting = decides ? rows.filter((row) => row.state === 'waiting') : [];
  const accept = (ids: number[]) =>
    take.mutate({ orderId: order.id, ids, take: true, idempotencyKey: crypto.randomUUID() });
  return (
    <>
      {waiting.length > 1 && (
        <div className="tw-supplier-bar">
          <Button type="primary" loading={take.isPending} onClick={() => accept(waiting.map((row) => row.id))}>
            {t('supplierPage.takeAll', { count: waiting.length })}
          </Button>
        </div>
      )}
      <LineTable
        label={t('supplierPage.answers')}
        columns={useColumns(waiting, accept, setRefusing, take.isPending)}
        rows={rows}
      />
      {refusing && <RefuseForm order={order} answer={refusing} onClose={() => setRefusing(undefined)} />}
    </>
  );
}

function useColumns(
  waiting: readonly SupplierAnswer[],
  accept: (ids: number[]) => void,
  refuse: (row: SupplierAnswer) => void,
  busy: boolean,
): Column<SupplierAnswer>[] {
  const { t } = useTranslation('procurement');
  return [
    col.product('product', t('line.product'), { width: 200 }),
    col.status(
      'state',
      t('line.status'),
      (row) => <StatusTag tone={ANSWER_TONES[row.state]}>{t(`supplierOrder.answerState.${row.state}`)}</StatusTag>,
      { width: 110 },
    ),
    col.own('day', t('supplierPage.day'), (row) => <Change from={row.orderedOn} to={row.promisedOn} row={row} />, {
      width: 130,
    }),
    col.own(
      'packs',
      t('supplierPage.packs'),
      (row) => <Change from={formatNumber(row.orderedPacks)} to={formatNumber(row.packs)} row={row} />,
      { width: 100 },
    ),
    col.text('remark', t('supplierPage.remark'), {
      of: (row: SupplierAnswer) => [row.remark, row.decision].filter(Boolean).join(' → '),
      width: 150,
    }),
    col.own(
      'who',
      t('supplierPage.who'),
      (row) => (
        <div className="tw-two-lines">
          <span>{row.recipient}</span>
          <span>
            <DateTime at={row.answeredAt} />
          </span>
        </div>
      ),
      { width: 150 },
    ),
    ...(waiting.length > 0
      ? [
          col.own<SupplierAnswer>(
            'acts',
            '',
            (row) =>
              waiting.includes(row) && (
                <div className="tw-supplier-acts">
                  <Button size="small" type="primary" disabled={busy} onClick={() => accept([row.id])}>
                    {t('supplierPage.take')}
                  </Button>
                  <Button size="small" disabled={busy} onClick={() => refuse(row)}>
                    {t('supplierPage.refuse')}
                  </Button>
                </div>
              ),
            { width: 150 },
          ),
        ]
      : []),
  ];
}

/** What was ordered over what is proposed; one figure where both are the same or it was decided. */
function Change({ from, to, row }: { from: string | null; to: string | null; row: SupplierAnswer }): ReactNode {
  if (row.state !== 'waiting' || from === to) return to ?? '—';
  return (
    <div className="tw-two-lines">
      <strong>{to ?? '—'}</strong>
      <del>{from ?? '—'}</del>
    </div>
  );
}

function RefuseForm(props: { order: PurchaseDetail; answer: SupplierAnswer; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const { order, answer } = props;
  return (
    <FormDrawer
      open
      title={t('supplierPage.refuseTitle', { sku: answer.sku })}
      call={decideSupplierAnswers}
      initial={{ orderId: order.id, ids: [answer.id], take: false, idempotencyKey: crypto.randomUUID() }}
      verb={t('supplierPage.refuse')}
      success={t('supplierPage.refused')}
      refresh={REFRESH}
      onClose={props.onClose}
      fields={[
        { kind: 'textarea', name: 'decision', label: t('supplierPage.reason'), help: t('supplierPage.refuseHelp') },
      ]}
    />
  );
}
