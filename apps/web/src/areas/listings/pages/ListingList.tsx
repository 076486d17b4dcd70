import { CloudUploadOutlined, SyncOutlined } from '@ant-design/icons';
import {
  exportListings,
  LISTING_TABS,
  type ListingRow,
  listingTabs,
  listListings,
  listStockRules,
  pushListings,
  syncListings,
} from '@tradewind/contract/listings.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Money, Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { ListingDrawer } from '../listing-drawer.tsx';
import { RuleDrawer } from '../rule-drawer.tsx';
import { ListingCell, STATE_TONES, Told } from '../told.tsx';

const EVERY_MS = 15_000;

export default function ListingList(): ReactNode {
  const { t } = useTranslation('listings');
  const may = useButtons();
  const [ruling, setRuling] = useState(false);
  const tabs = useCall(listingTabs, {}, { everyMs: EVERY_MS });
  const rules = useCall(listStockRules, {});
  const sync = useAct(syncListings, { success: t('syncQueued') });
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="product.listing"
        call={listListings}
        columns={columns}
        everyMs={EVERY_MS}
        tabs={{
          param: 'tab',
          items: [
            { value: '', label: t('all') },
            ...LISTING_TABS.map((tab) => ({
              value: tab,
              label: t(`tabs.${tab}`),
              count: tab === 'ended' ? undefined : tabs.data?.[tab],
              urgent: tab === 'refused' || tab === 'unmapped',
            })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('search') },
          {
            kind: 'multi',
            name: 'shopIds',
            label: t('shop'),
            options: (rules.data ?? []).map((rule) => ({ value: rule.shopId, label: rule.shopName })),
          },
        ]}
        bulk={
          may('push')
            ? [
                {
                  key: 'push',
                  label: t('push'),
                  icon: <CloudUploadOutlined />,
                  run: ({ input, idempotencyKey }) => callApi(pushListings, { ...input, idempotencyKey }),
                },
              ]
            : []
        }
        {...(may('export') ? { exports: { call: exportListings, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          <>
            {may('sync') && (
              <Button icon={<SyncOutlined />} loading={sync.isPending} onClick={() => sync.mutate({})}>
                {t('sync')}
              </Button>
            )}
            <Button type="primary" onClick={() => setRuling(true)}>
              {t('rules.button')}
            </Button>
          </>
        }
        detail={(id, tools, row) => <ListingDrawer key={id} row={row} tools={tools} />}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {ruling && <RuleDrawer onClose={() => setRuling(false)} />}
    </>
  );
}

function useColumns(): Column<ListingRow>[] {
  const { t } = useTranslation('listings');
  return useMemo<Column<ListingRow>[]>(
    () => [
      {
        key: 'listing',
        title: t('listing'),
        width: 280,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <ListingCell row={row} />,
      },
      { key: 'shop', title: t('shop'), width: 150, render: (row) => row.shopName },
      {
        key: 'sku',
        title: t('sku'),
        width: 140,
        render: (row) =>
          row.sku === null ? (
            <StatusTag tone="warn">{t('unmapped')}</StatusTag>
          ) : (
            <>
              {row.sku} {row.factor !== 1 && <span className="tw-muted">× {row.factor}</span>}
            </>
          ),
      },
      {
        key: 'state',
        title: t('state'),
        width: 100,
        card: 'state',
        render: (row) => <StatusTag tone={STATE_TONES[row.state]}>{t(`states.${row.state}`)}</StatusTag>,
      },
      {
        key: 'quantity',
        title: t('quantity'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.quantity} />,
      },
      { key: 'stock', title: t('wanted'), width: 130, align: 'right', render: (row) => <Told told={row.stock} /> },
      {
        key: 'price',
        title: t('price'),
        width: 120,
        align: 'right',
        render: (row) => <Money amount={row.price} currency={row.currency ?? ''} />,
      },
      {
        key: 'newPrice',
        title: t('newPrice'),
        width: 150,
        align: 'right',
        hidden: true,
        render: (row) => <Told told={row.newPrice} />,
      },
      { key: 'item', title: t('item'), width: 160, hidden: true, render: (row) => row.itemId },
      { key: 'seenAt', title: t('seenAt'), width: 150, hidden: true, render: (row) => <DateTime at={row.seenAt} /> },
    ],
    [t],
  );
}
