import type { ResultOf } from '@tradewind/contract/call.ts';
import { countWork, listCounts, type ScanResult } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isLost, useCall, useRefresh } from '../../../api/hooks.ts';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { useScanLog } from '../../../components/scan/use-scan-log.ts';
import { StationBar } from '../scan/station-bar.tsx';
import { CountPad } from './count-pad.tsx';
import { CountStateTag } from './state.tsx';
import { secondsSince, useDraft } from './use-draft.ts';

type Work = ResultOf<typeof countWork>;
const same = (a: string | null, b: string) => a !== null && a.trim().toUpperCase() === b.trim().toUpperCase();

/** Choose a count, then count location by location: scan it, then its contents. */
export function CountJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('count'));
  if (id)
    return (
      <OneCount
        key={id}
        warehouseId={warehouseId}
        id={id}
        onLeave={() => setParams({ job: 'count' }, { replace: true })}
      />
    );
  return (
    <ChooseCount
      warehouseId={warehouseId}
      onOpen={(chosen) => setParams({ job: 'count', count: String(chosen) }, { replace: true })}
    />
  );
}

function ChooseCount({ warehouseId, onOpen }: { warehouseId: number; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const ask = { warehouseId, pageSize: 50 };
  const begun = useCall(listCounts, { ...ask, state: 'counting' });
  const open = useCall(listCounts, { ...ask, state: 'open' });
  const rows = [...(begun.data?.rows ?? []), ...(open.data?.rows ?? []).filter((row) => row.kind !== 'full')];
  const byNumber = async (code: string): Promise<ScanAnswer> => {
    const row = rows.find((one) => same(one.number, code));
    if (!row) return { ok: false, title: t('countScan.none'), detail: code };
    onOpen(row.id);
    return { ok: true, title: row.number };
  };
  return (
    <ScanField
      station="count.choose"
      prompt={t('countScan.choose')}
      onScan={({ code }) => byNumber(code)}
      detail={
        begun.data && open.data && rows.length === 0 ? (
          <EmptyState title={t('countScan.none')} hint={t('countScan.noneHint')} />
        ) : (
          <div className="tw-station-list">
            {rows.map((row) => (
              <Button key={row.id} size="large" className="tw-station-row" onClick={() => onOpen(row.id)}>
                <span>
                  <strong className="tw-figure">{row.number}</strong>
                  <small>{t(`count.kind.${row.kind}`)}</small>
                </span>
                <span>
                  <CountStateTag state={row.state} />
                  <small>{t('countScan.left', { count: row.locations - row.counted + row.again })}</small>
                </span>
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}

function OneCount(props: { warehouseId: number; id: number; onLeave: () => void }): ReactNode {
  const { warehouseId, id, onLeave } = props;
  const query = useCall(countWork, { id });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  return <Counting warehouseId={warehouseId} work={query.data} onLeave={onLeave} />;
}

/** Sent locations are done, unless a recount was requested. */
const roundOf = ({ code, round }: { code: string; round: number }) => `${code}/${round}`;

function outcomeOf(
  { differences }: ScanResult<'countLocation'>,
  t: (key: string, values?: { count: number }) => string,
): string {
  if (differences === null) return '';
  return differences === 0 ? t('countScan.same') : t('countScan.differs', { count: differences });
}

/** The button that sends a counted location queues like a scan, so that what was scanned before it is in the count. */
const doneCode = (key: string) => `*DONE ${key}`;
const readDone = (code: string): string | undefined => /^\*DONE (.+)$/.exec(code)?.[1];

interface CountingProps {
  warehouseId: number;
  work: Work;
  onLeave: () => void;
}

function Counting({ warehouseId, work, onLeave }: CountingProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  const log = useScanLog();
  // Counted offline: the server learns of them later.
  const [sent, setSent] = useState<string[]>([]);
  const places = work.places.filter((one) => !sent.includes(roundOf(one)));
  const draft = useDraft(work.id);
  const next = places[0];
  const place = places.find((one) => one.code === draft.code);
  const send = async (): Promise<ScanAnswer> => {
    const taken = draft.take();
    const { code = '', items, key, begun } = taken;
    const counting = places.find((one) => one.code === code);
    const payload = { countId: work.id, locationCode: code, items, seconds: secondsSince(begun) };
    const booked = await log.book('countLocation', payload, { key, warehouseId, own: () => true });
    if (booked.state === 'refused') {
      draft.giveBack(taken);
      refresh(countWork);
      return { ok: false, title: booked.message, detail: code, refused: 'final' };
    }
    const title = t('countScan.put', { code });
    if (booked.state === 'waiting') {
      setSent((before) => [...before, roundOf(counting ?? { code, round: 0 })]);
      return { ok: true, title, waiting: true };
    }
    refresh(countWork, listCounts);
    const counted = booked.result;
    if (counted.again) return { ok: false, title: t('countScan.movedMeanwhile', { code }) };
    return { ok: true, title, detail: outcomeOf(counted, t) };
  };
  const onScan = async ({ code }: QueuedScan): Promise<ScanAnswer> => {
    const done = readDone(code);
    if (done !== undefined) {
      if (done === draft.now().key && draft.now().code !== undefined) return send();
      // Logged before a reload.
      return { ok: true, title: t('scan.pick.noted') };
    }
    const found = places.find((one) => same(one.code, code));
    const at = draft.now().code;
    if (found && at !== undefined && at !== found.code)
      return { ok: false, title: t('countScan.finishFirst', { code: at }), detail: found.code };
    if (found) {
      if (at === undefined) draft.begin(found.code);
      return { ok: true, title: found.code, detail: t('countScan.arrived') };
    }
    if (at === undefined) return { ok: false, title: t('countScan.notHere'), detail: code };
    const count = draft.add(code, 1);
    return { ok: true, title: String(count), detail: code };
  };
  return (
    <>
      <StationBar
        number={work.number}
        progress={t('countScan.left', { count: work.left - (work.places.length - places.length) })}
        leave={t('countScan.leave')}
        onLeave={onLeave}
      />
      {next || place ? (
        <ScanField
          station={`count.${work.id}`}
          prompt={
            place ? t('countScan.scanItem', { code: place.code }) : t('countScan.goTo', { code: next?.code ?? '' })
          }
          onScan={onScan}
          detail={(scan) =>
            place ? (
              <section className="tw-stop" aria-label={place.code} data-at>
                <div className="tw-stop-place">
                  <strong>{place.code}</strong>
                </div>
                {place.goods.map((row) => (
                  <div key={`${row.sku}-${row.condition}`} className="tw-station-sums">
                    <span>
                      {row.sku}{' '}
                      <small className="tw-muted">
                        {[productName(row), row.condition === 'good' ? '' : t(`location.conditions.${row.condition}`)]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                    <span className="tw-muted">{t('countScan.books', { count: row.onHand })}</span>
                  </div>
                ))}
                <CountPad items={draft.items} onSet={draft.set} onReport={draft.notify} onRemove={draft.remove} />
                {draft.items.length > 0 ? (
                  <Button type="primary" size="large" block onClick={() => scan(doneCode(draft.now().key))}>
                    {t('countScan.done', { code: place.code })}
                  </Button>
                ) : (
                  <ConfirmDanger
                    size="large"
                    block
                    danger={false}
                    title={t('countScan.nothingTitle', { code: place.code })}
                    consequence={t('countScan.nothingText')}
                    verb={t('countScan.nothing')}
                    onConfirm={async () => scan(doneCode(draft.now().key))}
                  />
                )}
                <Button size="large" block onClick={draft.clear}>
                  {t('move.other')}
                </Button>
              </section>
            ) : (
              <div className="tw-station-list">
                {places.slice(0, 20).map((one) => (
                  <Button
                    key={one.locationId}
                    size="large"
                    className="tw-station-row"
                    onClick={() => draft.begin(one.code)}
                  >
                    <strong className="tw-figure">{one.code}</strong>
                    {one.again && <small>{t('count.again')}</small>}
                  </Button>
                ))}
              </div>
            )
          }
        />
      ) : (
        <div className="tw-station-done" role="status">
          <strong>{t('countScan.finished')}</strong>
          <Button type="primary" size="large" onClick={onLeave}>
            {t('countScan.other')}
          </Button>
        </div>
      )}
    </>
  );
}
