import { scanOntoToday } from '@tradewind/contract/logistics.ts';
import { findBox, listOutbounds, outboundTabs, shipOutboundsCall } from '@tradewind/contract/warehouse.ts';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';

interface Gone {
  key: string;
  number: string;
  orderNo: string;
}

/**
 * Hands boxes to the carrier: scan each label once, by tracking, outbound or order number. A box either ships at once
 * or joins today's manifest of its carrier.
 */
export function ShipJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [gone, setGone] = useState<Gone[]>([]);
  const refresh = useRefresh();
  const waiting = useCall(outboundTabs, { warehouseId });
  const [params, setParams] = useSearchParams();
  const onList = params.get('way') === 'list';
  const remember = (one: Gone) => setGone((before) => [one, ...before]);
  const putOnList = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const input = { warehouseId, code: scan.code, idempotencyKey: scan.key };
    const { code, orderNo, carrier, parcels } = await callApi(scanOntoToday, input, { quiet: true });
    remember({ key: scan.key, number: code, orderNo });
    return { ok: true, title: t('scan.ship.listed', { carrier: carrier.toUpperCase(), count: parcels }), detail: code };
  };
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    if (onList) return putOnList(scan);
    const box = await callApi(findBox, { code: scan.code, warehouseId }, { quiet: true });
    if (box.state === 'shipped') return { ok: false, title: t('scan.ship.already'), detail: box.number };
    if (box.stopReason)
      return {
        ok: false,
        title: t(`outbound.stopped.${box.stopReason}`),
        detail: t('scan.aside', { number: box.orderNo }),
        refused: 'again',
      };
    const input = { outboundIds: [box.outboundId], idempotencyKey: scan.key };
    const result = await callApi(shipOutboundsCall, input, { quiet: true });
    const [failed] = result.failed;
    if (failed) return { ok: false, title: failed.reason, detail: box.number, refused: 'again' };
    refresh(listOutbounds, outboundTabs);
    remember({ key: scan.key, number: box.number, orderNo: box.orderNo });
    return { ok: true, title: t('scan.ship.gone'), detail: `${box.number} · ${box.orderNo}` };
  };
  return (
    <ScanField
      station="ship"
      prompt={t(onList ? 'scan.ship.promptList' : 'scan.ship.prompt')}
      onScan={onScan}
      detail={
        <>
          <Segmented
            block
            value={onList ? 'list' : 'now'}
            options={['now', 'list'].map((way) => ({ value: way, label: t(`scan.ship.way.${way}`) }))}
            onChange={(way) => {
              setGone([]);
              setParams(way === 'list' ? { job: 'ship', way } : { job: 'ship' }, { replace: true });
            }}
          />
          <p className="tw-station-sums">
            <span>
              <strong className="tw-figure">{gone.length}</strong> {t(onList ? 'scan.ship.onList' : 'scan.ship.count')}
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
