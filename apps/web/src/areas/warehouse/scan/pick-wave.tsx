import { useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getWave, type PickStop, pickScanCall, undoPickCall } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { callKey } from '../../../api/hooks.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { NextStop } from './next-stop.tsx';
import { ShortButton } from './short-button.tsx';
import { StopList } from './stop-list.tsx';
import { currentStop, left, readCode } from './stops.ts';
import { useAtLocation } from './use-at-location.ts';

type Wave = ResultOf<typeof getWave>;

/** Stop after stop along the walking path: scan the location, then each item; a button takes the rest at once. */
export function PickWave({ wave, onLeave }: { wave: Wave; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [chosen, setChosen] = useState<number>();
  const place = useAtLocation(wave.id);
  const put = usePutStop(wave.id);
  // The newest answers, also for scans that waited for the connection and are booked before the page is drawn again.
  const stops = useRef(wave.stops);
  stops.current = wave.stops;
  const undone = useRef<number[]>([]);
  const stop = currentStop(wave.stops, chosen);
  const at = stop !== undefined && place.at === stop.locationId;

  const book = async (stop: PickStop, quantity: number, scan: QueuedScan): Promise<ScanAnswer> => {
    const isItem = !scan.code.startsWith('*');
    const answer = await callApi(
      pickScanCall,
      {
        pickLineId: stop.id,
        quantity,
        locationCode: stop.locationCode,
        ...(isItem ? { code: scan.code } : {}),
        idempotencyKey: scan.key,
      },
      { quiet: true },
    );
    undone.current.push(stop.id);
    stops.current = put(answer.stop);
    const { slot, stopReason } = answer.stop;
    const into = slot === null ? stop.sku : t('scan.pick.intoSlot', { slot });
    const detail = stopReason ? `${into} · ${t(`outbound.stopped.${stopReason}`)}` : into;
    return { ok: true, title: `${answer.stop.picked} / ${answer.stop.quantity}`, detail };
  };
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const now = currentStop(stops.current, chosen);
    if (!now) return { ok: false, title: t('scan.pick.allDone') };
    const reading = readCode(scan.code, now, place.now() === now.locationId);
    if (reading.what === 'location') {
      place.arrive(now.locationId);
      return { ok: true, title: now.locationCode, detail: t('scan.pick.nowItem', { sku: now.sku }) };
    }
    if (reading.what === 'item') return book(now, reading.quantity, scan);
    const expected = reading.what === 'wrongItem' ? now.sku : now.locationCode;
    return { ok: false, title: t(`scan.pick.${reading.what}`), detail: t('scan.pick.expected', { expected }) };
  };
  const undo = async (): Promise<ScanAnswer> => {
    const id = undone.current.pop();
    if (id === undefined) return { ok: false, title: t('scan.pick.nothingToUndo') };
    const answer = await callApi(undoPickCall, { pickLineId: id, idempotencyKey: crypto.randomUUID() });
    stops.current = put(answer.stop);
    setChosen(id);
    return { ok: true, title: t('scan.pick.undone'), detail: `${answer.stop.sku} ${answer.stop.locationCode}` };
  };
  const open = wave.stops.filter((one) => one.state === 'open').length;
  return (
    <>
      <div className="tw-station-bar">
        <strong className="tw-figure">{wave.number}</strong>
        <span className="tw-muted">{t('scan.pick.stopsLeft', { count: open })}</span>
        <span className="tw-grow" />
        <Button onClick={onLeave}>{t('scan.pick.leave')}</Button>
      </div>
      <ScanField
        station={`pick.${wave.id}`}
        prompt={promptOf(stop, at, t)}
        onScan={onScan}
        onUndo={undone.current.length > 0 ? undo : undefined}
        detail={(scan) => (
          <>
            {stop ? (
              <NextStop stop={stop} at={at} onTake={scan} />
            ) : (
              <Finished dropped={wave.dropped} onLeave={onLeave} />
            )}
            {stop && <ShortButton stop={stop} />}
            <StopList stops={wave.stops} current={stop?.id} onChoose={setChosen} />
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

/** Puts an answered stop into the wave that is on the screen, without asking for all of it again. */
function usePutStop(waveId: number): (stop: PickStop) => PickStop[] {
  const client = useQueryClient();
  return (stop) => {
    let stops: PickStop[] = [];
    // What is on its way was asked before this scan.
    void client.cancelQueries({ queryKey: callKey(getWave, { id: waveId }) });
    client.setQueryData<Wave>(callKey(getWave, { id: waveId }), (wave) => {
      if (!wave) return wave;
      stops = wave.stops.map((one) => (one.id === stop.id ? stop : one));
      return { ...wave, stops };
    });
    return stops;
  };
}

function Finished({ dropped, onLeave }: { dropped: number; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <div className="tw-station-done" role="status">
      <strong>{t('scan.pick.finished')}</strong>
      {dropped > 0 && <span>{t('scan.pick.dropped', { count: dropped })}</span>}
      <Button type="primary" size="large" onClick={onLeave}>
        {t('scan.pick.nextWave')}
      </Button>
    </div>
  );
}
