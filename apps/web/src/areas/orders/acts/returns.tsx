import { SwapOutlined } from '@ant-design/icons';
import { useNavigate } from 'react-router';
import { useButtons } from '../../../components/can.tsx';
import type { ActGroup } from './act.ts';

const GONE = ['shipped', 'delivered'];

/** What comes back of an order is written down on the page of returns. */
export function useReturnActs(): ActGroup {
  const navigate = useNavigate();
  const returns = useButtons(441);
  return {
    acts: [
      {
        key: 'returnGoods',
        allowed: returns('add'),
        icon: <SwapOutlined />,
        only: 'one',
        aside: true,
        fits: (order) => GONE.includes(order.status),
        run: async ({ orders }) => void navigate(`/order/returns?add=${orders[0]?.id ?? ''}`),
      },
    ],
  };
}
