import { SyncOutlined, UploadOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getCustomerShopStatistics, listShops, type ShopRow, syncShops } from '@tradewind/contract/channels.ts';
import { commitOrderImport, orderTemplate, previewOrderImport } from '@tradewind/contract/orders.ts';
import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { ListPage } from '../../../components/list-page.tsx';
import { AuthorizeDialog } from '../authorize-dialog.tsx';
import { type IssuedKeys, KeysDialog } from '../keys-dialog.tsx';
import { useShopColumns } from '../shop-columns.tsx';
import { ShopDrawer } from '../shop-drawer.tsx';

const EVERY_MS = 10_000;
/** The menu's module of orders without a platform. */

export default function ShopList(): ReactNode {
  const { t } = useTranslation('channels');
  const { message } = App.useApp();
  const may = useMay();
  const [authorizing, setAuthorizing] = useState<{ shop?: ShopRow }>();
  const [keys, setKeys] = useState<IssuedKeys>();
  const [importing, setImporting] = useState(false);
  const mayOrders = useMay(rights.otherPlatformOrder);
  const refresh = useRefresh();
  const numbers = useCall(getCustomerShopStatistics, {}, { everyMs: EVERY_MS });
  const columns = useShopColumns();
  return (
    <>
      <ListPage
        id="system.channel"
        call={listShops}
        columns={columns}
        everyMs={EVERY_MS}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('states.all'), count: numbers.data?.total },
            { value: 'authorized', label: t('states.authorized'), count: numbers.data?.authorized },
            { value: 'expired', label: t('states.expired'), count: numbers.data?.expired, urgent: true },
            { value: 'pending', label: t('states.pending'), count: numbers.data?.pending },
            { value: 'disabled', label: t('states.disabled'), count: numbers.data?.disabled },
          ],
        }}
        filters={[
          { kind: 'text', name: 'search', label: t('search') },
          {
            kind: 'select',
            name: 'platform',
            label: t('platform'),
            options: (numbers.data?.platforms ?? []).map((one) => ({ value: one.platform, label: one.name })),
          },
        ]}
        bulk={
          may(syncShops)
            ? [
                {
                  key: 'sync',
                  label: t('sync'),
                  icon: <SyncOutlined />,
                  run: ({ input, idempotencyKey }) => callApi(syncShops, { ...input, idempotencyKey }),
                },
              ]
            : []
        }
        primary={may(rights.salesChannel.authorize) && { label: t('add'), onClick: () => setAuthorizing({}) }}
        actions={
          mayOrders(rights.otherPlatformOrder.import) && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('importOrders')}
            </Button>
          )
        }
        empty={{ title: t('none'), hint: t('noneHint') }}
        detail={(id, tools) => <ShopDrawer id={id} tools={tools} onAuthorize={(shop) => setAuthorizing({ shop })} />}
      />
      {authorizing && (
        <AuthorizeDialog
          {...authorizing}
          onClose={() => setAuthorizing(undefined)}
          onConnected={(issued) => {
            if (issued) setKeys(issued);
            else message.success(t('connected'));
            setAuthorizing(undefined);
            refresh(listShops, getCustomerShopStatistics);
          }}
        />
      )}
      {keys && <KeysDialog keys={keys} onClose={() => setKeys(undefined)} />}
      {importing && (
        <ImportDialog
          title={t('importOrders')}
          template={orderTemplate}
          preview={previewOrderImport}
          commit={commitOrderImport}
          refresh={[listShops]}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
