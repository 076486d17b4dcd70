import { DownloadOutlined } from '@ant-design/icons';
import { listExports } from '@tradewind/contract/catalog.ts';
import { Badge, Button, Popover, Tooltip } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';
import { isUnderWay } from './export-row.ts';
import { exportsSignal } from './exports-signal.ts';
import { useSignal } from './signal.ts';

const ExportLine = lazy(() => import('./export-line.tsx'));
const LAST = { page: 1, pageSize: 30 };
/** Hints bring progress; this is for one that was lost. */
const WATCH_MS = 15_000;

/** The user's own export files, with their progress while they are written. */
export function ExportsButton(): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const [busy, setBusy] = useState(false);
  const list = useCall(listExports, LAST, { enabled: requested, staleMs: 0, ...(busy ? { everyMs: WATCH_MS } : {}) });
  const rows = list.data?.rows ?? [];
  const underWay = rows.filter(isUnderWay).length;
  if (busy !== underWay > 0) setBusy(underWay > 0);
  const show = () => {
    setRequested(true);
    setOpen(true);
    if (requested) void list.refetch();
  };
  useSignal(exportsSignal, show);
  const content = (
    <div className="tw-bell">
      {rows.length === 0 ? (
        <div className="tw-muted tw-bell-none">{t('exports.none')}</div>
      ) : (
        <Suspense fallback={null}>
          <ul>
            {rows.map((row) => (
              <ExportLine key={row.id} row={row} />
            ))}
          </ul>
        </Suspense>
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
