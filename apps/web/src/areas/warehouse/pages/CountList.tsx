import { countTabs } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { Views } from '../../../components/views.tsx';
import { Counts } from '../count/counts.tsx';
import { CountTasks } from '../count/tasks.tsx';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;

/** Counts and count tasks. */
export default function CountList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const [params, setParams] = useSearchParams();
  const tabs = useCall(countTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const view = params.get('view') === 'tasks' ? 'tasks' : 'counts';
  return (
    <>
      <Views
        label={t('count.viewLabel')}
        value={view}
        options={[
          { value: 'counts', label: t('count.view.counts') },
          { value: 'tasks', label: `${t('count.view.tasks')} ${tabs.data?.tasks ?? ''}`.trim() },
        ]}
        onChange={(next) => setParams(next === 'counts' ? {} : { view: next })}
      />
      {view === 'counts' ? <Counts counts={tabs.data?.counts ?? {}} /> : <CountTasks />}
    </>
  );
}
