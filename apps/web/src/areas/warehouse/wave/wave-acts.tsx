import { CheckOutlined, PrinterOutlined, UserOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { cancelWaves, type listWaves, pickAll, printWave, waveMay } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import type { BulkAction } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { useAskPicker } from './ask-picker.tsx';

const PRINT_MOST = 50;
type WaveAct = BulkAction<typeof listWaves>;

/** Works on selected waves only: a person has looked at each of them. */
export function useWaveActs(): { acts: WaveAct[]; dialog: ReactNode } {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [askPicker, dialog] = useAskPicker();
  const ticked =
    (work: (ids: number[], idempotencyKey: string) => ReturnType<WaveAct['run']>): WaveAct['run'] =>
    ({ input, idempotencyKey }) =>
      'ids' in input ? work(input.ids, idempotencyKey) : Promise.reject(new Error(t('wave.tickThem')));
  const acts: WaveAct[] = [
    {
      key: 'assign',
      label: t('wave.act.assign'),
      icon: <UserOutlined />,
      may: may(rights.picking.assign),
      fits: (row) => waveMay('pick', row),
      needs: t('wave.needsOpen'),
      run: ticked(askPicker),
    },
    {
      key: 'print',
      label: t('wave.act.print'),
      icon: <PrinterOutlined />,
      may: may(printWave),
      run: ticked(async (ids) => {
        await showPdf(printWave, { ids: ids.slice(0, PRINT_MOST) });
        return undefined;
      }),
    },
    {
      key: 'finish',
      label: t('wave.act.finish'),
      icon: <CheckOutlined />,
      may: may(rights.picking.finish),
      fits: (row) => waveMay('pick', row),
      needs: t('wave.needsOpen'),
      confirm: (count) => t('wave.finishText', { count }),
      run: ticked((waveIds, idempotencyKey) => callApi(pickAll, { waveIds, idempotencyKey })),
    },
    {
      key: 'dissolve',
      label: t('wave.act.dissolve'),
      danger: true,
      may: may(cancelWaves),
      disabledReason: (rows) => (rows.some((row) => !waveMay('cancel', row)) ? t('wave.begun') : undefined),
      run: ticked((ids, idempotencyKey) => callApi(cancelWaves, { ids, idempotencyKey })),
    },
  ];
  return { acts, dialog };
}
