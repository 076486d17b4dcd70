import { SwapOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { useNavigate } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import type { ActGroup } from './act.ts';

const GONE = ['shipped', 'delivered'];

/** Opens the returns page to add a return. */
export function useReturnActs(): ActGroup {
  const navigate = useNavigate();
  const returns = useMay(rights.salesReturn);
  return {
    acts: [
      {
        key: 'returnGoods',
        allowed: returns(rights.salesReturn.add),
        icon: <SwapOutlined />,
        only: 'one',
        fits: (order) => GONE.includes(order.status),
        run: async ({ orders }) => void navigate(`/order/returns?add=${orders[0]?.id ?? ''}`),
      },
    ],
  };
}
