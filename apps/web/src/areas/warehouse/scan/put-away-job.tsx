import { listWaiting, type SuggestedPlace, type WaitingGoods } from '@tradewind/contract/warehouse.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { isLost, useCall, useRefresh } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { INBOUND_CHANGED } from '../inbound/changed.ts';
import { Places } from '../inbound/places.tsx';
import { carries } from './own-codes.ts';
import { cartonOf } from './receive-codes.ts';

/** Units in receiving as they are carried: a product of one batch, or a whole carton. */
interface Pile {
  key: string;
  /** The code sent to the server: the carton's code, else the SKU. */
  code: string;
  batchId: number | undefined;
  rows: WaitingGoods[];
  quantity: number;
}

/** Max rows of the list. */
const LISTED = 500;

/** Scan the item to put away, then the location. Suggested locations are shown. */
export function PutAwayJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(listWaiting, { warehouseId });
  const refresh = useRefresh();
  const log = useScanLog();
  /** Units looked up by code when the list does not show them. */
  const [requested, setRequested] = useState<WaitingGoods[]>();
  const [heldKey, setHeldKey] = useState<string>();
  const [count, setCount] = useState<number | null>(null);
  const newest = useRef<{ held: Pile | undefined; count: number | null }>({ held: undefined, count: null });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const rows = requested ?? query.data ?? [];
  const piles = pilesOf(rows);
  const held = piles.find((pile) => pile.key === heldKey) ?? cartonPile(rows, heldKey);
  newest.current.count = count;
  const hold = (pile: Pile | undefined) => {
    newest.current = { held: pile, count: null };
    setHeldKey(pile?.key);
    setCount(null);
  };

  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    // The first scan may come before the list.
    const there = query.data ?? (await query.refetch()).data ?? [];
    const all = there.length < LISTED || newest.current.held;
    const more = all ? [] : await callApi(listWaiting, { warehouseId, code: scan.code }, { quiet: true });
    const [pile, another] = scannedPiles(more.length > 0 ? more : there, scan.code);
    if (pile) setRequested(more.length > 0 ? more : undefined);
    if (pile && another) {
      hold(undefined);
      return { ok: false, title: pile.code, detail: t('inbound.scan.chooseBatch') };
    }
    if (pile) {
      hold(pile);
      return { ok: true, title: pile.code, detail: t('inbound.scan.nowShelf', { count: pile.quantity }) };
    }
    const { held: mine, count: some } = newest.current;
    if (!mine) return { ok: false, title: t('inbound.scan.unknown'), detail: scan.code };
    const payload = {
      warehouseId,
      code: mine.code,
      locationCode: scan.code,
      ...(mine.batchId === undefined ? {} : { batchId: mine.batchId }),
      ...(some && mine.batchId !== undefined ? { quantity: some } : {}),
    };
    const booked = await log.book('putAway', payload, { key: scan.key, warehouseId });
    if (booked.state === 'refused') return { ok: false, title: booked.message, detail: scan.code };
    hold(undefined);
    setRequested(undefined);
    refresh(...INBOUND_CHANGED);
    const answer = booked.state === 'done' ? booked.result : undefined;
    return {
      ok: true,
      title: `${mine.code} × ${answer?.units ?? some ?? mine.quantity}`,
      detail: answer?.locationCode ?? scan.code.toUpperCase(),
      waiting: answer === undefined,
    };
  };
  return (
    <ScanField
      station={`put.${warehouseId}`}
      prompt={held ? t('inbound.scan.putShelf', { sku: held.code }) : t('inbound.scan.putItem')}
      onScan={onScan}
      detail={(scan) => (
        <>
          {held && (
            <Held
              pile={held}
              warehouseId={warehouseId}
              count={count}
              onCount={setCount}
              onPlace={(place) => {
                // No more than the location has room for.
                if (place.quantity < held.quantity) newest.current.count = place.quantity;
                scan(place.code);
              }}
            />
          )}
          {query.data && rows.length === 0 ? (
            <EmptyState title={t('inbound.put.none')} hint={t('inbound.put.noneHint')} />
          ) : (
            <Piles piles={piles} held={held} onHold={hold} />
          )}
        </>
      )}
    />
  );
}

