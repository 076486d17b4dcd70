import { findInbound, type InboundCarton, type InboundDetail, undoReceiptCall } from '@tradewind/contract/warehouse.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useRefresh } from '../../../api/hooks.ts';
import type { QueuedScan, ScanAnswer } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { INBOUND_CHANGED } from '../inbound/changed.ts';
import type { Lots } from './lot-form.tsx';
import { cartonOf, lineOf, readItem } from './receive-codes.ts';

/** The product whose batch is asked for, the key it is kept under, and the scan to repeat with it. */
interface Requested {
  sku: string;
  key: string;
  code: string;
}

/** Refusals that the page answers with a question. */
const asksBack = (code: string | null) => code === 'warehouse.expiryNeeded' || code === 'warehouse.cartonLoose';

/** Runs the scans of one inbound order and the questions they ask first. */
export function useReceive(id: number, inbound: InboundDetail | undefined, onOther: (id: number) => void) {
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  const log = useScanLog();
  const [last, setLast] = useState<string>();
  const [requested, setRequested] = useState<Requested>();
  /** A carton that seems to have been received loose. */
  const [loose, setLoose] = useState<string>();
  const lots = useRef<Lots>({});
  const undo = useUndo();
  // The newest response, also for scans that waited offline.
  const newest = useRef(inbound);
  newest.current = inbound;
  const changed = () => refresh(...INBOUND_CHANGED);

  const ask = (what: Requested): ScanAnswer => {
    setRequested(what);
    return { ok: false, title: what.sku, detail: t('inbound.scan.lotAsk') };
  };

  const item = async (scan: QueuedScan, inbound: InboundDetail): Promise<ScanAnswer> => {
    const { code, quantity, damaged } = readItem(scan.code);
    const line = lineOf(inbound, code);
    const sku = line?.sku ?? code;
    const lot = lots.current[sku];
    if (line?.expires && !lot?.expiresOn && !damaged) return ask({ sku, key: sku, code: scan.code });
    const goods = { ...lot, quantity, ...(damaged ? { condition: 'damaged' as const } : {}) };
    const about = { key: scan.key, warehouseId: inbound.warehouseId, own: asksBack };
    const booked = await log.book('receiveItem', { inboundId: id, code, ...goods }, about);
    if (booked.state === 'refused')
      return booked.code === 'warehouse.expiryNeeded'
        ? ask({ sku, key: sku, code: scan.code })
        : { ok: false, title: booked.message, detail: code };
    changed();
    if (booked.state === 'waiting') {
      undo.add(undefined);
      const received = (line?.received ?? 0) + quantity;
      return { ok: true, title: `${received} / ${line?.expected ?? 0}`, detail: line?.sku ?? code, waiting: true };
    }
    const answer = booked.result;
    undo.add(answer.receiptIds);
    if (lot) lots.current[answer.sku] = lot;
    setLast(answer.sku);
    return { ok: true, title: `${answer.received} / ${answer.expected}`, detail: saidOf(answer, damaged, quantity, t) };
  };

  const whole = async (scan: QueuedScan, inbound: InboundDetail, carton: InboundCarton): Promise<ScanAnswer> => {
    const { code, sure } = readItem(scan.code);
    const keyOf = (sku: string) => `${carton.code} ${sku}`;
    const open = carton.contents.filter((part) => !part.expiresOn);
    const said = open.flatMap(({ lineId, sku }) => {
      const lot = lots.current[keyOf(sku)];
      return lot ? [{ lineId, ...lot }] : [];
    });
    const payload = { inboundId: id, code, ...(sure ? { sure } : {}), ...(said.length > 0 ? { lots: said } : {}) };
    const about = { key: scan.key, warehouseId: inbound.warehouseId, own: asksBack };
    const booked = await log.book('receiveCarton', payload, about);
    if (booked.state === 'refused') {
      if (booked.code === 'warehouse.cartonLoose') setLoose(code);
      const part = open.find(({ sku }) => lineOf(inbound, sku)?.expires && !lots.current[keyOf(sku)]);
      return booked.code === 'warehouse.expiryNeeded' && part
        ? ask({ sku: part.sku, key: keyOf(part.sku), code: scan.code })
        : { ok: false, title: booked.message };
    }
    changed();
    if (booked.state === 'waiting') {
      undo.add(undefined);
      return { ok: true, title: code, waiting: true };
    }
    const { units, over, receiptId, ...answer } = booked.result;
    undo.add([receiptId]);
    const more = over > 0 ? t('inbound.scan.over', { count: over }) : undefined;
    const detail = [answer.code, more].filter(Boolean).join(' · ');
    return { ok: true, title: t('inbound.scan.carton', { count: units }), detail };
  };

  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const inbound = newest.current;
    if (!inbound) return { ok: false, title: scan.code };
    setLoose(undefined);
    const { code } = readItem(scan.code);
    const carton = cartonOf(inbound, code);
    if (carton) return whole(scan, inbound, carton);
    if (/^INB-\d/i.test(code)) {
      const other = await callApi(findInbound, { code }, { quiet: true });
      onOther(other.id);
      return { ok: true, title: code.toUpperCase() };
    }
    return item(scan, inbound);
  };
  return { onScan, undo: undo.last, asked: requested, setRequested, loose, setLoose, last, setLast, lots };
}

/**
 * Undoes the last scan. While that scan waits offline nobody knows what it will book, so nothing can be undone, least
 * of all an earlier scan.
 */
function useUndo(): { add: (receiptIds: number[] | undefined) => void; last: (() => Promise<ScanAnswer>) | undefined } {
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  const acts = useRef<(number[] | undefined)[]>([]);
  const [known, setKnown] = useState(false);
  const show = () => setKnown(acts.current.at(-1) !== undefined);
  const last = async (): Promise<ScanAnswer> => {
    const receiptIds = acts.current.at(-1);
    if (!receiptIds) return { ok: false, title: t('inbound.scan.nothingToUndo') };
    acts.current.pop();
    show();
    let count = 0;
    for (const receiptId of receiptIds)
      count += (await callApi(undoReceiptCall, { receiptId, idempotencyKey: crypto.randomUUID() })).units;
    refresh(...INBOUND_CHANGED);
    return { ok: true, title: t('inbound.scan.undone', { count }) };
  };
  const add = (receiptIds: number[] | undefined) => {
    acts.current.push(receiptIds);
    show();
  };
  return { add, last: known ? last : undefined };
}

function saidOf(
  answer: { sku: string; expected: number; received: number },
  damaged: boolean,
  quantity: number,
  t: (key: string, values?: Record<string, string | number>) => string,
): string {
  const { sku, expected, received } = answer;
  if (damaged) return t('inbound.scan.damagedDone', { sku, count: quantity });
  if (expected === 0) return `${sku} · ${t('inbound.scan.unannounced')}`;
  return received > expected ? `${sku} · ${t('inbound.scan.over', { count: received - expected })}` : sku;
}
