import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Segmented, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { usePreference } from '../../../shell/preferences.ts';
import { PackJob } from '../scan/pack-job.tsx';
import { PickJob } from '../scan/pick-job.tsx';
import { PutBackJob } from '../scan/put-back-job.tsx';
import { ShipJob } from '../scan/ship-job.tsx';
import '../scan/scan-station.css';

const JOBS = { pick: PickJob, pack: PackJob, ship: ShipJob, back: PutBackJob } as const;
type JobName = keyof typeof JOBS;
const NEEDS: Record<JobName, string> = { pick: 'pick', pack: 'pack', ship: 'pack', back: 'pick' };

/** For a scanner and a thumb. The job and what it is at stand in the URL, the work itself on the server. */
export default function ScanStation(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [params, setParams] = useSearchParams();
  const warehouses = useCall(selectWarehouse, {});
  const [kept, keep, ready] = usePreference('scan.warehouse', (value) =>
    typeof value === 'number' ? value : undefined,
  );
  const jobs = (['pick', 'pack', 'ship', 'back'] as const).filter((job) => may(NEEDS[job]));
  if (!warehouses.data || !ready) return <Skeleton active />;
  const [first] = warehouses.data;
  if (!first) return <EmptyState title={t('scan.noHouse')} />;
  const warehouse = warehouses.data.find((one) => one.id === kept) ?? first;
  const job = jobs.find((name) => name === params.get('job')) ?? jobs[0];
  if (!job) return <EmptyState title={t('scan.noRight')} />;
  const Job = JOBS[job];
  return (
    <div className="tw-station">
      <div className="tw-station-head">
        <Segmented
          block
          size="large"
          value={job}
          options={jobs.map((name) => ({ value: name, label: t(`scan.job.${name}`) }))}
          onChange={(name) => setParams({ job: name }, { replace: true })}
        />
        <Select
          aria-label={t('house.title')}
          variant="borderless"
          value={warehouse.id}
          options={warehouses.data.map((one) => ({ value: one.id, label: one.name }))}
          onChange={keep}
        />
      </div>
      <Job key={`${job}-${warehouse.id}`} warehouseId={warehouse.id} />
    </div>
  );
}
