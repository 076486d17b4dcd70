import { getWave, listWaves, type WaveRow } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog, useScansWaiting } from '../../../components/scan/use-scan-log.ts';
import { useUser } from '../../../shell/session.ts';
import { WaveStateTag } from '../states.tsx';
import { PickWave } from './pick-wave.tsx';

const LOOK_AGAIN_MS = 15_000;

/** Choose a wave or scan its number from the pick list, then work through its pick tasks. */
export function PickJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const [params, setParams] = useSearchParams();
  const waveId = Number(params.get('wave'));
  const open = (id: number) => setParams({ job: 'pick', wave: String(id) }, { replace: true });
  const leave = () => setParams({ job: 'pick' }, { replace: true });
  if (waveId) return <OneWave key={waveId} id={waveId} onLeave={leave} />;
  return <ChooseWave warehouseId={warehouseId} onOpen={open} />;
}

function OneWave({ id, onLeave }: { id: number; onLeave: () => void }): ReactNode {
  // Buyers may cancel during picking.
  const { waiting } = useScansWaiting(useScanLog());
  // While scans are queued, the server knows less than this device.
  const query = useCall(getWave, { id }, waiting > 0 ? {} : { everyMs: LOOK_AGAIN_MS });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  return <PickWave wave={query.data} onLeave={onLeave} />;
}

function ChooseWave({ warehouseId, onOpen }: { warehouseId: number; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const user = useUser();
  const ask = { warehouseId, pageSize: 50 };
  const open = useCall(listWaves, { ...ask, state: 'open' }, { everyMs: 20_000 });
  const begun = useCall(listWaves, { ...ask, state: 'picking' }, { everyMs: 20_000 });
  const rows = [...(begun.data?.rows ?? []), ...(open.data?.rows ?? [])];
  const mine = (row: WaveRow) => row.assigneeId === user.userId;
  // My waves first, then unassigned ones, then those of others.
  const rank = (row: WaveRow) => (mine(row) ? 0 : row.assigneeId === null ? 1 : 2);
  const sorted = [...rows].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  const byNumber = async (number: string) => {
    const wave = await callApi(getWave, { number }, { quiet: true });
    onOpen(wave.id);
    return { ok: true, title: wave.number };
  };
  return (
    <ScanField
      station="pick.choose"
      prompt={t('scan.pick.chooseWave')}
      onScan={({ code }) => byNumber(code)}
      detail={
        open.data && sorted.length === 0 ? (
          <EmptyState title={t('scan.pick.noWaves')} hint={t('scan.pick.noWavesHint')} />
        ) : (
          <div className="tw-station-list">
            {sorted.map((row) => (
              <Button key={row.id} size="large" className="tw-station-row" onClick={() => onOpen(row.id)}>
                <span>
                  <strong className="tw-figure">{row.number}</strong>
                  <small>{mine(row) ? t('scan.pick.mine') : (row.assigneeName ?? t('wave.nobody'))}</small>
                </span>
                <span>
                  <WaveStateTag state={row.state} />
                  <small>{t('scan.pick.size', { orders: row.orders, units: row.units })}</small>
                </span>
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}
