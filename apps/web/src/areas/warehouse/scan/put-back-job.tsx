import type { ResultOf } from '@tradewind/contract/call.ts';
import { listPutBack } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall, useRefresh } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { carries } from './own-codes.ts';

type Row = ResultOf<typeof listPutBack>[number];
const keyOf = (row: Row) => `${row.locationId}-${row.productId}-${row.batchId}`;

/** Puts back picked units of cancelled orders: scan the item, then its location. */
export function PutBackJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(listPutBack, { warehouseId });
  const refresh = useRefresh();
  const log = useScanLog();
  const [held, setHeld] = useState<string>();
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data ?? [];
  const row = rows.find((one) => keyOf(one) === held);
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const item = rows.find((one) => carries(one, scan.code));
    if (item) {
      setHeld(keyOf(item));
      return { ok: true, title: item.sku, detail: t('scan.back.nowShelf', { count: item.quantity }) };
    }
    if (!row) return { ok: false, title: t('scan.back.unknown'), detail: scan.code };
    const { productId, batchId, quantity, locationId } = row;
    const move = { fromLocationId: locationId, toLocationCode: scan.code, productId, batchId, quantity };
    const booked = await log.book('putBack', move, { key: scan.key, warehouseId });
    if (booked.state === 'refused') return { ok: false, title: booked.message, detail: scan.code };
    setHeld(undefined);
    refresh(listPutBack);
    const waiting = booked.state === 'waiting';
    return { ok: true, title: `${row.sku} × ${quantity}`, detail: scan.code.toUpperCase(), waiting };
  };
  return (
    <ScanField
      station={`back.${warehouseId}`}
      prompt={row ? t('scan.back.scanShelf', { sku: row.sku }) : t('scan.back.scanItem')}
      onScan={onScan}
      detail={
        query.data && rows.length === 0 ? (
          <EmptyState title={t('scan.back.none')} hint={t('scan.back.noneHint')} />
        ) : (
          <div className="tw-station-list">
            {rows.map((one) => (
              <Button
                key={keyOf(one)}
                size="large"
                className="tw-station-row"
                aria-pressed={keyOf(one) === held}
                onClick={() => setHeld(keyOf(one))}
              >
                <span>
                  <strong>{one.sku}</strong>
                  <small>{productName(one)}</small>
                </span>
                <span>
                  <strong className="tw-figure">× {one.quantity}</strong>
                  <small>{one.suggested.map((place) => place.code).join(', ')}</small>
                </span>
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}
