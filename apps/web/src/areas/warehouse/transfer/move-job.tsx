import type { ResultOf } from '@tradewind/contract/call.ts';
import { goodsAt } from '@tradewind/contract/warehouse.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { productName } from '../../../components/product-name.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { carries } from '../scan/own-codes.ts';
import { useKept } from '../use-kept.ts';

type Place = ResultOf<typeof goodsAt>;
type Goods = Place['goods'][number];
interface Holding {
  goods: Goods;
  quantity: number;
}
interface Draft {
  place: Place | undefined;
  holding: Holding | undefined;
}
function understand(kept: unknown): Draft {
  const draft = kept as Partial<Draft> | null;
  return Array.isArray(draft?.place?.goods)
    ? { place: draft.place, holding: draft.holding }
    : { place: undefined, holding: undefined };
}
const keyOf = (row: Goods) => `${row.productId}-${row.batchId}-${row.condition}`;

/** Scan the location, then the item (each scan adds one, or enter a number), then the new location. */
export function MoveJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const log = useScanLog();
  const draft = useKept(`tw.move.${warehouseId}`, understand);
  const { place, holding } = draft.kept;
  const keep = (nextPlace: Place | undefined, nextHolding: Holding | undefined) =>
    nextPlace ? draft.keep({ place: nextPlace, holding: nextHolding }) : draft.forget();
  // After a reload the units are still there, or somebody has moved them.
  const look = useEffectEvent(async () => {
    const { place: at } = draft.now();
    if (!at) return;
    const found = await callApi(goodsAt, { warehouseId, locationCode: at.code }, { quiet: true });
    const { place: stillAt, holding: held } = draft.now();
    if (stillAt?.code !== at.code) return;
    const goods = held && found.goods.find((row) => keyOf(row) === keyOf(held.goods) && row.free > 0);
    keep(found, goods && { goods, quantity: Math.min(held.quantity, goods.free) });
  });
  useEffect(() => {
    // Without a connection nothing changes.
    look().catch(() => undefined);
  }, []);
  const open = async (code: string): Promise<ScanAnswer> => {
    const found = await callApi(goodsAt, { warehouseId, locationCode: code }, { quiet: true });
    keep(found, undefined);
    const none = found.goods.length === 0;
    return { ok: !none, title: found.code, detail: none ? t('move.empty', { code: found.code }) : '' };
  };
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const { place: at, holding: held } = draft.now();
    if (!at) return open(scan.code);
    const goods = at.goods.find((row) => row.free > 0 && carries(row, scan.code));
    if (goods) {
      const more = held && held.goods.productId === goods.productId ? held.quantity + 1 : 1;
      const next = { goods: held?.goods.productId === goods.productId ? held.goods : goods, quantity: more };
      keep(at, { ...next, quantity: Math.min(more, next.goods.free) });
      return { ok: true, title: String(Math.min(more, next.goods.free)), detail: goods.sku };
    }
    if (!held) return { ok: false, title: t('move.notHere', { code: at.code }), detail: scan.code };
    const { sku, batchId, condition } = held.goods;
    const payload = {
      warehouseId,
      fromLocationCode: at.code,
      toLocationCode: scan.code,
      code: sku,
      batchId,
      condition,
      quantity: held.quantity,
    };
    const booked = await log.book('moveItem', payload, { key: scan.key, warehouseId });
    if (booked.state === 'refused') return { ok: false, title: booked.message, detail: scan.code };
    const waiting = booked.state === 'waiting';
    // Booked: these units are no longer in hand, even if the reload fails.
    keep(waiting ? undefined : at, undefined);
    if (!waiting) await open(at.code).catch(() => keep(undefined, undefined));
    const to = scan.code.toUpperCase();
    return { ok: true, title: t('move.moved', { sku, count: held.quantity, to }), waiting };
  };
  const prompt = () => {
    if (!place) return t('move.from');
    if (!holding) return t('move.item', { code: place.code });
    return t('move.howMany', { sku: holding.goods.sku, count: holding.quantity });
  };
  return (
    <ScanField
      station={`move.${warehouseId}`}
      prompt={prompt()}
      onScan={onScan}
      detail={
        place && (
          <section className="tw-stop" aria-label={place.code} data-at>
            <div className="tw-stop-place">
              <strong>{place.code}</strong>
              <Button size="large" onClick={() => keep(undefined, undefined)}>
                {t('move.other')}
              </Button>
            </div>
            {holding && (
              <div className="tw-stop-goods">
                <div>
                  <b>{holding.goods.sku}</b>
                  <span>{productName(holding.goods)}</span>
                </div>
                <InputNumber
                  size="large"
                  aria-label={t('move.quantity')}
                  inputMode="numeric"
                  min={1}
                  max={holding.goods.free}
                  precision={0}
                  value={holding.quantity}
                  onChange={(quantity) => quantity && keep(place, { ...holding, quantity })}
                />
              </div>
            )}
            {place.goods.length === 0 && <EmptyState title={t('move.empty', { code: place.code })} />}
            <div className="tw-station-list">
              {place.goods.map((row) => (
                <Button
                  key={keyOf(row)}
                  size="large"
                  className="tw-station-row"
                  disabled={row.free === 0}
                  aria-pressed={holding !== undefined && keyOf(holding.goods) === keyOf(row)}
                  onClick={() => keep(place, { goods: row, quantity: 1 })}
                >
                  <span>
                    <strong>{row.sku}</strong>
                    <small>{[productName(row), row.batchCode].filter(Boolean).join(' · ')}</small>
                  </span>
                  <span>
                    <strong className="tw-figure">{row.onHand}</strong>
                    <small>{t('move.free', { count: row.free })}</small>
                  </span>
                </Button>
              ))}
            </div>
          </section>
        )
      }
    />
  );
}
