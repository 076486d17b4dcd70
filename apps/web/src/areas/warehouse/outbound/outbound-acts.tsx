import { CarOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  cancelOutboundsCall,
  type listOutbounds,
  outboundMay,
  printOutbounds,
  shipOutboundsCall,
} from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import type { BulkAction, Picked } from '../../../components/list-page.tsx';
import { printRun } from '../../../components/show-pdf.ts';
import { useAskReason } from './ask-reason.tsx';
import { useAskWave } from './wave-dialog.tsx';

const PRINT_MOST = 200;

/** The selected rows as input of the bulk calls. */
function choiceOf(input: Picked<typeof listOutbounds>['input']): {
  outboundIds?: number[];
  filter?: InputOf<typeof shipOutboundsCall>['filter'];
} {
  return 'ids' in input ? { outboundIds: input.ids } : { filter: input.filter };
}

/** Actions of the outbound list and their dialogs. */
export function useOutboundActs(): { acts: BulkAction<typeof listOutbounds>[]; dialogs: ReactNode } {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [askReason, reasonDialog] = useAskReason();
  const [askWave, waveDialog] = useAskWave();
  const acts: BulkAction<typeof listOutbounds>[] = [
    {
      key: 'wave',
      label: t('outbound.wave'),
      may: may(rights.outbound.wave),
      fits: (row) => outboundMay('wave', row),
      needs: t('outbound.needsWaiting'),
      run: ({ input, count, idempotencyKey }) => askWave({ ...choiceOf(input), idempotencyKey }, count),
    },
    {
      key: 'ship',
      label: t('outbound.ship'),
      icon: <CarOutlined />,
      may: may(shipOutboundsCall),
      fits: (row) => outboundMay('ship', row),
      needs: t('outbound.needsPacked'),
      confirm: (count) => t('outbound.shipText', { count }),
      run: ({ input, idempotencyKey }) => callApi(shipOutboundsCall, { ...choiceOf(input), idempotencyKey }),
    },
    {
      key: 'print',
      label: t('outbound.print'),
      icon: <PrinterOutlined />,
      may: may(printOutbounds),
      disabledReason: (rows) => (rows.length > PRINT_MOST ? t('outbound.printMost') : undefined),
      run: printRun(printOutbounds, PRINT_MOST),
    },
    {
      key: 'cancel',
      label: t('outbound.cancel'),
      icon: <StopOutlined />,
      danger: true,
      may: may(cancelOutboundsCall),
      run: async ({ input, count, idempotencyKey }) => {
        const why = await askReason(t('outbound.cancelTitle', { count }), t('outbound.cancelText'));
        if (why === undefined) return { done: 0, failed: [] };
        return callApi(cancelOutboundsCall, { ...choiceOf(input), ...why, idempotencyKey });
      },
    },
  ];
  return {
    acts,
    dialogs: (
      <>
        {reasonDialog}
        {waveDialog}
      </>
    ),
  };
}
