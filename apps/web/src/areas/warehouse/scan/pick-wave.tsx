import { rights } from '@tradewind/contract/access/modules.ts';
import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import { ScanField } from '../../../components/scan/scan-field.tsx';
import { NextStop } from './next-stop.tsx';
import { ShortButton } from './short-button.tsx';
import { StationBar } from './station-bar.tsx';
import { StopList } from './stop-list.tsx';
import { atSamePlace, left } from './stops.ts';
import { usePicking, type Wave } from './use-picking.ts';

/** Pick tasks along the pick path: scan the location, then each item. A button takes the rest at once. */
export function PickWave({ wave, onLeave }: { wave: Wave; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { stop, shown, slotted, at, choose, onScan, onUndo } = usePicking(wave);
  const open = wave.stops.filter((one) => one.state === 'open').length;
  return (
    <>
      <StationBar
        number={wave.number}
        progress={t('scan.pick.stopsLeft', { count: open })}
        leave={t('scan.pick.leave')}
        onLeave={onLeave}
      />
      <ScanField
        station={`pick.${wave.id}`}
        prompt={promptOf(shown, at, t)}
        onScan={onScan}
        onUndo={onUndo}
        detail={(scan) => (
          <>
            {shown ? <NextStop stop={shown} at={at} onTake={scan} /> : <Finished wave={wave} onLeave={onLeave} />}
            {stop && (
              <ShortButton
                key={stop.id}
                stop={stop}
                together={atSamePlace(wave.stops, stop)}
                asOne={!slotted}
                onShort={scan}
              />
            )}
            <StopList stops={wave.stops} current={stop?.id} onChoose={choose} />
          </>
        )}
      />
    </>
  );
}

function promptOf(
  stop: PickStop | undefined,
  at: boolean,
  t: (key: string, values?: Record<string, string | number>) => string,
): string {
  if (!stop) return t('scan.pick.allDone');
  if (!at) return t('scan.pick.scanLocation', { code: stop.locationCode });
  return t('scan.pick.scanItem', { sku: stop.sku, count: left(stop) });
}

/** What comes next: sorting a batch, or packing, as far as this person may. */
function Finished({ wave, onLeave }: { wave: Wave; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { id, dropped, method } = wave;
  const mayPack = useMay()(rights.scanStation.pack);
  const [, setParams] = useSearchParams();
  const turnTo = (job: string) => setParams({ job, wave: String(id) }, { replace: true });
  const next = method === 'batch' ? 'sort' : mayPack ? 'pack' : undefined;
  return (
    <div className="tw-station-done" role="status">
      <strong>{t('scan.pick.finished')}</strong>
      {dropped > 0 && <span>{t('scan.pick.dropped', { count: dropped })}</span>}
      {next && (
        <Button type="primary" size="large" onClick={() => turnTo(next)}>
          {t(`scan.pick.${next}`)}
        </Button>
      )}
      <Button type={next ? 'default' : 'primary'} size="large" onClick={onLeave}>
        {t('scan.pick.nextWave')}
      </Button>
    </div>
  );
}
