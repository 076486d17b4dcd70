import { CheckOutlined, InboxOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons';
import {
  arriveInbounds,
  cancelInbounds,
  closeInbounds,
  type InboundRow,
  inboundMay,
  inboundTabs,
  type listInbounds,
  printInbounds,
} from '@tradewind/contract/warehouse.ts';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type BulkAction, bulkRun } from '../../../components/list-page.tsx';
import { printRun } from '../../../components/show-pdf.ts';

const PRINT_MOST = 50;

/** Actions of the inbound list. */
export function useInboundActs(): BulkAction<typeof listInbounds>[] {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const fits = (act: Parameters<typeof inboundMay>[0]) => (row: InboundRow) => inboundMay(act, row);
  return [
    {
      key: 'arrive',
      label: t('inbound.act.arrive'),
      icon: <InboxOutlined />,
      may: may(arriveInbounds),
      fits: fits('arrive'),
      needs: t('inbound.needs.arrive'),
      refresh: [inboundTabs],
      run: bulkRun(arriveInbounds),
    },
    {
      key: 'close',
      label: t('inbound.act.close'),
      icon: <CheckOutlined />,
      may: may(closeInbounds),
      fits: fits('close'),
      needs: t('inbound.needs.close'),
      confirm: (count) => t('inbound.closeText', { count }),
      refresh: [inboundTabs],
      run: bulkRun(closeInbounds),
    },
    {
      key: 'print',
      label: t('inbound.act.print'),
      icon: <PrinterOutlined />,
      may: may(printInbounds),
      disabledReason: (rows) => (rows.length > PRINT_MOST ? t('inbound.tickMost') : undefined),
      run: printRun(printInbounds, PRINT_MOST),
    },
    {
      key: 'cancel',
      label: t('inbound.act.cancel'),
      icon: <StopOutlined />,
      danger: true,
      may: may(cancelInbounds),
      fits: fits('cancel'),
      needs: t('inbound.needs.cancel'),
      confirm: (count) => t('inbound.cancelText', { count }),
      refresh: [inboundTabs],
      run: bulkRun(cancelInbounds),
    },
  ];
}
