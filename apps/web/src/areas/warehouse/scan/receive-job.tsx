import { findInbound, getInbound, type InboundDetail, listInbounds } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { readQueue, writeQueue } from '../../../components/scan/queue.ts';
import { type QueuedScan, type ScanAnswer, ScanField } from '../../../components/scan/scan-field.tsx';
import { inCartons } from '../inbound/packed.ts';
import { InboundStateTag } from '../inbound/state.tsx';
import { DamagedPhoto } from './damaged-photo.tsx';
import { LotForm } from './lot-form.tsx';
import { byProduct, writeItem, writeSure } from './receive-codes.ts';
import { ReceiveMore } from './receive-more.tsx';
import { StationBar } from './station-bar.tsx';
import { useReceive } from './use-receive.ts';

/** Receiving: scan the document, then its items or whole cartons. The URL keeps the document. */
export function ReceiveJob({ warehouseId }: { warehouseId: number }): ReactNode {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('inbound')) || undefined;
  const open = (inbound?: number) =>
    setParams({ job: 'receive', ...(inbound ? { inbound: String(inbound) } : {}) }, { replace: true });
  return id ? (
    <Receiving key={id} id={id} onLeave={() => open()} onOther={open} />
  ) : (
    <Choose warehouseId={warehouseId} onOpen={open} />
  );
}

const stationOf = (inboundId: number) => `receive.of.${inboundId}`;

/** Opens a document by its number, tracking number or carton, or from the list. A carton is received with it. */
function Choose({ warehouseId, onOpen }: { warehouseId: number; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const arrived = useCall(listInbounds, { warehouseId, state: 'arrived', pageSize: 20 });
  const begun = useCall(listInbounds, { warehouseId, state: 'receiving', pageSize: 20 });
  const notices = useCall(listInbounds, { warehouseId, state: 'notice', pageSize: 20 });
  const rows = [begun, arrived, notices].flatMap((query) => query.data?.rows ?? []);
  const onScan = async (scan: QueuedScan): Promise<ScanAnswer> => {
    const { code } = scan;
    const found = await callApi(findInbound, { code, warehouseId }, { quiet: true });
    // The document's page receives the carton: it shows the result, the questions and the undo.
    const station = stationOf(found.id);
    if (found.cartonId !== null) writeQueue(station, [...readQueue(station), scan]);
    onOpen(found.id);
    return { ok: true, title: code };
  };
  return (
    <ScanField
      station={`receive.${warehouseId}`}
      prompt={t('inbound.scan.findPrompt')}
      onScan={onScan}
      detail={
        notices.data && rows.length === 0 ? (
          <EmptyState title={t('inbound.scan.none')} hint={t('inbound.scan.noneHint')} />
        ) : (
          <div className="tw-station-list">
            {rows.map((row) => (
              <Button key={row.id} size="large" className="tw-station-row" onClick={() => onOpen(row.id)}>
                <span>
                  <strong className="tw-figure">{row.number}</strong>
                  <small>{[row.sourceNo, row.reference, row.trackingNumber].filter(Boolean).join(' · ')}</small>
                </span>
                <span>
                  <InboundStateTag state={row.state} />
                  <small className="tw-figure">
                    {row.unitsReceived} / {row.units}
                  </small>
                </span>
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}

interface ReceivingProps {
  id: number;
  onLeave: () => void;
  onOther: (id: number) => void;
}

function Receiving({ id, onLeave, onOther }: ReceivingProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(getInbound, { id });
  const {
    onScan,
    undo,
    asked: requested,
    setRequested,
    loose,
    setLoose,
    last,
    setLast,
    lots,
  } = useReceive(id, query.data, onOther);
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  const inbound = query.data;
  const line = byProduct(inbound.lines).find((each) => each.sku === last);
  return (
    <>
      <StationBar
        number={inbound.number}
        progress={t('inbound.scan.opened', { received: inbound.unitsReceived, units: inbound.units })}
        leave={t('inbound.scan.leave')}
        onLeave={onLeave}
      />
      <ScanField
        station={stationOf(id)}
        prompt={t('inbound.scan.itemPrompt')}
        onScan={onScan}
        onUndo={undo}
        detail={(scan) => (
          <>
            {requested && (
              <LotForm
                key={requested.key}
                sku={requested.sku}
                onDone={(lot) => {
                  lots.current[requested.key] = lot;
                  setRequested(undefined);
                  scan(requested.code);
                }}
              />
            )}
            {loose && (
              <section className="tw-stop" aria-label={loose}>
                <Button size="large" block onClick={() => setLoose(undefined)}>
                  {t('inbound.scan.looseLeave')}
                </Button>
                <Button size="large" block danger onClick={() => scan(writeSure(loose))}>
                  {t('inbound.scan.looseSure')}
                </Button>
              </section>
            )}
            {line && !requested && !loose && (
              <ReceiveMore
                key={line.id}
                line={line}
                packed={inCartons(inbound, (part) => part.sku === line.sku)}
                lot={lots.current[line.sku]}
                onMore={(quantity) => scan(writeItem(line.sku, quantity))}
                onDamaged={() => scan(writeItem(line.sku, 1, true))}
                onLot={() => setRequested({ sku: line.sku, key: line.sku, code: line.sku })}
              />
            )}
            <DamagedPhoto inboundId={id} />
            <Rest inbound={inbound} onChoose={setLast} />
          </>
        )}
      />
    </>
  );
}

/** Outstanding units, including cartons not received. */
function Rest({ inbound, onChoose }: { inbound: InboundDetail; onChoose: (sku: string) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const cartons = inbound.cartons.filter((carton) => !carton.receivedAt).length;
  const open = byProduct(inbound.lines).filter((line) => line.received < line.expected);
  return (
    <>
      {cartons > 0 && <p className="tw-muted">{t('inbound.scan.cartonsLeft', { count: cartons })}</p>}
      {open.length === 0 && <p className="tw-good">{t('inbound.scan.allIn')}</p>}
      <div className="tw-station-list">
        {open.slice(0, 50).map((line) => (
          <Button key={line.id} size="large" className="tw-station-row" onClick={() => onChoose(line.sku)}>
            <span>
              <strong>{line.sku}</strong>
              <small>{line.barcode}</small>
            </span>
            <strong className="tw-figure">
              {line.received} / {line.expected}
            </strong>
          </Button>
        ))}
      </div>
    </>
  );
}
