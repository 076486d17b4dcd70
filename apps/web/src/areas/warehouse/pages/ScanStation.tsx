import { type Right, rights } from '@tradewind/contract/access/modules.ts';
import {
  findBox,
  getSortWall,
  getWave,
  listPutBack,
  listRefusedScans,
  selectWarehouse,
} from '@tradewind/contract/warehouse.ts';
import { Segmented, Select, Skeleton } from 'antd';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useScanLog, useScansWaiting } from '../../../components/scan/use-scan-log.ts';
import { useChosenInView } from '../../../components/use-chosen-in-view.ts';
import { usePreference } from '../../../shell/preferences.ts';
import { CountJob } from '../count/count-job.tsx';
import { INBOUND_CHANGED } from '../inbound/changed.ts';
import { NoWarehouse } from '../no-warehouse.tsx';
import { PackJob } from '../scan/pack-job.tsx';
import { PickJob } from '../scan/pick-job.tsx';
import { PutAwayJob } from '../scan/put-away-job.tsx';
import { PutBackJob } from '../scan/put-back-job.tsx';
import { ReceiveJob } from '../scan/receive-job.tsx';
import { RefusedScans } from '../scan/refused-scans.tsx';
import { ShipJob } from '../scan/ship-job.tsx';
import { SortJob } from '../scan/sort-job.tsx';
import { MoveJob } from '../transfer/move-job.tsx';
import '../scan/scan-station.css';

interface Job {
  name: string;
  needs: Right;
  Page: ComponentType<{ warehouseId: number }>;
}
/** In the order of the flow through the warehouse. */
const JOBS: readonly Job[] = [
  { name: 'receive', needs: rights.scanStation.receive, Page: ReceiveJob },
  { name: 'put', needs: rights.scanStation.receive, Page: PutAwayJob },
  { name: 'pick', needs: rights.scanStation.pick, Page: PickJob },
  { name: 'sort', needs: rights.scanStation.pick, Page: SortJob },
  { name: 'pack', needs: rights.scanStation.pack, Page: PackJob },
  { name: 'ship', needs: rights.scanStation.pack, Page: ShipJob },
  { name: 'back', needs: rights.scanStation.pick, Page: PutBackJob },
  { name: 'move', needs: rights.scanStation.pick, Page: MoveJob },
  { name: 'count', needs: rights.scanStation.count, Page: CountJob },
];

/** While scans were queued the page showed the device's guess. Now the server's answer replaces it. */
function useFreshAfterWaiting(): void {
  const refresh = useRefresh();
  const { waiting } = useScansWaiting(useScanLog());
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting === 0 && before.current > 0)
      refresh(getWave, getSortWall, findBox, listPutBack, listRefusedScans, ...INBOUND_CHANGED);
    before.current = waiting;
  }, [waiting, refresh]);
}

/** For a scanner and a thumb. The URL keeps the job and its document, the server keeps the work. */
export default function ScanStation(): ReactNode {
  const { t } = useTranslation('warehouse');
  useFreshAfterWaiting();
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const warehouses = useCall(selectWarehouse, {});
  const [kept, keep, ready] = usePreference('scan.warehouse', (value) =>
    typeof value === 'number' ? value : undefined,
  );
  const jobs = JOBS.filter(({ needs }) => may(needs));
  const job = jobs.find(({ name }) => name === params.get('job')) ?? jobs[0];
  const row = useChosenInView(ready && warehouses.data ? job?.name : undefined);
  if (!warehouses.data || !ready) return <Skeleton active />;
  const [first] = warehouses.data;
  if (!first) return <NoWarehouse title={t('scan.noHouse')} />;
  const warehouse = warehouses.data.find((one) => one.id === kept) ?? first;
  if (!job) return <EmptyState title={t('scan.noRight')} />;
  return (
    <div className="tw-station">
      <div className="tw-station-head">
        <div className="tw-station-jobs" ref={row}>
          <Segmented
            size="large"
            value={job.name}
            options={jobs.map(({ name }) => ({ value: name, label: t(`scan.job.${name}`) }))}
            onChange={(name) => setParams({ job: name }, { replace: true })}
          />
        </div>
        <div className="tw-station-place">
          <Select
            aria-label={t('house.title')}
            variant="borderless"
            value={warehouse.id}
            options={warehouses.data.map((one) => ({ value: one.id, label: one.name }))}
            onChange={keep}
          />
          <RefusedScans warehouseId={warehouse.id} />
        </div>
      </div>
      <job.Page key={`${job.name}-${warehouse.id}`} warehouseId={warehouse.id} />
    </div>
  );
}
