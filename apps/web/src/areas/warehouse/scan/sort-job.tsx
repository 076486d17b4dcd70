import { useQueryClient } from '@tanstack/react-query';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getSortWall, listWaves, type SortWall } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { callKey, isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { WaveStateTag } from '../states.tsx';
import './sort-wall.css';
import { StationBar } from './station-bar.tsx';

const LOOK_AGAIN_MS = 10_000;

/** Sorting after a batch pick: shows each item's slot, large. The server keeps the slots, the URL the wave. */
export function SortJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const [params, setParams] = useSearchParams();
  const waveId = Number(params.get('wave'));
  const open = (id: number) => setParams({ job: 'sort', wave: String(id) }, { replace: true });
  const leave = () => setParams({ job: 'sort' }, { replace: true });
  if (waveId) return <OneWall key={waveId} waveId={waveId} onLeave={leave} />;
  return <ChooseWave warehouseId={warehouseId} onOpen={open} />;
}

function OneWall({ waveId, onLeave }: { waveId: number; onLeave: () => void }): ReactNode {
  // Others sort into the same wall, and pickers bring more units.
  const query = useCall(getSortWall, { waveId }, { everyMs: LOOK_AGAIN_MS });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  return <Wall wall={query.data} onLeave={onLeave} />;
}

function Wall({ wall, onLeave }: { wall: SortWall; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const client = useQueryClient();
  const log = useScanLog();
  const [last, setLast] = useState<number>();
  const mayPack = useMay()(rights.scanStation.pack);
  const [, setParams] = useSearchParams();
  const done = useRef<{ outboundId: number; code: string; slot: number }[]>([]);
  const { waveId, warehouseId } = wall;
  const show = (next: SortWall, outboundId: number | undefined) => {
    const key = callKey(getSortWall, { waveId });
    // Responses on their way were requested before this scan.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData(key, next);
    setLast(outboundId);
  };
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const booked = await log.book('sortItem', { waveId, code: scan.code }, { key: scan.key, warehouseId });
    if (booked.state === 'refused') return { ok: false, title: booked.message, detail: scan.code };
    if (booked.state === 'waiting') {
      // Its slot is not known yet, so it cannot be taken out; nor what was sorted before, as if that had been the last.
      done.current = [];
      return { ok: true, title: scan.code, detail: t('sort.waiting'), waiting: true };
    }
    const { outboundId, slot, complete, sku, wall: next } = booked.result;
    done.current.push({ outboundId, code: scan.code, slot });
    show(next, outboundId);
    return {
      ok: true,
      title: String(slot),
      detail: complete ? t('sort.complete', { slot }) : `${t('sort.intoSlot', { slot })} · ${sku}`,
    };
  };
  const undo = async (): Promise<ScanAnswer> => {
    const one = done.current.pop();
    if (!one) return { ok: false, title: t('sort.nothingToUndo') };
    const { outboundId, code, slot } = one;
    const booked = await log.book('undoSort', { waveId, outboundId, code }, { key: crypto.randomUUID(), warehouseId });
    if (booked.state === 'refused') return { ok: false, title: booked.message };
    if (booked.state === 'done') show(booked.result.wall, undefined);
    const detail = `${t('sort.takenOut', { slot })} · ${code}`;
    return { ok: true, title: String(slot), detail, waiting: booked.state === 'waiting' };
  };
  return (
    <div className="tw-sorting">
      <StationBar number={wall.number} leave={t('sort.leave')} onLeave={onLeave} />
      <ScanField
        station={`sort.${waveId}`}
        prompt={wall.toSort > 0 ? t('sort.scanItem', { count: wall.toSort }) : t('sort.allSorted')}
        onScan={onScan}
        onUndo={done.current.length > 0 ? undo : undefined}
        detail={
          <>
            {wall.toSort === 0 && mayPack && (
              <Button
                type="primary"
                size="large"
                block
                onClick={() => setParams({ job: 'pack', wave: String(waveId) }, { replace: true })}
              >
                {t('scan.pick.pack')}
              </Button>
            )}
            <Slots wall={wall} last={last} />
          </>
        }
      />
    </div>
  );
}

function Slots({ wall, last }: { wall: SortWall; last: number | undefined }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <ul className="tw-wall" aria-label={t('sort.wall')}>
      {wall.slots.map((slot) => {
        const full = slot.sorted === slot.units;
        const note = slot.cancelled
          ? t('sort.takeBack')
          : slot.stopReason
            ? t(`outbound.stoppedTag.${slot.stopReason}`)
            : full
              ? t('sort.full')
              : slot.orderNo;
        return (
          <li
            key={slot.outboundId}
            data-full={(full && !slot.cancelled) || undefined}
            data-bad={slot.cancelled || slot.stopReason !== null || undefined}
            data-last={slot.outboundId === last || undefined}
            aria-label={t('sort.slot', { slot: slot.slot, sorted: slot.sorted, units: slot.units })}
          >
            <b>{slot.slot}</b>
            <span className="tw-figure">
              {slot.sorted} / {slot.units}
            </span>
            <small>{note}</small>
          </li>
        );
      })}
    </ul>
  );
}

function ChooseWave({ warehouseId, onOpen }: { warehouseId: number; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const ask = { warehouseId, pageSize: 100 };
  const picked = useCall(listWaves, { ...ask, state: 'picked' }, { everyMs: LOOK_AGAIN_MS });
  const begun = useCall(listWaves, { ...ask, state: 'picking' }, { everyMs: LOOK_AGAIN_MS });
  if (isLost(picked)) return <PageError error={picked.error} onRetry={() => void picked.refetch()} />;
  const rows = [...(picked.data?.rows ?? []), ...(begun.data?.rows ?? [])].filter((row) => row.method === 'batch');
  const byNumber = async (number: string) => {
    const wall = await callApi(getSortWall, { number }, { quiet: true });
    onOpen(wall.waveId);
    return { ok: true, title: wall.number };
  };
  return (
    <ScanField
      station="sort.choose"
      prompt={t('sort.choose')}
      onScan={({ code }) => byNumber(code)}
      detail={
        picked.data && rows.length === 0 ? (
          <EmptyState title={t('sort.none')} hint={t('sort.noneHint')} />
        ) : (
          <div className="tw-station-list">
            {rows.map((row) => (
              <Button key={row.id} size="large" className="tw-station-row" onClick={() => onOpen(row.id)}>
                <span>
                  <strong className="tw-figure">{row.number}</strong>
                  <small>{row.assigneeName ?? t('wave.nobody')}</small>
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
