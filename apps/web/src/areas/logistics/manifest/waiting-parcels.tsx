import { waitingForManifest } from '@tradewind/contract/logistics.ts';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import type { DesiredManifest } from './use-open-manifest.ts';
import { useVanName } from './van.tsx';

const EVERY_MS = 30_000;

/** Parcels that are ready and on no manifest; a click adds them. */
export function WaitingParcels({ onOpen }: { onOpen: ((desired: DesiredManifest) => void) | undefined }): ReactNode {
  const { t } = useTranslation('logistics');
  const vanName = useVanName();
  const { data } = useCall(waitingForManifest, {}, { everyMs: EVERY_MS });
  if (!data?.groups.length) return null;
  return (
    <div className="tw-manifest-waiting">
      <span className="tw-muted">{t('manifest.waiting')}</span>
      {data.groups.map((group) => {
        const { warehouseId, carrier, platform, channelId } = group;
        const words = t('manifest.waitingOne', {
          van: vanName(group),
          warehouse: group.warehouseName,
          count: group.parcels,
        });
        return onOpen ? (
          <Tooltip key={words} title={t('manifest.waitingHint')}>
            <Button size="small" onClick={() => onOpen({ warehouseId, carrier, platform, channelId, fill: true })}>
              {words}
            </Button>
          </Tooltip>
        ) : (
          <span key={words}>{words}</span>
        );
      })}
    </div>
  );
}
