import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import { cancelExport, downloadExport, listExports } from '@tradewind/contract/catalog.ts';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload } from '../api/client.ts';
import { useAct } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { DateTime } from '../components/figures.tsx';
import { StatusTag } from '../components/status-tag.tsx';
import { EXPORT_TONES, type ExportRow, isUnderWay } from './export-row.ts';

export default function ExportLine({ row }: { row: ExportRow }): ReactNode {
  const { t } = useTranslation();
  const cancel = useAct(cancelExport, { refresh: [listExports] });
  const percent = row.rowsTotal ? Math.floor((row.rowsDone / row.rowsTotal) * 100) : 0;
  return (
    <li className="tw-export">
      <div>
        <strong>{row.name}</strong>
        <div className="tw-muted">
          <StatusTag tone={EXPORT_TONES[row.state]} busy={isUnderWay(row)}>
            {t(`exports.state.${row.state}`)}
          </StatusTag>{' '}
          · <DateTime at={row.at} />
        </div>
        {row.error && <div className="tw-bad">{row.error}</div>}
        {row.state === 'running' && <Progress size="small" percent={percent} />}
      </div>
      {row.state === 'done' && (
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveDownload(downloadExport, { id: row.id }).catch(toast.error)}
        >
          {t('exports.save')}
        </Button>
      )}
      {isUnderWay(row) && (
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('exports.cancel', { name: row.name })}
          onClick={() => cancel.mutate({ id: row.id })}
        />
      )}
    </li>
  );
}
