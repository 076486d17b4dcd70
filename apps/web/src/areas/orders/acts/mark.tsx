import { TagsOutlined } from '@ant-design/icons';
import { tagOrders } from '@tradewind/contract/orders.ts';
import { callApi } from '../../../api/client.ts';
import { useButtons } from '../../../components/can.tsx';
import { useAskTags } from '../tags/ask-tags.tsx';
import type { ActGroup } from './act.ts';

/** What people mark orders with. */
export function useMarkActs(): ActGroup {
  const may = useButtons();
  const [askTags, tagDialog] = useAskTags();
  return {
    acts: [
      {
        key: 'tag',
        allowed: may('remark'),
        icon: <TagsOutlined />,
        aside: true,
        fits: () => true,
        run: async ({ input, count, idempotencyKey }) => {
          const change = await askTags(count);
          return change && callApi(tagOrders, { ...input, ...change, idempotencyKey });
        },
      },
    ],
    dialogs: tagDialog,
  };
}