/** The carton, or the product in each of its batches. */
function scannedPiles(rows: readonly WaitingGoods[], code: string): Pile[] {
  const carton = cartonPile(rows, code);
  if (carton) return [carton];
  return pilesOf(rows).filter((pile) => pile.rows.some((row) => carries(row, code)));
}

function pilesOf(rows: readonly WaitingGoods[]): Pile[] {
  const groups = Map.groupBy(rows, (row) => `${row.productId}-${row.batchId}`);
  return [...groups].map(([key, own]) => ({
    key,
    code: own[0]?.sku ?? '',
    batchId: own[0]?.batchId,
    rows: own,
    quantity: own.reduce((sum, row) => sum + row.quantity, 0),
  }));
}

/** A carton goes to one location as a whole. */
function cartonPile(rows: readonly WaitingGoods[], code: string | undefined): Pile | undefined {
  if (!code) return undefined;
  const own = rows.filter(
    (row) =>
      row.cartonCode !== null &&
      cartonOf({ cartons: [{ id: 0, code: row.cartonCode, contents: [], receivedAt: null, receivedBy: null }] }, code),
  );
  const carton = own[0]?.cartonCode;
  if (!carton) return undefined;
  const quantity = own.reduce((sum, row) => sum + row.quantity, 0);
  return { key: carton, code: carton, batchId: undefined, rows: own, quantity };
}

interface HeldProps {
  pile: Pile;
  warehouseId: number;
  count: number | null;
  onCount: (count: number | null) => void;
  onPlace: (place: SuggestedPlace) => void;
}

function Held({ pile, warehouseId, count, onCount, onPlace }: HeldProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [first] = pile.rows;
  if (!first) return null;
  const single = pile.rows.every((row) => row.productId === first.productId && row.batchId === first.batchId);
  const { productId, batchId } = first;
  return (
    <section className="tw-stop" aria-label={pile.code}>
      <div className="tw-stop-goods">
        <div>
          <b>{pile.code}</b>
          <span>{single ? productName(first) : pile.rows.map((row) => `${row.sku} × ${row.quantity}`).join(', ')}</span>
          {single && first.batchCode && (
            <small className="tw-muted">{[first.batchCode, first.expiresOn].filter(Boolean).join(' · ')}</small>
          )}
        </div>
        <strong className="tw-stop-quantity">{count ?? pile.quantity}</strong>
      </div>
      {single && (
        <Places goods={{ warehouseId, productId, batchId, quantity: count ?? pile.quantity }} onChoose={onPlace} />
      )}
      {pile.batchId !== undefined && pile.quantity > 1 && (
        <InputNumber
          size="large"
          style={{ width: '100%' }}
          aria-label={t('inbound.put.quantity')}
          placeholder={t('inbound.put.quantity')}
          inputMode="numeric"
          min={1}
          max={pile.quantity}
          precision={0}
          controls={false}
          value={count}
          onChange={onCount}
        />
      )}
    </section>
  );
}

interface PilesProps {
  piles: readonly Pile[];
  held: Pile | undefined;
  onHold: (pile: Pile) => void;
}

function Piles({ piles, held, onHold }: PilesProps): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <div className="tw-station-list">
      {piles.map((pile) => (
        <Button
          key={pile.key}
          size="large"
          className="tw-station-row"
          aria-pressed={pile.key === held?.key}
          onClick={() => onHold(pile)}
        >
          <span>
            <strong>{pile.code}</strong>
            <small>
              {[pile.rows[0]?.batchCode, pile.rows[0]?.expiresOn].filter(Boolean).join(' · ') ||
                (pile.rows[0] && productName(pile.rows[0]))}
            </small>
          </span>
          <span>
            <strong className="tw-figure">{t('inbound.scan.put', { count: pile.quantity })}</strong>
            <small>{pile.rows[0]?.inboundNumber}</small>
          </span>
        </Button>
      ))}
    </div>
  );
}
