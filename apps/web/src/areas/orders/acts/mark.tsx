import { TagsOutlined } from '@ant-design/icons';
import { tagOrders } from '@tradewind/contract/orders.ts';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import { useAskTags } from '../tags/ask-tags.tsx';
import type { ActGroup } from './act.ts';

/** Tags and remarks. */
export function useMarkActs(): ActGroup {
  const may = useMay();
  const [askTags, tagDialog] = useAskTags();
  return {
    acts: [
      {
        key: 'tag',
        allowed: may(tagOrders),
        icon: <TagsOutlined />,
        // The drawer shows this button beside the tags.
        only: 'many',
        fits: () => true,
        run: async ({ input, count, orders, idempotencyKey }) => {
          const change = await askTags({ count, only: count === 1 ? orders[0] : undefined });
          return change && callApi(tagOrders, { ...input, ...change, idempotencyKey });
        },
      },
    ],
    dialogs: tagDialog,
  };
}
