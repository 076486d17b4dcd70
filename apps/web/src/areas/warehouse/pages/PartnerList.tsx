import { PlusOutlined } from '@ant-design/icons';
import { type WmsConnectionRow, wmsConnections } from '@tradewind/contract/wms.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, Money, Quantity } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { AdoptDrawer } from '../wms/adopt-drawer.tsx';
import { ConnectForm } from '../wms/connect-form.tsx';
import { useLanguageName } from '../wms/names.ts';
import { PartnerDrawer } from '../wms/partner-drawer.tsx';
import '../wms/wms.css';

type Open = { form: WmsConnectionRow | 'new' } | { adopt: number } | { detail: number } | undefined;

/** Companies that run warehouses for us. */
export default function PartnerList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const found = useCall(wmsConnections, {});
  const [open, setOpen] = useState<Open>();
  const rows = found.data ?? [];
  const columns = useColumns((row) => setOpen({ detail: row.id }));
  const close = () => setOpen(undefined);
  const shown = open && 'detail' in open ? rows.find((row) => row.id === open.detail) : undefined;
  return (
    <section className="tw-panel">
      <header className="tw-partner-head">
        <p className="tw-muted">{t('partner.hint')}</p>
        {may('add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ form: 'new' })}>
            {t('partner.connect')}
          </Button>
        )}
      </header>
      {found.isError ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <PlainTable
          cards
          label={t('partner.title')}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.id}
          skeleton={found.isPending ? 2 : 0}
          empty={<EmptyState title={t('partner.none')} hint={t('partner.noneHint')} />}
        />
      )}
      {open && 'form' in open && (
        <ConnectForm
          {...(open.form === 'new' ? {} : { row: open.form })}
          onDone={(id) => setOpen(open.form === 'new' ? { adopt: id } : { detail: id })}
          onClose={close}
        />
      )}
      {open && 'adopt' in open && (
        <AdoptDrawer id={open.adopt} onDone={() => setOpen({ detail: open.adopt })} onClose={close} />
      )}
      {shown && (
        <PartnerDrawer
          row={shown}
          onEdit={() => setOpen({ form: shown })}
          onAdopt={() => setOpen({ adopt: shown.id })}
          onClose={close}
        />
      )}
    </section>
  );
}

function useColumns(onOpen: (row: WmsConnectionRow) => void): Column<WmsConnectionRow>[] {
  const { t } = useTranslation('warehouse');
  const nameOf = useLanguageName();
  return useMemo<Column<WmsConnectionRow>[]>(
    () => [
      {
        key: 'name',
        title: t('partner.name'),
        width: 160,
        card: 'title',
        render: (row) => (
          <Button type="link" className="tw-plain-link" onClick={() => onOpen(row)}>
            {row.name}
          </Button>
        ),
      },
      { key: 'provider', title: t('partner.provider'), width: 115, render: (row) => nameOf(row.providerName) },
      {
        key: 'state',
        title: t('partner.state'),
        width: 130,
        card: 'state',
        render: (row) => <ConnectionState row={row} />,
      },
      {
        key: 'warehouses',
        title: t('partner.warehouses'),
        width: 175,
        render: (row) => row.warehouses.map((one) => one.name).join(', '),
      },
      ...(['waiting', 'troubled', 'differences'] as const).map(
        (key): Column<WmsConnectionRow> => ({
          key,
          title: t(`partner.${key}`),
          width: 92,
          align: 'right',
          render: (row) => <Quantity value={row[key]} />,
        }),
      ),
      {
        key: 'balance',
        title: t('partner.balance'),
        width: 125,
        align: 'right',
        render: (row) => row.balances.map((one) => <Money key={one.currency} {...one} />),
      },
      {
        key: 'readAt',
        title: t('partner.readAt'),
        width: 150,
        render: (row) => row.readAt && <DateTime at={row.readAt} />,
      },
    ],
    [t, nameOf, onOpen],
  );
}

function ConnectionState({ row }: { row: WmsConnectionRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const state = row.enabled ? row.state : 'off';
  const tone = state === 'authorized' ? 'good' : state === 'failed' ? 'bad' : 'muted';
  return (
    <Tooltip title={row.lastError ?? undefined}>
      <span>
        <StatusTag tone={tone}>{t(`partner.states.${state}`)}</StatusTag>
        {row.sandbox && <small className="tw-muted"> {t('partner.sandbox')}</small>}
      </span>
    </Tooltip>
  );
}
