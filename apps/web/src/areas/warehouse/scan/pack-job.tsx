import { useQueryClient } from '@tanstack/react-query';
import { type Box, findBox, getOutbound, getWave } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { callKey, isLost, useCall } from '../../../api/hooks.ts';
import { PageError } from '../../../components/page-error.tsx';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { StoppedNote } from '../stopped-note.tsx';
import { BoxLines } from './box-lines.tsx';
import { CloseBox } from './close-box.tsx';
import { LabelPanel } from './label-panel.tsx';
import { carries } from './own-codes.ts';
import { isToPack, WaveBoxes, WavesToPack } from './wave-boxes.tsx';

const LOOK_AGAIN_MS = 15_000;

/** The URL keeps the wave and the open box, the server its contents: a reload or another device continues. */
export function PackJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [params, setParams] = useSearchParams();
  const number = params.get('box') ?? '';
  const waveId = Number(params.get('wave')) || undefined;
  const go = (to: { box?: string; wave?: number | undefined }) => {
    const { box, wave } = to;
    setParams({ job: 'pack', ...(wave ? { wave: String(wave) } : {}), ...(box ? { box } : {}) }, { replace: true });
  };
  const open = (box: string) => go({ wave: waveId, box });
  // Buyers may cancel during packing.
  const query = useCall(findBox, { code: number }, { enabled: number !== '', everyMs: LOOK_AGAIN_MS });
  if (number !== '' && isLost(query))
    return (
      <>
        <PageError error={query.error} onRetry={() => void query.refetch()} />
        <Button size="large" block onClick={() => open('')}>
          {t('scan.pack.another')}
        </Button>
      </>
    );
  return (
    <Table
      warehouseId={warehouseId}
      waveId={waveId}
      box={number === '' ? undefined : query.data}
      onOpen={open}
      onWave={(wave) => go({ wave })}
    />
  );
}

interface TableProps {
  warehouseId: number;
  waveId: number | undefined;
  box: Box | undefined;
  onOpen: (number: string) => void;
  onWave: (waveId: number | undefined) => void;
}

const WAVE_NUMBER = /^WAVE-\d{8}-\d{4,}$/i;
const SLOT_NUMBER = /^\d{1,3}$/;

const full = (box: Box) => box.lines.every((line) => line.packed === line.quantity);
const isItemOf = (box: Box, code: string) => box.lines.some((line) => carries(line, code));

/** A button that queues like a scan. After one scan it adds the rest of a line, so that nobody scans fifty alike. */
const restCode = (line: Box['lines'][number]) => `*REST ${line.id}`;

/** The box with the scanned units added, until the server answers. */
function putIn(box: Box, code: string, quantity: number): Box {
  let left = quantity;
  const lines = box.lines.map((line) => {
    if (left === 0 || !carries(line, code)) return line;
    const packed = Math.min(line.quantity, Math.max(0, line.packed + left));
    left -= packed - line.packed;
    return { ...line, packed };
  });
  return { ...box, lines };
}

/** The step at which a box stands, as the largest line of the page says it. */
function stepOf(box: Box | undefined, waveId: number | undefined): string {
  if (!box) return waveId ? 'scan.pack.scanSlot' : 'scan.pack.scanOrder';
  if (box.stopReason) return 'scan.pack.setAside';
  if (box.state === 'picked') return full(box) ? 'scan.pack.weigh' : 'scan.pack.scanItem';
  if (box.state === 'packed') return 'scan.pack.handOver';
  return waveId ? 'scan.pack.scanSlot' : 'scan.pack.scanOrder';
}

/**
 * The packing station: an outbound or order number opens its box, a wave number its boxes, a single item its
 * single-item order.
 */
