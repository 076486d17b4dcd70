import {
  AuditOutlined,
  CarOutlined,
  FileDoneOutlined,
  InboxOutlined,
  NumberOutlined,
  PrinterOutlined,
  RocketOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { manifestOrders } from '@tradewind/contract/logistics.ts';
import {
  cheapestFreight,
  chooseFreight,
  labelOrders,
  maySend,
  packOrders,
  printPapers,
  sendWhole,
  shipByHand,
  shipOrders,
} from '@tradewind/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { useAskFreight } from '../send/freight-dialog.tsx';
import { useAskHand } from '../send/hand-dialog.tsx';
import { useAskLabels } from '../send/label-dialog.tsx';
import { useAskPapers } from '../send/print-dialog.tsx';
import { useAwaitRun } from '../send/use-run.tsx';
import type { ActGroup, ActOrder } from './act.ts';

const fits = (act: Parameters<typeof maySend>[0]) => (order: ActOrder) => maySend(act, order);

/** Shipping actions: rates, labels, documents, shipping with an own tracking number. */
export function useSendActs(): ActGroup {
  const { t } = useTranslation('orders');
  const may = useMay();
  const manifests = useMay(rights.manifest);
  const [askFreight, freightDialog] = useAskFreight();
  const [askPapers, papersDialog] = useAskPapers();
  const [askLabels, labelDialog] = useAskLabels();
  const [askHand, handDialog] = useAskHand();
  const [awaitRun, runDialog] = useAwaitRun();
  const finish = async (sent: BulkResultData & { runId: number | null }, title: string) => {
    if (sent.runId === null) return sent;
    const run = await awaitRun(sent.runId, title);
    return run && { done: sent.done + run.done, failed: [...sent.failed, ...run.failed] };
  };
  return {
    acts: [
      {
        key: 'freight',
        allowed: may(chooseFreight),
        icon: <AuditOutlined />,
        only: 'one',
        fits: fits('freight'),
        run: async (picked) => {
          const [order] = picked.orders;
          return order && askFreight(order, picked);
        },
      },
      {
        key: 'cheapest',
        allowed: may(cheapestFreight),
        icon: <AuditOutlined />,
        only: 'many',
        confirm: (count) => t('send.cheapestText', { count }),
        fits: fits('freight'),
        run: async ({ input, idempotencyKey }) =>
          finish(await callApi(cheapestFreight, { ...input, idempotencyKey }), t('send.running.freight')),
      },
      {
        key: 'label',
        allowed: may(labelOrders),
        icon: <FileDoneOutlined />,
        fits: fits('label'),
        run: async (picked) => {
          if (!(await askLabels(picked, 'label'))) return undefined;
          const { input, idempotencyKey } = picked;
          return finish(await callApi(labelOrders, { ...input, idempotencyKey }), t('send.running.label'));
        },
      },
      {
        key: 'send',
        allowed: may(sendWhole),
        icon: <RocketOutlined />,
        fits: fits('send'),
        run: async (picked) => {
          if (!(await askLabels(picked, 'send'))) return undefined;
          const { input, idempotencyKey } = picked;
          const result = await finish(await callApi(sendWhole, { ...input, idempotencyKey }), t('send.running.send'));
          // Ticked orders are known after they have left; those of a filter no longer match it.
          if (result && result.done > 0 && 'ids' in input) await askPapers(picked, ['label', 'packingSlip']);
          return result;
        },
      },
      {
        key: 'pack',
        allowed: may(packOrders),
        icon: <InboxOutlined />,
        confirm: (count) => t('send.packText', { count }),
        fits: fits('pack'),
        run: ({ input, idempotencyKey }) => callApi(packOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'manifest',
        allowed: manifests(manifestOrders),
        icon: <UnorderedListOutlined />,
        // Without a number it is an own delivery at best; those are added on the page of manifests.
        fits: (order) => maySend('manifest', order) && order.trackingNumber !== null,
        run: ({ input, idempotencyKey }) => callApi(manifestOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'ship',
        allowed: may(shipOrders),
        icon: <CarOutlined />,
        confirm: (count) => t('send.shipText', { count }),
        fits: fits('ship'),
        run: ({ input, idempotencyKey }) => callApi(shipOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'shipByHand',
        allowed: may(shipByHand),
        icon: <NumberOutlined />,
        fits: fits('shipByHand'),
        run: (picked) => askHand(picked.orders.filter(fits('shipByHand')), picked),
      },
      {
        key: 'print',
        allowed: may(printPapers),
        icon: <PrinterOutlined />,
        fits: () => true,
        run: (picked) => askPapers(picked),
      },
    ],
    dialogs: (
      <>
        {freightDialog}
        {papersDialog}
        {labelDialog}
        {handDialog}
        {runDialog}
      </>
    ),
  };
}
