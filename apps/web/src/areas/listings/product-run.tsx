import { useQueryClient } from '@tanstack/react-query';
import { listProducts, listUnmapped, productFacets } from '@tradewind/contract/catalog.ts';
import { getProductRun, listingTabs, listListings, productRunRows } from '@tradewind/contract/listings.ts';
import { Alert, Button, Progress } from 'antd';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callKey, useCall } from '../../api/hooks.ts';
import { Facts } from '../../components/facts.tsx';
import { Quantity } from '../../components/figures.tsx';
import type { Column, RowOf } from '../../components/list-page.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

type LeftRow = RowOf<typeof productRunRows>;
const EVERY_MS = 1_000;

/** How far a run is, and in the end what it left out and why. */
export function ProductRunView({ runId }: { runId: number }): ReactNode {
  const { t } = useTranslation('listings');
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = useCall(getProductRun, { id: runId }, { everyMs: EVERY_MS });
  const run = query.data;
  const over = run !== undefined && run.state !== 'running';
  useEffect(() => {
    if (!over) return;
    for (const call of [listListings, listingTabs, listProducts, productFacets, listUnmapped])
      void client.invalidateQueries({ queryKey: callKey(call) });
  }, [over, client]);
  if (!run) return null;
  const share = run.total === 0 ? 100 : Math.floor((run.handled / run.total) * 100);
  return (
    <div className="tw-products">
      <div role="status" className="tw-products">
        <Progress
          percent={over && run.state === 'done' ? 100 : share}
          {...(run.state === 'failed' ? { status: 'exception' } : {})}
        />
        {run.state === 'done' && <Alert type="success" showIcon title={t('products.done', { count: run.made })} />}
        {run.state === 'failed' && <Alert type="error" showIcon title={t('products.failed')} />}
      </div>
      <Facts
        items={[
          [t('products.made'), <Quantity key="made" value={run.made} />],
          [t('products.paired'), <Quantity key="paired" value={run.paired} />],
          [t('products.left'), <Quantity key="left" value={run.left} />],
          [t('products.picturesDone'), <Quantity key="pictures" value={run.pictures.done} />],
          [t('products.picturesDue'), <Quantity key="due" value={run.pictures.due} />],
          [t('products.picturesRefused'), <Quantity key="refused" value={run.pictures.refused} />],
        ]}
      />
      {over && run.left > 0 && <Left runId={runId} />}
      {over && (
        <Button type="primary" onClick={() => navigate('/product/archive')}>
          {t('products.toArchive')}
        </Button>
      )}
    </div>
  );
}

function Left({ runId }: { runId: number }): ReactNode {
  const { t } = useTranslation('listings');
  const rows = useCall(productRunRows, { runId, page: 1, pageSize: 200 });
  const columns = useMemo<Column<LeftRow>[]>(
    () => [
      col.text('sellerSku', t('listing'), { of: (row: LeftRow) => row.sellerSku || row.itemId, width: 180 }),
      col.text('title', t('products.listingTitle'), { width: 280 }),
      col.text('shop', t('shop'), { of: 'shopName', width: 150 }),
      col.text('reason', t('products.reason'), {
        of: (row: LeftRow) => t(`products.reasons.${row.reason}`),
        width: 260,
      }),
    ],
    [t],
  );
  return (
    <>
      <h3 className="tw-section-title">{t('products.left')}</h3>
      <LineTable label={t('products.left')} columns={columns} rows={rows.data?.rows ?? []} />
    </>
  );
}
