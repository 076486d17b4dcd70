import { listUnmapped } from '@tradewind/contract/catalog.ts';
import { getUnshippedDataNum } from '@tradewind/contract/dashboard.ts';
import { outboundTabs, waveTabs } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../api/hooks.ts';
import { formatNumber } from '../../components/format.ts';
import type { Tone } from '../../components/status-tag.tsx';
import { Counter } from './counter.tsx';
import type { Doors } from './doors.ts';
import { Strip } from './strip.tsx';

const EVERY_MS = 60_000;
const ONE = { page: 1, pageSize: 1 };

/** Work queues, and unshipped orders by status with their total. */
const QUEUES: readonly (readonly [name: string, tone: Tone])[] = [
  ['overdue', 'bad'],
  ['soon', 'warn'],
  ['unmapped', 'bad'],
  ['address', 'bad'],
  ['stock', 'warn'],
  ['label', 'bad'],
  ['cancelRequested', 'bad'],
  ['confirmFailed', 'bad'],
];
const STAGES: readonly (readonly [status: string, tone: Tone])[] = [
  ['unpaid', 'muted'],
  ['review', 'warn'],
  ['allocate', 'warn'],
  ['ready', 'info'],
  ['picking', 'info'],
  ['packed', 'info'],
  ['exception', 'bad'],
  ['held', 'warn'],
];

export function OrdersToDo({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const answered = useCall(getUnshippedDataNum, {}, { everyMs: EVERY_MS });
  const failure = isLost(answered) ? answered.error : null;
  return (
    <>
      <Strip title={t('todo')} loading={answered.isPending} error={failure} onRetry={() => void answered.refetch()}>
        {QUEUES.map(([name, tone]) =>
          name === 'unmapped' ? (
            <Unmapped key={name} waiting={answered.data?.queues.unmapped} doors={doors} />
          ) : (
            <Counter
              key={name}
              label={t(`queue.${name}`)}
              value={answered.data && (answered.data.queues[name] ?? 0)}
              capped
              tone={tone}
              to={doors.orders({ queue: name })}
            />
          ),
        )}
      </Strip>
      {!failure && (
        <Strip
          title={t('inWork')}
          about={answered.data && t('inWorkTotal', { n: formatNumber(answered.data.total) })}
          loading={answered.isPending}
        >
          {STAGES.map(([name, tone]) => (
            <Counter
              key={name}
              label={t(`status.${name}`)}
              value={answered.data && (answered.data.counts[name] ?? 0)}
              tone={tone}
              to={doors.orders({ status: name })}
            />
          ))}
        </Strip>
      )}
    </>
  );
}

/** Links to SKU mapping for users who may map, otherwise to the waiting orders. */
function Unmapped({ waiting, doors }: { waiting: number | undefined; doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const mapping = doors.to('mapping');
  const skus = useCall(listUnmapped, ONE, { enabled: mapping !== undefined, everyMs: EVERY_MS });
  const own = mapping !== undefined && !isLost(skus);
  return (
    <Counter
      label={t('queue.unmapped')}
      value={own ? skus.data?.total : waiting}
      capped={!own}
      tone="bad"
      to={own ? mapping : doors.orders({ queue: 'unmapped' })}
    />
  );
}

/** For users who map SKUs but do not see orders. */
export function MappingToDo({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  return (
    <Strip title={t('todo')} loading={false}>
      <Unmapped waiting={undefined} doors={doors} />
    </Strip>
  );
}

/** Open work in the warehouse, for warehouse users. */
export function WarehouseToDo({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const outbound = doors.to('outbound');
  const picking = doors.to('picking');
  const boxes = useCall(outboundTabs, {}, { enabled: outbound !== undefined, everyMs: EVERY_MS });
  const waves = useCall(waveTabs, {}, { enabled: picking !== undefined, everyMs: EVERY_MS });
  const failed = [boxes, waves].find((query) => query.isError && query.error.code !== 403);
  const box = (state: string, tone: Tone) => (
    <Counter
      label={t(`house.${state}`)}
      value={boxes.data && (boxes.data.counts[state] ?? 0)}
      tone={tone}
      to={doors.to('outbound', { state })}
    />
  );
  return (
    <Strip
      title={t('inHouse')}
      loading={boxes.isLoading || waves.isLoading}
      error={failed?.error ?? null}
      onRetry={() => void failed?.refetch()}
    >
      {outbound && box('waiting', 'warn')}
      {picking && (
        <Counter
          label={t('house.waves')}
          value={waves.data && (waves.data.counts.open ?? 0)}
          tone="warn"
          to={doors.to('picking', { state: 'open' })}
        />
      )}
      {outbound && (
        <>
          {box('picking', 'info')}
          {box('picked', 'info')}
          {box('packed', 'info')}
          <Counter
            label={t('house.stop')}
            value={boxes.data?.stopRequested}
            tone="bad"
            to={doors.to('outbound', { state: 'stop' })}
          />
        </>
      )}
    </Strip>
  );
}
