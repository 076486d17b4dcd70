import { PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  cancelTransfer,
  finishTransfer,
  getTransfer,
  printTransfer,
  submitTransfer,
  type TransferDetail,
  transferMay,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { AllocationLink } from '../../../components/allocation-link.tsx';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { useUser } from '../../../shell/session.ts';
import { CHANGED } from './changed.ts';
import { ShipForm } from './ship-form.tsx';
import { TransferStateTag } from './state.tsx';
import { TransferForm } from './transfer-form.tsx';
import { TransferLines, TransferParts } from './transfer-tables.tsx';

type Opened = 'edit' | 'ship';

export function TransferDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(getTransfer, { id });
  const [opened, setOpened] = useState<Opened>();
  const transfer = query.data;
  const close = () => setOpened(undefined);
  return (
    <>
      <DetailDrawer
        {...tools}
        size={900}
        title={transfer?.number ?? ''}
        status={transfer && <TransferStateTag state={transfer.state} />}
        subtitle={transfer && `${transfer.fromName} → ${transfer.toName}`}
        query={query}
        actions={transfer && <Actions transfer={transfer} onOpen={setOpened} />}
        {...(transfer
          ? {
              tabs: [
                { key: 'lines', label: t('transfer.tab.lines'), children: <TransferLines transfer={transfer} /> },
                {
                  key: 'parts',
                  label: `${t('transfer.tab.parts')} ${transfer.parts.length || ''}`.trim(),
                  children: <TransferParts transfer={transfer} />,
                },
                {
                  key: 'history',
                  label: t('transfer.tab.history'),
                  children: <TransferHistory rows={transfer.history} />,
                },
              ],
            }
          : {})}
      >
        {transfer && <Head transfer={transfer} />}
      </DetailDrawer>
      {transfer && opened === 'edit' && <TransferForm transfer={transfer} onClose={close} />}
      {transfer && opened === 'ship' && <ShipForm transfer={transfer} onClose={close} />}
    </>
  );
}

function Head({ transfer }: { transfer: TransferDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  return (
    <Facts
      columns={3}
      items={[
        [t('transfer.units'), transfer.units],
        [t('transfer.shipped'), transfer.shipped || null],
        [t('transfer.received'), transfer.received || null],
        [t('transfer.inTransit'), transfer.inTransit || null],
        [t('transfer.lost'), transfer.lost || null],
        [t('transfer.cost'), transfer.cost && <Money key="c" amount={transfer.cost} currency={baseCurrency} />],
        [t('transfer.expectedOn'), transfer.expectedOn],
        [
          t('transfer.allocation'),
          transfer.allocationId && (
            <AllocationLink key="l" id={transfer.allocationId} number={transfer.allocationNo ?? ''} />
          ),
        ],
        [t('transfer.createdBy'), transfer.createdBy],
        [t('transfer.createdAt'), <DateTime key="a" at={transfer.createdAt} />],
        [t('transfer.remark'), transfer.remark],
      ]}
    />
  );
}

function Actions({ transfer, onOpen }: { transfer: TransferDetail; onOpen: (what: Opened) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const refresh = useRefresh();
  const key = useRef(crypto.randomUUID());
  const { id, number } = transfer;
  const act = async (call: typeof submitTransfer | typeof cancelTransfer | typeof finishTransfer, said: string) => {
    await callApi(call, { id, idempotencyKey: key.current });
    key.current = crypto.randomUUID();
    toast.success(t(said));
    refresh(...CHANGED);
  };
  const held = transfer.lines.reduce((sum, line) => sum + line.held, 0);
  return (
    <>
      {transferMay('submit', transfer) && may(submitTransfer) && (
        <ConfirmDanger
          type="primary"
          danger={false}
          title={t('transfer.submitTitle', { number })}
          consequence={t('transfer.submitText', { warehouse: transfer.fromName, count: transfer.units })}
          verb={t('transfer.submit')}
          onConfirm={() => act(submitTransfer, 'transfer.submitted')}
        />
      )}
      {transferMay('ship', transfer) && may(rights.transfer.ship) && (
        <Button type="primary" onClick={() => onOpen('ship')}>
          {t('transfer.ship')}
        </Button>
      )}
      {transferMay('edit', transfer) && may(rights.transfer.edit) && (
        <Button onClick={() => onOpen('edit')}>{t('transfer.edit')}</Button>
      )}
      {may(printTransfer) && (
        <Button icon={<PrinterOutlined />} onClick={() => void showPdf(printTransfer, { id }).catch(toast.error)}>
          {t('transfer.print')}
        </Button>
      )}
      {transferMay('finish', transfer) && may(finishTransfer) && (
        <ConfirmDanger
          title={t('transfer.finishTitle', { number })}
          consequence={t('transfer.finishText', { count: held })}
          verb={t('transfer.finish')}
          onConfirm={() => act(finishTransfer, 'transfer.finished')}
        />
      )}
      {transferMay('cancel', transfer) && may(cancelTransfer) && (
        <ConfirmDanger
          title={t('transfer.cancelTitle', { number })}
          consequence={t('transfer.cancelText')}
          verb={t('transfer.cancel')}
          onConfirm={() => act(cancelTransfer, 'transfer.cancelled')}
        />
      )}
    </>
  );
}

function TransferHistory({ rows }: { rows: TransferDetail['history'] }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const { units, lost, inbound } = row.detail ?? {};
        const why = [
          typeof units === 'number' ? t('transferEvent.units', { count: units }) : '',
          typeof lost === 'number' && lost > 0 ? t('transferEvent.lost', { count: lost }) : '',
          typeof inbound === 'string' ? inbound : '',
        ].filter(Boolean);
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: t(`transferEvent.${row.event}`),
          ...(why.length > 0 ? { why: why.join(' · ') } : {}),
          ...(row.event === 'done' ? { tone: 'good' as const } : {}),
        };
      })}
    />
  );
}
