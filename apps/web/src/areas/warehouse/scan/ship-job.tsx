import { findBox, listOutbounds, outboundTabs, shipOutboundsCall } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';

interface Gone {
  key: string;
  number: string;
  orderNo: string;
}

/** Boxes are handed to the carrier: each label is scanned once, by tracking, outbound or order number. */
export function ShipJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [gone, setGone] = useState<Gone[]>([]);
  const refresh = useRefresh();
  const waiting = useCall(outboundTabs, { warehouseId });
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const box = await callApi(findBox, { code: scan.code, warehouseId }, { quiet: true });
    if (box.state === 'shipped') return { ok: false, title: t('scan.ship.already'), detail: box.number };
    if (box.stopReason)
      return {
        ok: false,
        title: t(`outbound.stopped.${box.stopReason}`),
        detail: t('scan.aside', { number: box.orderNo }),
      };
    const input = { outboundIds: [box.outboundId], idempotencyKey: scan.key };
    const result = await callApi(shipOutboundsCall, input, { quiet: true });
    const [failed] = result.failed;
    if (failed) return { ok: false, title: failed.reason, detail: box.number };
    refresh(listOutbounds, outboundTabs);
    setGone((before) => [{ key: scan.key, number: box.number, orderNo: box.orderNo }, ...before]);
    return { ok: true, title: t('scan.ship.gone'), detail: `${box.number} · ${box.orderNo}` };
  };
  return (
    <ScanField
      station="ship"
      prompt={t('scan.ship.prompt')}
      onScan={onScan}
      detail={
        <>
          <p className="tw-station-sums">
            <span>
              <strong className="tw-figure">{gone.length}</strong> {t('scan.ship.count')}
            </span>
            <span className="tw-muted">{t('scan.ship.waiting', { count: waiting.data?.counts.packed ?? 0 })}</span>
          </p>
          <ul className="tw-box-lines" aria-label={t('scan.ship.count')}>
            {gone.slice(0, 50).map((row) => (
              <li key={row.key} data-full>
                <div>
                  <b className="tw-figure">{row.number}</b>
                  <span>{row.orderNo}</span>
                </div>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
