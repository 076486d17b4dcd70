import { getWave, listWaves, type WaveRow } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { PageError } from '../../../components/page-error.tsx';
import { OutboundStateTag, WaveStateTag } from '../states.tsx';
import type { Wave } from './use-picking.ts';

export type WaveBox = Wave['outbounds'][number];

const LOOK_AGAIN_MS = 15_000;
const IN_VIEW = 10;

/** Picked and not packed. */
export const isToPack = ({ state }: WaveBox) => state === 'picked';
/** In the order in which the packer turns to them: to pack by slot, then packed, then what is not picked yet. */
const RANK: Partial<Record<WaveBox['state'], number>> = { picked: 0, packed: 1, picking: 2, waiting: 2 };

/** The boxes of a wave by slot: what is packed next, and what is left. */
export function WaveBoxes({ waveId, onOpen }: { waveId: number; onOpen: (number: string) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  // Others pack the same wave.
  const query = useCall(getWave, { id: waveId }, { everyMs: LOOK_AGAIN_MS });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  const boxes = query.data.outbounds
    .filter(({ state }) => state in RANK)
    .sort((a, b) => (RANK[a.state] ?? 9) - (RANK[b.state] ?? 9) || (a.slot ?? 0) - (b.slot ?? 0) || a.id - b.id);
  const left = boxes.filter(isToPack).length;
  return (
    <>
      <p className="tw-station-sums" role="status">
        <span>{left > 0 ? t('scan.pack.left', { count: left }) : t('scan.pack.noneLeft')}</span>
        <span className="tw-muted">{t('scan.pick.size', { orders: query.data.orders, units: query.data.units })}</span>
      </p>
      <div className="tw-station-list">
        {boxes.map((box) => (
          <Button key={box.id} size="large" className="tw-station-row" onClick={() => onOpen(box.number)}>
            <span className="tw-slotted">
              <b title={t('sort.slotOf', { slot: box.slot ?? 0 })}>{box.slot ?? '-'}</b>
              <span>
                <strong className="tw-figure">{box.number}</strong>
                <small>{box.orderNo}</small>
              </span>
            </span>
            <span>
              <OutboundStateTag state={box.state} stop={box.stopReason} />
              <small>{t('scan.pack.units', { count: box.units })}</small>
            </span>
          </Button>
        ))}
      </div>
    </>
  );
}

/** Waves that are picked and not packed: packing begins with them, without a paper in hand. */
export function WavesToPack({ warehouseId, onOpen }: { warehouseId: number; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const picked = useCall(listWaves, { warehouseId, state: 'picked', pageSize: 20 }, { everyMs: LOOK_AGAIN_MS });
  const begun = useCall(listWaves, { warehouseId, state: 'picking', pageSize: 20 }, { everyMs: LOOK_AGAIN_MS });
  const rows = [...(picked.data?.rows ?? []), ...(begun.data?.rows ?? [])].filter(hasBoxes);
  if (rows.length === 0) return null;
  return (
    <section className="tw-station-list" aria-label={t('scan.pack.waves')}>
      {rows.slice(0, IN_VIEW).map((row) => (
        <Button key={row.id} size="large" className="tw-station-row" onClick={() => onOpen(row.id)}>
          <span>
            <strong className="tw-figure">{row.number}</strong>
            <small>{row.assigneeName ?? t('wave.nobody')}</small>
          </span>
          <span>
            {row.state === 'picked' ? (
              <strong className="tw-figure">{t('scan.pack.left', { count: row.toPack })}</strong>
            ) : (
              // How many of its boxes are picked by now only the wave itself knows.
              <WaveStateTag state={row.state} />
            )}
            <small>{t('scan.pick.size', { orders: row.orders, units: row.units })}</small>
          </span>
        </Button>
      ))}
    </section>
  );
}

const hasBoxes = (row: WaveRow) => row.toPack > 0;
