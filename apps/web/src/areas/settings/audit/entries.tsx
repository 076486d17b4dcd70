import { type AuditRow, auditChoices, exportAudit, listAudit } from '@tradewind/contract/settings.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, None } from '../../../components/figures.tsx';
import { type Column, type DetailTools, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';

/** Who changed what. */
export function AuditEntries(): ReactNode {
  const { t } = useTranslation('settings');
  const may = useMay();
  const choices = useCall(auditChoices, {}, { staleMs: 60_000 });
  const columns = useColumns();
  return (
    <ListPage
      id="settings.audit"
      call={listAudit}
      columns={columns}
      filters={[
        { kind: 'dates', name: ['from', 'to'], label: t('audit.days') },
        {
          kind: 'select',
          name: 'userId',
          label: t('audit.who'),
          width: 200,
          loading: choices.isPending,
          options: (choices.data?.users ?? []).map((user) => ({ value: user.userId, label: user.name })),
        },
        {
          kind: 'select',
          name: 'action',
          label: t('audit.act'),
          width: 200,
          loading: choices.isPending,
          options: (choices.data?.actions ?? []).map((action) => ({ value: action.name, label: action.title })),
        },
        { kind: 'text', name: 'text', label: t('audit.search') },
      ]}
      exports={may(exportAudit) && { call: exportAudit }}
      empty={{ title: t('audit.none'), hint: t('audit.noneHint') }}
      detail={(_id, tools, row) => <AuditDrawer row={row} tools={tools} />}
    />
  );
}

function useColumns(): Column<AuditRow>[] {
  const { t } = useTranslation('settings');
  return useMemo<Column<AuditRow>[]>(
    () => [
      col.time('at', t('audit.at'), { width: 170, frozen: true }),
      { key: 'actor', title: t('audit.who'), width: 180, render: (row) => <Who row={row} /> },
      {
        key: 'title',
        title: t('audit.act'),
        width: 200,
        always: true,
        card: 'title',
        render: (row) => <strong>{row.title}</strong>,
      },
      col.text('targetName', t('audit.target'), { width: 260 }),
      {
        key: 'detail',
        title: t('audit.detail'),
        width: 320,
        render: (row) => (row.detail ? <span className="tw-muted">{summary(row.detail)}</span> : <None />),
      },
      col.text('address', t('audit.address'), { width: 150, card: 'hide' }),
    ],
    [t],
  );
}

function Who({ row }: { row: AuditRow }): ReactNode {
  const { t } = useTranslation('settings');
  return row.userId === 0 ? <span className="tw-muted">{t('audit.program')}</span> : row.actor;
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const summary = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${plain(value)}`)
    .join(' · ');

function AuditDrawer({ row, tools }: { row: AuditRow | undefined; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('settings');
  if (!row)
    return (
      <DetailDrawer {...tools} title={t('audit.entry')} size={560}>
        <EmptyState title={t('audit.gone')} hint={t('audit.goneHint')} />
      </DetailDrawer>
    );
  return (
    <DetailDrawer {...tools} title={row.title} subtitle={row.targetName} size={560}>
      <Facts
        items={[
          [t('audit.at'), <DateTime key="at" at={row.at} />],
          [t('audit.who'), <Who key="who" row={row} />],
          [t('audit.target'), row.targetName],
          [t('audit.targetId'), row.targetId],
          [t('audit.address'), row.address],
        ]}
      />
      {row.detail && (
        <>
          <h3 style={{ margin: '20px 0 4px' }}>{t('audit.detail')}</h3>
          <Facts columns={1} items={Object.entries(row.detail).map(([name, value]) => [name, plain(value)])} />
        </>
      )}
    </DetailDrawer>
  );
}
