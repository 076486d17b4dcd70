import { CheckCircleOutlined, FileDoneOutlined } from '@ant-design/icons';
import { acceptVendorOrders, invoiceVendorOrders } from '@tradewind/contract/vendor.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useButtons } from '../../../components/can.tsx';
import { usePage } from '../../../shell/page-context.ts';
import { VENDOR_ORDERS } from '../vendor/module.ts';
import type { ActGroup } from './act.ts';

const GONE = ['shipped', 'delivered'];
const OPEN = ['review', 'allocate', 'ready', 'exception', 'held'];

/** What is done with many purchase orders of Amazon at once; one of them has its own tab. */
export function useVendorActs(): ActGroup {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const here = usePage().moduleId === VENDOR_ORDERS;
  return {
    acts: [
      {
        key: 'acceptAll',
        allowed: here && may('acknowledge'),
        icon: <CheckCircleOutlined />,
        only: 'many',
        confirm: (count) => t('vendor.acceptText', { count }),
        fits: (order) => OPEN.includes(order.status),
        run: ({ input, idempotencyKey }) => callApi(acceptVendorOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'invoiceAll',
        allowed: here && may('invoice'),
        icon: <FileDoneOutlined />,
        only: 'many',
        confirm: (count) => t('vendor.invoiceText', { count }),
        fits: (order) => GONE.includes(order.status),
        run: ({ input, idempotencyKey }) => callApi(invoiceVendorOrders, { ...input, idempotencyKey }),
      },
    ],
  };
}
