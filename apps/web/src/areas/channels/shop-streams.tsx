import type { ResultOf } from '@tradewind/contract/call.ts';
import { pauseStream, runStream, type ShopStream, shopHours, shopStreams } from '@tradewind/contract/channels.ts';
import { Button, DatePicker, Popover, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { useCompanyClock } from '../../components/days.ts';
import { DateTime, Quantity } from '../../components/figures.tsx';
import { PageError } from '../../components/page-error.tsx';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import './channels.css';

const TONES: Record<ShopStream['state'], Tone> = {
  upToDate: 'good',
  reading: 'info',
  waiting: 'info',
  failing: 'bad',
  paused: 'muted',
  stopped: 'muted',
};
const EVERY_MS = 10_000;
/** Streams read by time; all others are read whole. */
const AGAIN: ReadonlySet<string> = new Set(['orders', 'settlements', 'returns']);

/** The sync streams of a shop, and the check for missing orders. */
export function ShopStreams({ shopId }: { shopId: number }): ReactNode {
  const { t } = useTranslation('channels');
  const found = useCall(shopStreams, { id: shopId }, { everyMs: EVERY_MS });
  if (found.isPending) return <Skeleton active />;
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const { list, pushes } = found.data;
  return (
    <>
      {list.map((stream) => (
        <StreamCard key={stream.kind} shopId={shopId} stream={stream} />
      ))}
      <article className="tw-parked">
        <header>
          <strong>{t('streams.pushes')}</strong>
          <span className="tw-muted">
            {!pushes.supported && t('streams.pushesNone')}
            {pushes.supported && (pushes.lastAt ? <DateTime at={pushes.lastAt} /> : t('streams.pushesNever'))}
          </span>
        </header>
      </article>
      <Hours shopId={shopId} />
    </>
  );
}

function StreamCard({ shopId, stream }: { shopId: number; stream: ShopStream }): ReactNode {
  const { t } = useTranslation('channels');
  const { kind, state } = stream;
  const left = Object.entries(stream.callsLeft ?? {});
  return (
    <article className="tw-parked">
      <header>
        <strong>{t(`streams.kinds.${kind}`)}</strong>
        <StatusTag tone={TONES[state]} busy={state === 'reading'}>
          {t(`streams.states.${state}`)}
        </StatusTag>
        <span className="tw-grow" />
        <Actions shopId={shopId} stream={stream} />
      </header>
      <div className="tw-muted tw-stream-facts">
        <span>
          {t('lastSync')} <DateTime at={stream.lastRunAt} />
        </span>
        {stream.nextRunAt && (
          <span>
            {t('streams.next')} <DateTime at={stream.nextRunAt} />
          </span>
        )}
        {stream.until && (
          <span>
            {t('streams.until')} <DateTime at={stream.until} />
          </span>
        )}
        <span>
          {t('streams.taken')} <Quantity value={stream.taken} />
        </span>
        {left.length > 0 && (
          <span title={left.map(([name, calls]) => `${name}: ${calls}`).join('\n')}>
            {t('streams.callsLeft')} <Quantity value={Math.min(...left.map(([, calls]) => calls))} />
          </span>
        )}
      </div>
      {stream.lastErrorText && (
        <div className={state === 'waiting' ? 'tw-muted' : 'tw-bad'}>{stream.lastErrorText}</div>
      )}
      {stream.errors.length > 0 && <Errors errors={stream.errors} />}
    </article>
  );
}

function Errors({ errors }: { errors: ShopStream['errors'] }): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <details>
      <summary>{t('streams.errors', { count: errors.length })}</summary>
      {errors.map((error) => (
        <div key={`${error.at}${error.detail}`} className="tw-problem-detail">
          <DateTime at={error.at} /> {[error.status, error.code].filter((one) => one !== null).join(' ')} {error.detail}
          {error.raw && <pre>{error.raw}</pre>}
        </div>
      ))}
    </details>
  );
}

