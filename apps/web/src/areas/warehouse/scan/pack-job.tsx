import { useQueryClient } from '@tanstack/react-query';
import { type Box, findBox, getOutbound } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { callKey, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { PageError } from '../../../components/page-error.tsx';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { StoppedNote } from '../stopped-note.tsx';
import { BoxLines } from './box-lines.tsx';
import { CloseBox } from './close-box.tsx';
import { LabelPanel } from './label-panel.tsx';
import { carries } from './own-codes.ts';

const LOOK_AGAIN_MS = 15_000;

/** The URL keeps the open box, the server its contents: a reload or another device continues. */
export function PackJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [params, setParams] = useSearchParams();
  const number = params.get('box') ?? '';
  const open = (box: string) => setParams(box ? { job: 'pack', box } : { job: 'pack' }, { replace: true });
  // Buyers may cancel during packing.
  const query = useCall(findBox, { code: number }, { enabled: number !== '', everyMs: LOOK_AGAIN_MS });
  if (number !== '' && query.isError && !query.data)
    return (
      <>
        <PageError error={query.error} onRetry={() => void query.refetch()} />
        <Button size="large" block onClick={() => open('')}>
          {t('scan.pack.another')}
        </Button>
      </>
    );
  return <Table warehouseId={warehouseId} box={number === '' ? undefined : query.data} onOpen={open} />;
}

interface TableProps {
  warehouseId: number;
  box: Box | undefined;
  onOpen: (number: string) => void;
}

const full = (box: Box) => box.lines.every((line) => line.packed === line.quantity);
const isItemOf = (box: Box, code: string) => box.lines.some((line) => carries(line, code));

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

/** The packing station: an order number opens its box, a single item opens its single-item order. */
function Table({ warehouseId, box, onOpen }: TableProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const client = useQueryClient();
  const log = useScanLog();
  const packing = box?.state === 'picked' && !box.stopReason;
  const last = useRef<{ outboundId: number; code: string; quantity: number }>(undefined);
  const show = (next: Box) => {
    const key = callKey(findBox, { code: next.number });
    // Responses on their way were requested before this scan.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData(key, next);
    void client.invalidateQueries({ queryKey: callKey(getOutbound) });
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
    if (packing && !full(box)) return packInto(scan, box.outboundId);
    const found = await callApi(findBox, { code: scan.code, warehouseId }, { quiet: true });
    if (found.state === 'picked' && !found.stopReason && found.lines.length === 1 && isItemOf(found, scan.code)) {
      if (found.lines.every((line) => line.packed === 0)) return packInto(scan, undefined);
      // The box was started and left: the item may be in it already.
      show(found);
      return { ...answered(found), detail: t('scan.pack.begun', { number: found.orderNo }) };
    }
    show(found);
    if (found.state === 'waiting' || found.state === 'picking' || found.state === 'cancelled')
      return { ok: false, title: t('scan.pack.notReady'), detail: t(`outbound.state.${found.state}`) };
    return answered(found);
  };
  const undo = (): Promise<ScanAnswer> => {
    const taken = last.current;
    last.current = undefined;
    if (!box || taken?.outboundId !== box.outboundId)
      return Promise.resolve({ ok: false, title: t('scan.pick.nothingToUndo') });
    return packInto({ key: crypto.randomUUID(), code: taken.code, at: '' }, box.outboundId, -taken.quantity);
  };
  // After one scan the rest of a line can be added by count, so nobody scans fifty alike.
  const takeRest = (line: Box['lines'][number]) =>
    void packInto(
      { key: crypto.randomUUID(), code: line.sku, at: '' },
      box?.outboundId,
      line.quantity - line.packed,
    ).then((answer) => answer.ok || toast.error(new Error(answer.title)), toast.error);
  return (
    <>
      {box && (
        <div className="tw-station-bar">
          <strong className="tw-figure">{box.number}</strong>
          <span className="tw-muted">{box.orderNo}</span>
          <span className="tw-grow" />
          <Button onClick={() => onOpen('')}>{t('scan.pack.another')}</Button>
        </div>
      )}
      <ScanField
        station="pack"
        prompt={t(packing && !full(box) ? 'scan.pack.scanItem' : 'scan.pack.scanOrder')}
        onScan={onScan}
        onUndo={box?.state === 'picked' && last.current?.outboundId === box.outboundId ? undo : undefined}
        detail={
          box && (
            <>
              <StoppedNote it={box} hint={t('scan.aside', { number: box.orderNo })} />
              {packing && full(box) && <CloseBox box={box} onClosed={show} onRefused={lookAgain} />}
              {box.state === 'packed' && !box.stopReason && (
                <LabelPanel key={box.outboundId} box={box} onShipped={() => onOpen('')} onRefused={lookAgain} />
              )}
              <BoxLines box={box} onTake={packing ? takeRest : undefined} />
            </>
          )
        }
      />
    </>
  );
}
