import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { cancelExport, downloadExport, listExports } from '@tradewind/contract/catalog.ts';
import { Badge, Button, Popover, Progress, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload } from '../api/client.ts';
import { useAct, useCall } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { DateTime } from '../components/figures.tsx';
import { StatusTag, type Tone } from '../components/status-tag.tsx';
import { exportsSignal } from './exports-signal.ts';
import { useSignal } from './signal.ts';

type ExportRow = ResultOf<typeof listExports>['rows'][number];
const LAST = { page: 1, pageSize: 30 };
const WATCH_MS = 2000;
const TONES: Record<ExportRow['state'], Tone> = {
  queued: 'muted',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'muted',
};
const isUnderWay = (row: ExportRow) => row.state === 'queued' || row.state === 'running';

/** The user's own export files, with their progress while they are written. */
export function ExportsButton(): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const list = useCall(listExports, LAST, { enabled: asked, staleMs: 0, ...(busy ? { everyMs: WATCH_MS } : {}) });
  const rows = list.data?.rows ?? [];
  const underWay = rows.filter(isUnderWay).length;
  if (busy !== underWay > 0) setBusy(underWay > 0);
  const show = () => {
    setAsked(true);
    setOpen(true);
    if (asked) void list.refetch();
  };
  useSignal(exportsSignal, show);
  const content = (
    <div className="tw-bell">
      {rows.length === 0 ? (
        <div className="tw-muted tw-bell-none">{t('exports.none')}</div>
      ) : (
        <ul>
          {rows.map((row) => (
            <ExportLine key={row.id} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      classNames={{ root: 'tw-bell-pop' }}
      title={t('exports.title')}
      content={content}
      open={open}
      onOpenChange={(next) => (next ? show() : setOpen(false))}
    >
      <Tooltip title={open ? '' : t('exports.title')}>
        <Badge count={underWay} size="small" offset={[-4, 4]}>
          <Button type="text" icon={<DownloadOutlined />} aria-label={t('exports.title')} />
        </Badge>
      </Tooltip>
    </Popover>
  );
}

function ExportLine({ row }: { row: ExportRow }): ReactNode {
  const { t } = useTranslation();
  const cancel = useAct(cancelExport, { refresh: [listExports] });
  const percent = row.rowsTotal ? Math.floor((row.rowsDone / row.rowsTotal) * 100) : 0;
  return (
    <li className="tw-export">
      <div>
        <strong>{row.name}</strong>
        <div className="tw-muted">
          <StatusTag tone={TONES[row.state]} busy={isUnderWay(row)}>
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
