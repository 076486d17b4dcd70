import {
  findReturns,
  getReturn,
  inspectReturn,
  type ReturnRow,
  receiveReturn,
  returnMay,
} from '@tradewind/contract/returns.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../components/scan/scan-field.tsx';
import { InspectDrawer } from './inspect-drawer.tsx';
import { ReceiveDrawer } from './receive-drawer.tsx';
import { ReturnStateTag } from './state.tsx';

type Work = { id: number; what: 'receive' | 'inspect' };

/** Scan to receive: scan the return, tracking or order number, then count the units. */
export function ScanPanel(): ReactNode {
  const { t } = useTranslation('returns');
  const [found, setFound] = useState<{ code: string; rows: ReturnRow[] }>();
  const [work, setWork] = useState<Work>();
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const rows = await callApi(findReturns, { code: scan.code }, { quiet: true });
    setFound({ code: scan.code, rows });
    const open = rows.filter((row) => returnMay('receive', row));
    const [only] = open;
    if (!only) return { ok: false, title: t('scan.nothingOpen'), detail: rows.map((row) => row.number).join(', ') };
    if (open.length === 1) setWork({ id: only.id, what: 'receive' });
    return {
      ok: true,
      title: t('scan.found', { count: open.length }),
      detail: open.map((row) => row.number).join(', '),
    };
  };
  return (
    <div className="tw-returns-desk">
      <ScanField
        station="returns"
        prompt={t('scan.prompt')}
        onScan={onScan}
        detail={<Found code={found?.code} onWork={setWork} />}
      />
      {work && <WorkDrawer key={`${work.id}-${work.what}`} work={work} onClose={() => setWork(undefined)} />}
    </div>
  );
}

/** The current returns of the scanned code. */
function Found({ code, onWork }: { code: string | undefined; onWork: (work: Work) => void }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const found = useCall(findReturns, { code: code ?? '' }, { enabled: code !== undefined });
  return (found.data ?? []).map((row) => (
    <div key={row.id} className="tw-returns-found">
      <div className="tw-two-lines">
        <span>
          <strong className="tw-figure">{row.number}</strong> <ReturnStateTag state={row.state} />
        </span>
        <span className="tw-muted">
          {row.orderNo} · {row.summary.map((line) => `${line.sku} × ${line.quantity}`).join(', ')}
        </span>
      </div>
      <span className="tw-returns-bar">
        {may(receiveReturn) && returnMay('receive', row) && (
          <Button onClick={() => onWork({ id: row.id, what: 'receive' })}>{t('receive.button')}</Button>
        )}
        {may(inspectReturn) && returnMay('inspect', row) && (
          <Button type="primary" onClick={() => onWork({ id: row.id, what: 'inspect' })}>
            {t('inspect.button')}
          </Button>
        )}
      </span>
    </div>
  ));
}

function WorkDrawer({ work, onClose }: { work: Work; onClose: () => void }): ReactNode {
  const { data } = useCall(getReturn, { id: work.id });
  if (!data) return null;
  return work.what === 'receive' ? (
    <ReceiveDrawer one={data} onClose={onClose} />
  ) : (
    <InspectDrawer one={data} pile="remaining" onClose={onClose} />
  );
}
