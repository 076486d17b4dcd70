import { CheckCircleOutlined, DeleteOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { listProducts, productFacets, removeProducts, setProductsEnabled } from '@tradewind/contract/catalog.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useMay } from '../../components/can.tsx';
import { type BulkAction, bulkRun } from '../../components/list-page.tsx';

const LABELS_AT_ONCE = 200;
type ProductAct = BulkAction<typeof listProducts>;

/** Actions on the listed products; `print` opens the label dialog. */
export function useProductActs(print: (ids: readonly number[]) => void): ProductAct[] {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const enable = (enabled: boolean): Pick<ProductAct, 'may' | 'fits' | 'needs' | 'refresh' | 'run'> => ({
    may: may(setProductsEnabled),
    fits: (row) => row.enabled !== enabled,
    needs: t(enabled ? 'nowEnabled' : 'nowDisabled'),
    refresh: [productFacets],
    run: bulkRun(setProductsEnabled, { enabled }),
  });
  return [
    { key: 'enable', label: t('enable'), icon: <CheckCircleOutlined />, ...enable(true) },
    { key: 'disable', label: t('disable'), icon: <StopOutlined />, ...enable(false) },
    {
      key: 'print',
      label: t('printLabels'),
      icon: <PrinterOutlined />,
      may: may(rights.product.print),
      run: async ({ input }) => {
        if ('ids' in input) print(input.ids.slice(0, LABELS_AT_ONCE));
        else
          print((await callApi(listProducts, { ...input.filter, pageSize: LABELS_AT_ONCE })).rows.map((row) => row.id));
        return undefined;
      },
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      may: may(removeProducts),
      confirm: (count) => t('deleteMany', { count }),
      refresh: [productFacets],
      run: bulkRun(removeProducts),
    },
  ];
}