function Actions({ shopId, stream }: { shopId: number; stream: ShopStream }): ReactNode {
  const { t } = useTranslation('channels');
  const may = useMay();
  const run = useAct(runStream, { refresh: [shopStreams], success: t('syncQueued') });
  const pause = useAct(pauseStream, { refresh: [shopStreams] });
  const { kind, paused } = stream;
  if (stream.state === 'stopped') return null;
  return (
    <>
      {may(runStream) && !paused && (
        <>
          <Button size="small" loading={run.isPending} onClick={() => run.mutate({ id: shopId, stream: kind })}>
            {t('sync')}
          </Button>
          {AGAIN.has(kind) && <Again onRun={(from) => run.mutate({ id: shopId, stream: kind, from })} />}
        </>
      )}
      {may(pauseStream) && (
        <Button
          size="small"
          loading={pause.isPending}
          onClick={() => pause.mutate({ id: shopId, stream: kind, paused: !paused })}
        >
          {t(paused ? 'streams.resume' : 'streams.pause')}
        </Button>
      )}
    </>
  );
}

/** Resyncs all data since a given time. */
function Again({ onRun }: { onRun: (from: string) => void }): ReactNode {
  const { t } = useTranslation('channels');
  const [open, setOpen] = useState(false);
  const clock = useCompanyClock();
  const [from, setFrom] = useState<Dayjs>(() => clock.now().subtract(1, 'day'));
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      title={t('streams.againTitle')}
      content={
        <div className="tw-stream-again">
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            value={from}
            disabledDate={(day) => day.isAfter(clock.now())}
            onChange={(day) => day && setFrom(day)}
          />
          <Button
            type="primary"
            onClick={() => {
              onRun(clock.instantOf(from));
              setOpen(false);
            }}
          >
            {t('streams.againGo')}
          </Button>
        </div>
      }
    >
      <Button size="small">{t('streams.again')}</Button>
    </Popover>
  );
}

type HoursFound = ResultOf<typeof shopHours>;

function Hours({ shopId }: { shopId: number }): ReactNode {
  const { t } = useTranslation('channels');
  const found = useCall(shopHours, { id: shopId }, { everyMs: 60_000 });
  if (!found.data || found.data.hours.length === 0) return null;
  const { hours, gaps } = found.data;
  const theirs = hours.reduce((sum, hour) => sum + hour.theirs, 0);
  const missing = hours.reduce((sum, hour) => sum + hour.theirs - hour.ours, 0);
  return (
    <article className="tw-parked">
      <header>
        <strong>{t('streams.check')}</strong>
        <span className={gaps.length > 0 ? 'tw-bad' : 'tw-muted'}>
          {t(missing > 0 ? 'streams.checkMissing' : 'streams.checkGood', { theirs, missing })}
        </span>
      </header>
      <HourBars hours={hours} />
      {gaps.length > 0 && <Gaps gaps={gaps} />}
    </article>
  );
}

/** One mark per hour: the number of orders, red where some are missing. */
function HourBars({ hours }: { hours: HoursFound['hours'] }): ReactNode {
  const { t } = useTranslation('channels');
  const most = Math.max(1, ...hours.map((hour) => hour.theirs));
  return (
    <div className="tw-hours" role="img" aria-label={t('streams.hoursLabel', { count: hours.length })}>
      {hours.map(({ hour, theirs, ours }) => (
        <span
          key={hour}
          title={`${dayjs(hour).format('MM-DD HH:00')}  ${ours} / ${theirs}`}
          className={ours < theirs ? 'tw-hour-missing' : undefined}
          style={{ height: `${Math.max(8, (theirs / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}

function Gaps({ gaps }: { gaps: HoursFound['gaps'] }): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <table className="tw-gaps">
      <thead>
        <tr>
          <th>{t('parkedOrder')}</th>
          <th>{t('streams.orderedAt')}</th>
          <th>{t('streams.age')}</th>
          <th>{t('streams.owner')}</th>
        </tr>
      </thead>
      <tbody>
        {gaps.map((gap) => (
          <tr key={gap.platformOrderNo}>
            <td>{gap.platformOrderNo}</td>
            <td>
              <DateTime at={gap.orderedAt} />
            </td>
            <td>{t('hours', { count: gap.ageHours })}</td>
            <td>{gap.owner}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
