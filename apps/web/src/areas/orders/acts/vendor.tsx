import { CheckCircleOutlined, FileDoneOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { acceptVendorOrders, invoiceVendorOrders, vendorMay } from '@tradewind/contract/vendor.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import { usePage } from '../../../shell/page-context.ts';
import type { ActGroup } from './act.ts';

/** Bulk actions on Amazon purchase orders. A single one has its own tab. */
export function useVendorActs(): ActGroup {
  const { t } = useTranslation('orders');
  const may = useMay();
  const here = usePage().moduleId === rights.vendorOrder.id;
  return {
    acts: [
      {
        key: 'acceptAll',
        allowed: here && may(acceptVendorOrders),
        icon: <CheckCircleOutlined />,
        only: 'many',
        confirm: (count) => t('vendor.acceptText', { count }),
        fits: (order) => vendorMay('answer', order),
        run: ({ input, idempotencyKey }) => callApi(acceptVendorOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'invoiceAll',
        allowed: here && may(invoiceVendorOrders),
        icon: <FileDoneOutlined />,
        only: 'many',
        confirm: (count) => t('vendor.invoiceText', { count }),
        fits: (order) => vendorMay('invoice', order),
        run: ({ input, idempotencyKey }) => callApi(invoiceVendorOrders, { ...input, idempotencyKey }),
      },
    ],
  };
}
