import type { ResultOf } from '@tradewind/contract/call.ts';
import { listPutBack, putBackCall } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { nameOf } from '../names.ts';

type Row = ResultOf<typeof listPutBack>[number];
const keyOf = (row: Row) => `${row.locationId}-${row.productId}`;
const same = (a: string | null, b: string) => a !== null && a.trim().toUpperCase() === b.trim().toUpperCase();

/** What cancelled orders left on the packing table: scan the item, then the shelf it goes to. */
export function PutBackJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(listPutBack, { warehouseId });
  const refresh = useRefresh();
  const [held, setHeld] = useState<string>();
  if (query.isError) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data ?? [];
  const row = rows.find((one) => keyOf(one) === held);
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const item = rows.find((one) => same(one.sku, scan.code) || same(one.barcode, scan.code));
    if (item) {
      setHeld(keyOf(item));
      return { ok: true, title: item.sku, detail: t('scan.back.nowShelf', { count: item.quantity }) };
    }
    if (!row) return { ok: false, title: t('scan.back.unknown'), detail: scan.code };
    const { productId, quantity, locationId } = row;
    const move = { fromLocationId: locationId, toLocationCode: scan.code, productId, quantity };
    await callApi(putBackCall, { ...move, idempotencyKey: scan.key }, { quiet: true });
    setHeld(undefined);
    refresh(listPutBack);
    return { ok: true, title: `${row.sku} × ${quantity}`, detail: scan.code.toUpperCase() };
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
                  <small>{nameOf(one)}</small>
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
