import { PrinterOutlined } from '@ant-design/icons';
import { deleteLocations, type listLocations, printLocationLabels } from '@tradewind/contract/warehouse.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import type { BulkAction } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';

/** Actions on locations. */
export function useLocationActs(warehouseId: number): BulkAction<typeof listLocations>[] {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  return [
    {
      key: 'print',
      label: t('location.print'),
      icon: <PrinterOutlined />,
      may: may(printLocationLabels),
      run: async ({ input }) => {
        await showPdf(
          printLocationLabels,
          'ids' in input ? { houseId: warehouseId, ids: input.ids } : { ...input.filter },
        );
        return undefined;
      },
    },
    {
      key: 'delete',
      label: t('action.delete'),
      danger: true,
      may: may(deleteLocations),
      confirm: (count) => t('location.deleteText', { count }),
      run: ({ input }) => callApi(deleteLocations, input),
    },
  ];
}