function Table({ warehouseId, waveId, box, onOpen, onWave }: TableProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const client = useQueryClient();
  const log = useScanLog();
  const wave = useCall(getWave, { id: waveId ?? 0 }, { enabled: waveId !== undefined && !box });
  const packing = box?.state === 'picked' && !box.stopReason;
  const last = useRef<{ outboundId: number; code: string; quantity: number }>(undefined);
  const show = (next: Box) => {
    const key = callKey(findBox, { code: next.number });
    // Responses on their way were requested before this scan.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData(key, next);
    void client.invalidateQueries({ queryKey: callKey(getOutbound) });
    if (waveId) void client.invalidateQueries({ queryKey: callKey(getWave, { id: waveId }) });
    if (next.number !== box?.number) onOpen(next.number);
  };
  /** The scan was rejected: the order may be on hold by now. */
  const lookAgain = () => void client.invalidateQueries({ queryKey: callKey(findBox) });
  const answered = (next: Box): ScanAnswer => {
    const packed = next.lines.reduce((sum, line) => sum + line.packed, 0);
    const units = next.lines.reduce((sum, line) => sum + line.quantity, 0);
    if (next.stopReason)
      return {
        ok: false,
        title: t(`outbound.stopped.${next.stopReason}`),
        detail: t('scan.aside', { number: next.orderNo }),
        refused: 'final',
      };
    return { ok: true, title: `${packed} / ${units}`, detail: full(next) ? t('scan.pack.allIn') : next.orderNo };
  };
  const packInto = async (scan: QueuedScan, outboundId: number | undefined, quantity = 1): Promise<ScanAnswer> => {
    const where = outboundId === undefined ? { warehouseId } : { outboundId };
    const booked = await log.book('pack', { ...where, code: scan.code, quantity }, { key: scan.key, warehouseId });
    if (booked.state === 'refused') {
      lookAgain();
      return { ok: false, title: booked.message };
    }
    const remember = (into: number | undefined) => {
      last.current = into && quantity > 0 ? { outboundId: into, code: scan.code, quantity } : undefined;
    };
    if (booked.state === 'waiting') {
      remember(outboundId);
      // Only the server knows the box of a single item.
      if (!box || outboundId === undefined) return { ok: true, title: scan.code, waiting: true };
      const next = putIn(box, scan.code, quantity);
      show(next);
      return { ...answered(next), waiting: true };
    }
    const next = booked.result;
    remember(next.outboundId);
    show(next);
    return answered(next);
  };
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const rest = box?.lines.find((line) => scan.code === restCode(line));
    if (rest) return packInto({ ...scan, code: rest.sku }, box?.outboundId, rest.quantity - rest.packed);
    if (packing && !full(box)) return packInto(scan, box.outboundId);
    if (WAVE_NUMBER.test(scan.code)) {
      const wave = await callApi(getWave, { number: scan.code }, { quiet: true });
      onWave(wave.id);
      return {
        ok: true,
        title: wave.number,
        detail: t('scan.pack.left', { count: wave.outbounds.filter(isToPack).length }),
      };
    }
    const found = await callApi(findBox, { code: await inWave(scan.code), warehouseId }, { quiet: true });
    if (found.state === 'picked' && !found.stopReason && found.lines.length === 1 && isItemOf(found, scan.code)) {
      if (found.lines.every((line) => line.packed === 0)) return packInto(scan, undefined);
      // The box was started and left: the item may be in it already.
      show(found);
      return { ...answered(found), detail: t('scan.pack.begun', { number: found.orderNo }) };
    }
    show(found);
    if (found.state === 'waiting' || found.state === 'picking' || found.state === 'cancelled')
      return {
        ok: false,
        title: t('scan.pack.notReady'),
        detail: `${found.number} · ${t(`outbound.state.${found.state}`)}`,
        refused: 'again',
      };
    return answered(found);
  };
  /** Among the boxes of a wave a short number is a slot. */
  const inWave = async (code: string): Promise<string> => {
    if (waveId === undefined || !SLOT_NUMBER.test(code)) return code;
    const wave = await callApi(getWave, { id: waveId }, { quiet: true });
    return `${wave.number} ${code}`;
  };
  const undo = (): Promise<ScanAnswer> => {
    const taken = last.current;
    last.current = undefined;
    if (!box || taken?.outboundId !== box.outboundId)
      return Promise.resolve({ ok: false, title: t('scan.pick.nothingToUndo') });
    return packInto({ key: crypto.randomUUID(), code: taken.code, at: '' }, box.outboundId, -taken.quantity);
  };
  return (
    <>
      {(box || waveId) && (
        <div className="tw-station-bar">
          {box?.slot && <b className="tw-slot">{box.slot}</b>}
          <span className="tw-station-what">
            <strong className="tw-figure">{box?.number ?? wave.data?.number}</strong>
            {box && <span className="tw-muted">{box.orderNo}</span>}
          </span>
          {box ? (
            <Button onClick={() => onOpen('')}>{t(waveId ? 'scan.pack.boxes' : 'scan.pack.another')}</Button>
          ) : (
            <Button onClick={() => onWave(undefined)}>{t('scan.pick.leave')}</Button>
          )}
        </div>
      )}
      <ScanField
        station="pack"
        prompt={t(stepOf(box, waveId))}
        onScan={onScan}
        onUndo={box?.state === 'picked' && last.current?.outboundId === box.outboundId ? undo : undefined}
        detail={(scan, answer) => {
          if (!box)
            return waveId ? (
              <WaveBoxes waveId={waveId} onOpen={(number) => scan(number)} />
            ) : (
              <WavesToPack warehouseId={warehouseId} onOpen={onWave} />
            );
          const refused = (reason: string) => {
            answer({ ok: false, title: reason, detail: box.number, refused: 'final' });
            lookAgain();
          };
          return (
            <>
              <StoppedNote it={box} hint={t('scan.aside', { number: box.orderNo })} />
              {packing && full(box) && (
                <CloseBox
                  box={box}
                  onClosed={(closed) => {
                    answer({ ok: true, title: t('scan.pack.closed'), detail: closed.number });
                    show(closed);
                  }}
                  onRefused={refused}
                />
              )}
              {box.state === 'packed' && !box.stopReason && (
                <LabelPanel
                  key={box.outboundId}
                  box={box}
                  onShipped={() => {
                    answer({ ok: true, title: t('scan.ship.done', { number: box.number }) });
                    void client.invalidateQueries({ queryKey: callKey(getWave) });
                    onOpen('');
                  }}
                  onRefused={refused}
                />
              )}
              <BoxLines box={box} onTake={packing ? (line) => scan(restCode(line)) : undefined} />
            </>
          );
        }}
      />
    </>
  );
}
