import { DeleteOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type ManifestParcel, manifestMay, takeOffManifest } from '@tradewind/contract/logistics.ts';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { MANIFEST_CALLS, type ManifestDetail } from './calls.ts';
import { kilos } from './van.tsx';

/** Parcels of the manifest, newest first; those that cannot ship show the reason. */
export function ManifestParcels({ manifest }: { manifest: ManifestDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const mayChange = useMay()(rights.manifest.add) && manifestMay('change', manifest);
  const takeOff = useAct(takeOffManifest, { refresh: MANIFEST_CALLS });
  const columns: Column<ManifestParcel>[] = [
    col.code('code', t('manifest.code'), { width: 200, card: 'title' }),
    col.text('order', t('order'), { of: 'orderNo', width: 190 }),
    col.text('service', t('service'), { of: 'serviceName', width: 170 }),
    col.text('country', t('country'), { width: 110 }),
    {
      key: 'weight',
      title: t('weight'),
      width: 90,
      align: 'right',
      render: (row) => <span className="tw-figure">{kilos(row.weightGrams)} kg</span>,
    },
  ];
  if (manifest.rows.some((row) => row.problem || row.stayed))
    columns.push({
      key: 'problem',
      title: t('manifest.problem'),
      width: 220,
      card: 'line',
      render: (row) => <Note row={row} />,
    });
  if (mayChange)
    columns.push({
      key: 'takeOff',
      title: '',
      width: 56,
      render: (row) => (
        <Tooltip title={t('manifest.takeOff')}>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`${t('manifest.takeOff')} ${row.code}`}
            onClick={() =>
              takeOff.mutate(
                { id: manifest.id, parcelIds: [row.parcelId] },
                { onSuccess: () => toast.success(t('manifest.takenOff', { code: row.code })) },
              )
            }
          />
        </Tooltip>
      ),
    });
  return (
    <LineTable
      label={t('manifest.list')}
      columns={columns}
      rows={manifest.rows}
      keyOf={(row) => row.parcelId}
      empty={<EmptyState title={t('manifest.emptyList')} hint={t('manifest.emptyListHint')} />}
    />
  );
}

function Note({ row: { stayed, problem } }: { row: ManifestParcel }): ReactNode {
  if (stayed) return <StatusTag tone="bad">{stayed}</StatusTag>;
  return problem && <StatusTag tone="bad">{problem}</StatusTag>;
}
