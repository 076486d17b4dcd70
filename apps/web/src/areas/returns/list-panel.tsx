import { TagsOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import {
  exportReturns,
  listReturns,
  RETURN_KINDS,
  RETURN_REASONS,
  RETURN_STATES,
  returnTabs,
  setReturnReason,
} from '@tradewind/contract/returns.ts';
import { getSelectZoot } from '@tradewind/contract/settings.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ListPage } from '../../components/list-page.tsx';
import { platformOptions } from '../../platform-names.ts';
import { useAskReason } from './ask-reason.tsx';
import { useReturnColumns } from './columns.tsx';
import { ReturnDrawer } from './return-drawer.tsx';

const EVERY_MS = 60_000;
const OPEN = ['requested', 'approved', 'transit', 'received', 'inspected'] as const;

export function ListPanel({ onAdd }: { onAdd: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const tabs = useCall(returnTabs, {}, { everyMs: EVERY_MS });
  const shops = useCall(getUserShop, {}, { staleMs: EVERY_MS });
  const reasons = useCall(getSelectZoot, { zootId: RETURN_REASONS }, { staleMs: EVERY_MS });
  const columns = useReturnColumns();
  const [askReason, reasonDialog] = useAskReason();
  const list = (
    <ListPage
      id="order.returns"
      call={listReturns}
      columns={columns}
      everyMs={EVERY_MS}
      tabs={{
        param: 'state',
        items: [
          { value: '', label: t('all') },
          ...OPEN.map((value) => ({
            value,
            label: t(`state.${value}`),
            count: tabs.data?.[value],
            urgent: value === 'requested' || value === 'received',
          })),
          { value: 'overdue', label: t('overdue'), count: tabs.data?.overdue, urgent: true, input: { overdue: true } },
          { value: 'aside', label: t('aside'), count: tabs.data?.aside, input: { aside: true } },
          {
            value: 'labelInDoubt',
            label: t('labelInDoubt'),
            count: tabs.data?.labelInDoubt,
            urgent: true,
            input: { labelInDoubt: true },
          },
          ...RETURN_STATES.filter((state) => !OPEN.some((open) => open === state)).map((value) => ({
            value,
            label: t(`state.${value}`),
          })),
        ],
      }}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        {
          kind: 'multi',
          name: 'shopIds',
          label: t('shop'),
          options: (shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
        },
        {
          kind: 'select',
          name: 'reason',
          label: t('reason'),
          options: (reasons.data?.list ?? []).map((one) => ({ value: one.value, label: one.label })),
        },
        {
          kind: 'select',
          name: 'kind',
          label: t('kindLabel'),
          options: RETURN_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        { kind: 'select', name: 'platform', label: t('platform'), options: platformOptions(), more: true },
        { kind: 'dates', name: ['from', 'to'], label: t('requestedAt'), more: true },
      ]}
      bulk={
        may(setReturnReason)
          ? [
              {
                key: 'setReason',
                label: t('setReason.button'),
                icon: <TagsOutlined />,
                run: async ({ input, count, idempotencyKey }) => {
                  const reason = await askReason(count);
                  return reason ? callApi(setReturnReason, { ...input, reason, idempotencyKey }) : undefined;
                },
              },
            ]
          : []
      }
      exports={may(exportReturns) && { call: exportReturns }}
      primary={may(rights.salesReturn.add) && { label: t('add.button'), onClick: onAdd }}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      detail={(id, tools) => <ReturnDrawer key={id} id={id} tools={tools} />}
    />
  );
  return (
    <>
      {list}
      {reasonDialog}
    </>
  );
}
