import { listRefusedScans, type RefusedScan, settleScans } from '@tradewind/contract/warehouse.ts';
import { Badge, Button, Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatInstant } from '../../../components/format.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { kindOf, shownOf } from '../../../components/scan/shown-of.ts';
import { useTimeZone } from '../../../shell/session.ts';

const LOOK_AGAIN_MS = 60_000;
const PAGE_SIZE = 30;

/** Scans that could not be booked, until somebody resolves them. */
export function RefusedScans({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [open, setOpen] = useState(false);
  const first = useCall(listRefusedScans, { warehouseId, page: 1, pageSize: PAGE_SIZE }, { everyMs: LOOK_AGAIN_MS });
  const count = first.data?.total ?? 0;
  return (
    <>
      {(count > 0 || open) && (
        <Badge count={count} size="small" offset={[-4, 4]}>
          <Button onClick={() => setOpen(true)}>{t('scan.refused.open')}</Button>
        </Badge>
      )}
      <PageDrawer open={open} size={560} title={t('scan.refused.title')} onClose={() => setOpen(false)} destroyOnHidden>
        {open && <Report warehouseId={warehouseId} />}
      </PageDrawer>
    </>
  );
}

function Report({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [page, setPage] = useState(1);
  const query = useCall(listRefusedScans, { warehouseId, page, pageSize: PAGE_SIZE });
  const settle = useAct(settleScans, { refresh: [listRefusedScans] });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const { rows = [], total = 0 } = query.data ?? {};
  if (query.data && rows.length === 0) return <EmptyState title={t('scan.refused.none')} />;
  return (
    <>
      <p className="tw-muted">{t('scan.refused.hint')}</p>
      <ul className="tw-refused">
        {rows.map((row) => (
          <Refused key={row.id} row={row} busy={settle.isPending} onSettle={() => settle.mutate({ ids: [row.id] })} />
        ))}
      </ul>
      {rows.length > 1 && (
        <Button loading={settle.isPending} onClick={() => settle.mutate({ ids: rows.map((row) => row.id) })}>
          {t('scan.refused.settleAll', { count: rows.length })}
        </Button>
      )}
      <Pagination hideOnSinglePage current={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} />
    </>
  );
}

interface RefusedProps {
  row: RefusedScan;
  busy: boolean;
  onSettle: () => void;
}

function Refused({ row, busy, onSettle }: RefusedProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const zone = useTimeZone();
  const { other } = row;
  const late = minutesLate(row);
  return (
    <li>
      <div>
        <strong>{row.message}</strong>
        <span>{[kindOf(row.kind, t), ...shownOf(row, t)].join(' · ')}</span>
        <small className="tw-muted">
          {row.actor} · {t('scan.refused.device', { name: row.device.slice(0, 4) })} ·{' '}
          {formatInstant(row.scannedAt, zone)}
        </small>
        {late > 0 && <small className="tw-muted">{t('scan.refused.late', { count: late })}</small>}
        {other && (
          <small>
            {t('scan.refused.other', {
              actor: other.actor,
              kind: kindOf(other.kind, t),
              device: other.device.slice(0, 4),
              at: formatInstant(other.scannedAt, zone),
            })}
          </small>
        )}
      </div>
      <Button disabled={busy} onClick={onSettle}>
        {t('scan.refused.settle')}
      </Button>
    </li>
  );
}

const MINUTE_MS = 60_000;
/** How long the scan waited on a device without a connection. */
const minutesLate = ({ scannedAt, receivedAt }: RefusedScan) =>
  Math.floor((Date.parse(receivedAt) - Date.parse(scannedAt)) / MINUTE_MS);
