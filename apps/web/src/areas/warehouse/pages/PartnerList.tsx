import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type WmsConnectionRow, wmsConnections } from '@tradewind/contract/wms.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/figures.tsx';
import { useLanguageName } from '../../../components/language-name.ts';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { AdoptDrawer } from '../wms/adopt-drawer.tsx';
import { ConnectForm } from '../wms/connect-form.tsx';
import { PartnerDrawer } from '../wms/partner-drawer.tsx';
import '../wms/wms.css';

type Open = { form: WmsConnectionRow | 'new' } | { adopt: number } | { detail: number } | undefined;

/** Warehouse provider accounts. */
export default function PartnerList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const found = useCall(wmsConnections, {});
  const [open, setOpen] = useState<Open>();
  const rows = found.data ?? [];
  const columns = useColumns((row) => setOpen({ detail: row.id }));
  const close = () => setOpen(undefined);
  const shown = open && 'detail' in open ? rows.find((row) => row.id === open.detail) : undefined;
  const isEmpty = found.data?.length === 0;
  const add = may(rights.warehousePartner.add) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ form: 'new' })}>
      {t('partner.connect')}
    </Button>
  );
  return (
    <section className="tw-panel">
      <header className="tw-partner-head">
        <p className="tw-muted">{t('partner.hint')}</p>
        {!isEmpty && add}
      </header>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('partner.title')}
          columns={columns}
          rows={rows}
          skeleton={found.isPending ? 2 : 0}
          empty={<EmptyState title={t('partner.none')} hint={t('partner.noneHint')} action={add} />}
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
      col.status('state', t('partner.state'), (row) => <ConnectionState row={row} />, { width: 130 }),
      {
        key: 'warehouses',
        title: t('partner.warehouses'),
        width: 175,
        render: (row) => row.warehouses.map((one) => one.name).join(', '),
      },
      ...(['waiting', 'troubled', 'differences'] as const).map(
        (key): Column<WmsConnectionRow> => col.qty(key, t(`partner.${key}`), { width: 92 }),
      ),
      {
        key: 'balance',
        title: t('partner.balance'),
        width: 125,
        align: 'right',
        render: (row) => row.balances.map((one) => <Money key={one.currency} {...one} />),
      },
      col.time('readAt', t('partner.readAt')),
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
