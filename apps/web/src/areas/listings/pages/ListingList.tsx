import { AppstoreAddOutlined, CloudUploadOutlined, SyncOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  exportListings,
  LISTING_TABS,
  type ListingRow,
  listingTabs,
  listListings,
  listStockRules,
  makeListingProducts,
  pushListings,
  syncListings,
} from '@tradewind/contract/listings.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ShopButton } from '../../../components/lead-button.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { ListingDrawer } from '../listing-drawer.tsx';
import { type ListingChoice, ProductsDrawer } from '../products-drawer.tsx';
import { RuleDrawer } from '../rule-drawer.tsx';
import { ListingCell, Reply, STATE_TONES } from '../update-state.tsx';

const EVERY_MS = 15_000;

export default function ListingList(): ReactNode {
  const { t } = useTranslation('listings');
  const may = useMay();
  const tabs = useCall(listingTabs, {}, { everyMs: EVERY_MS });
  const rules = useCall(listStockRules, {});
  const sync = useAct(syncListings, { success: t('syncQueued') });
  const columns = useColumns();
  const mayMap = useMay(rights.skuMapping);
  const mayAdd = useMay(rights.product);
  // After a shop's consent the page opens with the products that its listings may become.
  const [params] = useSearchParams();
  const [choice, setChoice] = useState<ListingChoice | undefined>(
    params.get('make') === 'all' ? { filter: { tab: 'unmapped' } } : undefined,
  );
  return (
    <>
      <ListPage
        id="product.listing"
        call={listListings}
        columns={columns}
        everyMs={EVERY_MS}
        tabs={tabsOf('tab', LISTING_TABS, (tab) => t(`tabs.${tab}`), {
          all: t('all'),
          counts: tabs.data,
          uncounted: ['ended'],
          urgent: ['refused', 'unmapped'],
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('search') },
          {
            kind: 'multi',
            name: 'shopIds',
            label: t('shop'),
            options: (rules.data ?? []).map((rule) => ({ value: rule.shopId, label: rule.shopName })),
          },
        ]}
        bulk={[
          {
            key: 'products',
            label: t('makeProducts'),
            icon: <AppstoreAddOutlined />,
            may: mayAdd(makeListingProducts) && mayMap(rights.skuMapping.add),
            run: async ({ input }) => {
              setChoice(input);
              return undefined;
            },
          },
          {
            key: 'push',
            label: t('push'),
            icon: <CloudUploadOutlined />,
            may: may(pushListings),
            run: bulkRun(pushListings),
          },
        ]}
        exports={may(exportListings) && { call: exportListings }}
        actions={
          <>
            {may(syncListings) && (
              <Button icon={<SyncOutlined />} loading={sync.isPending} onClick={() => sync.mutate({})}>
                {t('sync')}
              </Button>
            )}
            <OpenButton label={t('rules.button')}>{(close) => <RuleDrawer onClose={close} />}</OpenButton>
          </>
        }
        detail={(id, tools, row) => <ListingDrawer key={id} row={row} tools={tools} />}
        empty={{ title: t('empty'), hint: t('emptyHint'), action: <ShopButton /> }}
      />
      {choice && <ProductsDrawer choice={choice} onClose={() => setChoice(undefined)} />}
    </>
  );
}

function useColumns(): Column<ListingRow>[] {
  const { t } = useTranslation('listings');
  return useMemo<Column<ListingRow>[]>(
    () => [
      col.ownHeading('listing', t('listing'), (row) => <ListingCell row={row} />, { width: 280 }),
      col.text('shop', t('shop'), { of: 'shopName', width: 150 }),
      col.own('sku', t('sku'), (row) =>
        row.sku === null ? (
          <StatusTag tone="warn">{t('unmapped')}</StatusTag>
        ) : (
          <>
            {row.sku} {row.factor !== 1 && <span className="tw-muted">× {row.factor}</span>}
          </>
        ),
      ),
      col.status(
        'state',
        t('state'),
        (row) => <StatusTag tone={STATE_TONES[row.state]}>{t(`states.${row.state}`)}</StatusTag>,
        { width: 100 },
      ),
      col.qty('quantity', t('quantity'), { width: 100 }),
      col.own('stock', t('wanted'), (row) => <Reply told={row.stock} />, { width: 130, align: 'right' }),
      col.money('price', t('price'), { currency: (row) => row.currency ?? '', width: 120 }),
      col.own('newPrice', t('newPrice'), (row) => <Reply told={row.newPrice} />, {
        width: 150,
        align: 'right',
        hidden: true,
      }),
      col.text('item', t('item'), { of: 'itemId', width: 160, hidden: true }),
      col.time('seenAt', t('seenAt'), { hidden: true }),
    ],
    [t],
  );
}
