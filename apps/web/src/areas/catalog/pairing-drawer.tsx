import {
  equalSkus,
  listMappings,
  listPairings,
  listUnmapped,
  pairEqualSkus,
  removeMappings,
} from '@tradewind/contract/catalog.ts';
import { Button, Pagination, Tabs } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Column, RowOf } from '../../components/list-page.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { ProductNames } from '../../components/product-names.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

const PAGE_SIZE = 50;
const TABS = ['pairs', 'stays', 'runs'] as const;
const REFRESHED = [equalSkus, listPairings, listMappings, listUnmapped];

/** What pairing would do now, what stays for a person, and past runs with their undo. */
export function PairingDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const [tab, setTab] = useState<(typeof TABS)[number]>('pairs');
  const mayPair = useMay()(pairEqualSkus);
  const { data } = useCall(equalSkus, { page: 1, pageSize: PAGE_SIZE });
  const pair = useAct(pairEqualSkus, {
    refresh: REFRESHED,
    success: t('pairing.started'),
    onDone: () => setTab('runs'),
  });
  const { pairs = 0, stays = 0 } = data?.counts ?? {};
  const counts = { pairs, stays, runs: '' };
  return (
    <PageDrawer
      open
      title={t('pairing.title')}
      size={860}
      onClose={onClose}
      footer={
        <div className="tw-form-foot">
          <Button onClick={onClose}>{t('action.close')}</Button>
          {mayPair && pairs > 0 && (
            <Button
              type="primary"
              loading={pair.isPending}
              onClick={() => pair.mutate({ idempotencyKey: crypto.randomUUID() })}
            >
              {t('pairing.start', { count: pairs })}
            </Button>
          )}
        </div>
      }
    >
      <p className="tw-muted">{t('pairing.text')}</p>
      <Tabs
        activeKey={tab}
        onChange={(key) => setTab(TABS.find((one) => one === key) ?? 'pairs')}
        items={TABS.map((key) => ({ key, label: `${t(`pairing.${key}`)} ${counts[key]}` }))}
      />
      {tab === 'runs' ? <Runs /> : <EqualSkus key={tab} stays={tab === 'stays'} />}
    </PageDrawer>
  );
}

function EqualSkus({ stays }: { stays: boolean }): ReactNode {
  const { t } = useTranslation('catalog');
  const [page, setPage] = useState(1);
  const { data } = useCall(equalSkus, { stays, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useMemo<Column<RowOf<typeof equalSkus>>[]>(
    () => [
      col.text('sellerSku', t('sellerSku'), { width: 180 }),
      col.text('shop', t('shop'), { of: 'shopName', width: 160 }),
      col.own('product', t('product'), (row) => <ProductNames of={row} />, { width: 240 }),
      ...(stays
        ? [
            col.text<RowOf<typeof equalSkus>>('why', t('pairing.why'), {
              of: (row) => (row.stays ? t(`pairing.reasons.${row.stays}`) : ''),
              width: 240,
            }),
          ]
        : []),
    ],
    [t, stays],
  );
  return (
    <>
      <LineTable
        label={t(stays ? 'pairing.stays' : 'pairing.pairs')}
        columns={columns}
        keyOf={(row) => `${row.shopId}/${row.sellerSku}`}
        rows={data?.rows ?? []}
        empty={<EmptyState title={t('pairing.nothing')} />}
      />
      <Pagination
        align="end"
        size="small"
        hideOnSinglePage
        current={page}
        pageSize={PAGE_SIZE}
        showSizeChanger={false}
        total={data?.total ?? 0}
        onChange={setPage}
      />
    </>
  );
}

type Run = RowOf<typeof listPairings>;

function Runs(): ReactNode {
  const { t } = useTranslation('catalog');
  const mayUndo = useMay()(removeMappings);
  const { data } = useCall(listPairings, { page: 1, pageSize: 50 }, { everyMs: 2_000 });
  const undo = useAct(removeMappings, {
    refresh: REFRESHED,
    success: ({ done }) => t('pairing.undone', { count: done }),
  });
  const columns = useMemo<Column<Run>[]>(
    () => [
      col.time('at', t('pairing.at')),
      col.text('cause', t('pairing.cause'), { of: (row: Run) => t(`pairing.causes.${row.cause}`), width: 140 }),
      col.qty('paired', t('pairing.paired'), { width: 90 }),
      col.qty('left', t('pairing.left'), { width: 100 }),
      col.own(
        'undo',
        '',
        (row) =>
          row.done ? (
            mayUndo &&
            row.left > 0 && (
              <Button
                size="small"
                onClick={() => undo.mutate({ filter: { runId: row.id }, idempotencyKey: crypto.randomUUID() })}
              >
                {t('pairing.undo')}
              </Button>
            )
          ) : (
            <StatusTag tone="info" busy>
              {t('pairing.running')}
            </StatusTag>
          ),
        { width: 110 },
      ),
    ],
    [t, mayUndo, undo],
  );
  return (
    <LineTable
      label={t('pairing.runs')}
      columns={columns}
      rows={data?.rows ?? []}
      empty={<EmptyState title={t('pairing.noRuns')} />}
    />
  );
}
