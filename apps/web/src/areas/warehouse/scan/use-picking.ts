import { useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getWave, type PickStop } from '@tradewind/contract/warehouse.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey, useRefresh } from '../../../api/hooks.ts';
import type { QueuedScan, ScanAnswer } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { asOne, atSamePlace, currentStop, left, readCode, readShort, type Short, taken, untaken } from './stops.ts';
import { useAtLocation } from './use-at-location.ts';

export type Wave = ResultOf<typeof getWave>;

/** A wave's pick tasks as the picker takes them: the next one, the meaning of a scan, and its result. */
export function usePicking(wave: Wave) {
  const { t } = useTranslation('warehouse');
  const [chosen, choose] = useState<number>();
  const place = useAtLocation(wave.id);
  const put = usePutStop(wave.id);
  const log = useScanLog();
  const refresh = useRefresh();
  // The newest responses, also for scans that waited offline and are booked before the next render.
  const stops = useRef(wave.stops);
  stops.current = wave.stops;
  const undone = useRef<{ id: number; quantity: number }[]>([]);
  const { warehouseId } = wave;
  const stop = currentStop(wave.stops, chosen);
  // A batch is sorted later, or needs no sorting.
  const slotted = wave.method === 'cart' || wave.method === 'orders';
  const observed = (all: readonly PickStop[], one: PickStop) => (slotted ? one : asOne(one, atSamePlace(all, one)));
  const refused = (message: string): ScanAnswer => {
    refresh(getWave);
    return { ok: false, title: message };
  };

  const book = async (stop: PickStop, quantity: number, scan: QueuedScan): Promise<ScanAnswer> => {
    const code = scan.code.startsWith('*') ? {} : { code: scan.code };
    const payload = { pickLineId: stop.id, quantity, locationCode: stop.locationCode, ...code };
    const booked = await log.book('pick', payload, { key: scan.key, warehouseId });
    if (booked.state === 'refused') return refused(booked.message);
    undone.current.push({ id: stop.id, quantity });
    const answered = booked.state === 'done' ? booked.result.stop : taken(stop, quantity);
    stops.current = put(answered);
    const { slot, stopReason } = answered;
    const into = slot === null || !slotted ? stop.sku : t('scan.pick.intoSlot', { slot });
    const detail = stopReason ? `${into} · ${t(`outbound.stopped.${stopReason}`)}` : into;
    const title = `${answered.picked} / ${answered.quantity}`;
    return { ok: true, title, detail, waiting: booked.state === 'waiting' };
  };
  /** Units taken together are booked order by order. */
  const bookTogether = async (stop: PickStop, quantity: number, scan: QueuedScan): Promise<ScanAnswer> => {
    let rest = quantity;
    let answer: ScanAnswer = { ok: false, title: t('scan.pick.allDone') };
    for (const [i, one] of atSamePlace(stops.current, stop).entries()) {
      const part = Math.min(rest, left(one));
      if (part === 0) break;
      answer = await book(one, part, nth(scan, i));
      if (!answer.ok) return answer;
      rest -= part;
    }
    const still = atSamePlace(stops.current, stop).reduce((sum, one) => sum + left(one), 0);
    return { ...answer, title: `${stop.quantity - still} / ${stop.quantity}` };
  };
  const bookShort = async (short: Short, scan: QueuedScan): Promise<ScanAnswer> => {
    const reason = t(`scan.pick.why.${short.reason}`);
    const gone = new Map<number, string>();
    let waiting = false;
    for (const [i, { id, missing }] of short.stops.entries()) {
      const stop = stops.current.find((one) => one.id === id);
      // It left the wave with its order a moment ago.
      if (stop && gone.has(stop.outboundId)) continue;
      const booked = await log.book(
        'short',
        { pickLineId: id, missing, reason },
        { key: nth(scan, i).key, warehouseId },
      );
      if (booked.state === 'refused') return refused(booked.message);
      if (stop) stops.current = put({ ...stop, state: 'short' });
      waiting ||= booked.state === 'waiting';
      const done = booked.state === 'done' ? booked.result : undefined;
      if (done?.refilled === false) gone.set(done.outboundId, stop?.outboundNumber ?? '');
    }
    // While the scan is queued, the server knows less than this device.
    if (!waiting) refresh(getWave);
    const number = [...gone.values()].join(', ');
    const detail = number ? t('scan.pick.gaveBack', { number }) : t('scan.pick.refilled');
    return { ok: true, title: t('scan.pick.shortDone'), detail: waiting ? '' : detail, waiting };
  };
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    // Logged before a reload: the picker may be at another task now, where the scan would mean something else.
    const before = await log.before(scan.key);
    if (before?.state === 'refused') return refused(before.message);
    if (before) return { ok: true, title: t('scan.pick.noted'), waiting: before.state === 'waiting' };
    const short = readShort(scan.code);
    if (short) return bookShort(short, scan);
    const current = currentStop(stops.current, chosen);
    const now = current && observed(stops.current, current);
    if (!now) return { ok: false, title: t('scan.pick.allDone') };
    const reading = readCode(scan.code, now, place.now() === now.locationId);
    if (reading.what === 'location') {
      place.arrive(now.locationId);
      return { ok: true, title: now.locationCode, detail: t('scan.pick.nowItem', { sku: now.sku }) };
    }
    if (reading.what === 'item') return (slotted ? book : bookTogether)(now, reading.quantity, scan);
    const expected = reading.what === 'wrongItem' ? now.sku : now.locationCode;
    return { ok: false, title: t(`scan.pick.${reading.what}`), detail: t('scan.pick.expected', { expected }) };
  };
  const undo = async (): Promise<ScanAnswer> => {
    const last = undone.current.pop();
    if (!last) return { ok: false, title: t('scan.pick.nothingToUndo') };
    const { id, quantity } = last;
    const booked = await log.book('undoPick', { pickLineId: id }, { key: crypto.randomUUID(), warehouseId });
    if (booked.state === 'refused') return refused(booked.message);
    const before = stops.current.find((one) => one.id === id);
    const answered = booked.state === 'done' ? booked.result.stop : before && untaken(before, quantity);
    if (!answered) return { ok: false, title: t('scan.pick.nothingToUndo') };
    stops.current = put(answered);
    choose(id);
    const detail = `${answered.sku} ${answered.locationCode}`;
    return { ok: true, title: t('scan.pick.undone'), detail, waiting: booked.state === 'waiting' };
  };
  return {
    stop,
    /** The task as the picker sees it. In a batch all tasks of a product in one location are one. */
    shown: stop && observed(wave.stops, stop),
    slotted,
    at: stop !== undefined && place.at === stop.locationId,
    choose,
    onScan,
    onUndo: undone.current.length > 0 ? undo : undefined,
  };
}

/** A scan that stands for several actions: each gets its own key. */
const nth = (scan: QueuedScan, i: number): QueuedScan => (i === 0 ? scan : { ...scan, key: `${scan.key}.${i}` });

/** Puts an answered pick task into the wave on screen without reloading the wave. */
function usePutStop(waveId: number): (stop: PickStop) => PickStop[] {
  const client = useQueryClient();
  return (stop) => {
    let stops: PickStop[] = [];
    // Responses on their way were requested before this scan.
    void client.cancelQueries({ queryKey: callKey(getWave, { id: waveId }) });
    client.setQueryData<Wave>(callKey(getWave, { id: waveId }), (wave) => {
      if (!wave) return wave;
      stops = wave.stops.map((one) => (one.id === stop.id ? stop : one));
      return { ...wave, stops };
    });
    return stops;
  };
}
