import { rights } from '@tradewind/contract/access/modules.ts';
import { getManifest, manifestMay, scanOntoManifest } from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { MANIFEST_CALLS, type ManifestDetail } from './calls.ts';
import { ManifestActions } from './manifest-actions.tsx';
import { ManifestParcels } from './manifest-parcels.tsx';
import { kilos, ManifestStateTag, useVanName } from './van.tsx';

/** Refetch interval: others may scan onto the manifest, close it or hand it over. */
const LOOK_AGAIN_MS = 15_000;

export function ManifestDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('logistics');
  const vanName = useVanName();
  const query = useCall(getManifest, { id }, { everyMs: LOOK_AGAIN_MS });
  const manifest = query.data;
  const mayAdd = useMay()(rights.manifest.add);
  return (
    <DetailDrawer
      {...tools}
      size={860}
      title={manifest ? (manifest.number ?? vanName(manifest)) : ''}
      status={manifest && <ManifestStateTag state={manifest.state} />}
      subtitle={manifest && [vanName(manifest), manifest.warehouseName, manifest.day].join(' · ')}
      query={query}
      actions={manifest && <ManifestActions manifest={manifest} close={tools.close} />}
      {...(manifest
        ? {
            tabs: [
              { key: 'parcels', label: t('manifest.list'), children: <ManifestParcels manifest={manifest} /> },
              ...(manifestMay('change', manifest) && mayAdd
                ? [{ key: 'scan', label: t('manifest.scan'), children: <Scan manifest={manifest} /> }]
                : []),
              {
                key: 'files',
                label: t('manifest.files'),
                children: <DocumentFiles docKind="manifest" docId={manifest.id} refresh={[getManifest]} />,
              },
              { key: 'history', label: t('manifest.history'), children: <History manifest={manifest} /> },
            ],
          }
        : {})}
    >
      {manifest && (
        <Facts
          columns={3}
          items={[
            [t('manifest.parcels'), manifest.parcels],
            [t('manifest.weight'), `${kilos(manifest.weightGrams)} kg`],
            [t('manifest.stayed'), manifest.stayed || null],
            [t('manifest.createdBy'), manifest.createdBy],
            [t('manifest.closedAt'), <DateTime key="closed" at={manifest.closedAt} />],
            [t('manifest.handedAt'), <DateTime key="handed" at={manifest.handedAt} />],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

/** Scans label after label, with a sound for each result. */
function Scan({ manifest }: { manifest: ManifestDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const refresh = useRefresh();
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const input = { id: manifest.id, code: scan.code, idempotencyKey: scan.key };
    const { parcels, weightGrams, code, orderNo } = await callApi(scanOntoManifest, input, { quiet: true });
    refresh(...MANIFEST_CALLS);
    return {
      ok: true,
      title: t('manifest.scanned', { count: parcels }),
      detail: `${code} · ${orderNo} · ${kilos(weightGrams)} kg`,
    };
  };
  return <ScanField station={`manifest.${manifest.id}`} prompt={t('manifest.scanPrompt')} onScan={onScan} />;
}

function History({ manifest }: { manifest: ManifestDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const whyOf = ({ detail }: (typeof manifest.history)[number]) => {
    if (typeof detail?.parcels === 'number') return t('manifest.eventParcels', { count: detail.parcels });
    return typeof detail?.name === 'string' ? detail.name : undefined;
  };
  return (
    <HistoryTimeline
      entries={manifest.history.map((row) => ({
        key: row.id,
        at: row.at,
        who: row.actor,
        what: t(`manifest.event.${row.event}`),
        why: whyOf(row),
        tone: row.event === 'handed' ? 'good' : row.event === 'cancelled' ? 'bad' : 'info',
      }))}
    />
  );
}
