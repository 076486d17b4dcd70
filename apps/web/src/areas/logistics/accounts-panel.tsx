import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { deleteUpsAuth, getAuthUrl, getUpsAuth } from '@tradewind/contract/logistics.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageError } from '../../components/page-error.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useAdd } from '../../components/use-add.ts';
import { AccountForm, useAccountTest, useAuthorization } from './account-form.tsx';

type Row = ResultOf<typeof getUpsAuth>['list'][number];

export function AccountsPanel(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const accounts = useCall(getUpsAuth, {});
  const [form, setForm] = useState<{ id?: number }>();
  useAdd('account', may(rights.carrier.add) && (() => setForm({})));
  const rows = accounts.data?.list ?? [];
  const columns = useColumns((row) => setForm({ id: row.id }));
  const add = may(rights.carrier.add) && (
    <Button icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('addAccount')}
    </Button>
  );
  const isEmpty = accounts.data?.list.length === 0;
  return (
    <section className="tw-panel">
      <header className="tw-carrier-head">
        <div>
          <h2>{t('accounts')}</h2>
          <p className="tw-muted">{t('accountsHint')}</p>
        </div>
        {!isEmpty && add}
      </header>
      {isLost(accounts) ? (
        <PageError error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : (
        <LineTable
          label={t('accounts')}
          columns={columns}
          rows={rows}
          skeleton={accounts.isPending ? 2 : 0}
          empty={<EmptyState title={t('noAccounts')} hint={t('noAccountsHint')} action={add} />}
        />
      )}
      {form && (
        <AccountForm
          {...form}
          mayTest={may(rights.carrier.authorize) || may(rights.carrier.refresh)}
          onClose={() => setForm(undefined)}
        />
      )}
    </section>
  );
}

function useColumns(onEdit: (row: Row) => void): Column<Row>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<Row>[]>(
    () => [
      col.text('name', t('accountName'), { width: 160, card: 'title' }),
      { key: 'carrier', title: t('carrier'), width: 120, render: (row) => t(`carriers.${row.carrier}`) },
      col.code('accountNumber', t('accountNumber'), { width: 130 }),
      {
        key: 'keyEnd',
        title: t('keyEnd'),
        width: 90,
        render: (row) => (row.byConsent ? t('byConsent') : `…${row.keyEnd}`),
      },
      col.status('state', t('state'), (row) => <AccountState row={row} />, { width: 130 }),
      {
        key: 'sandbox',
        title: '',
        width: 70,
        render: (row) => row.sandbox && <span className="tw-muted">{t('sandbox')}</span>,
      },
      col.qty('channels', t('usedBy')),
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 300,
        align: 'right',
        render: (row) => <Actions row={row} onEdit={() => onEdit(row)} />,
      },
    ],
    [t, onEdit],
  );
}

function AccountState({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('logistics');
  if (!row.enabled) return <StatusTag tone="muted">{t('disabled')}</StatusTag>;
  const tone = row.state === 'authorized' ? 'good' : row.state === 'failed' ? 'bad' : 'muted';
  return (
    <Tooltip title={row.lastError ?? undefined}>
      <span>
        <StatusTag tone={tone}>
          {t(row.byConsent && row.state === 'new' ? 'states.open' : `states.${row.state}`)}
        </StatusTag>
      </span>
    </Tooltip>
  );
}

function Actions({ row, onEdit }: { row: Row; onEdit: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const test = useAccountTest();
  const authorization = useAuthorization();
  const isOpen = row.byConsent && row.state !== 'authorized';
  const remove = useAct(deleteUpsAuth, { refresh: [getUpsAuth], success: t('accountDeleted') });
  return (
    <span className="tw-carrier-actions">
      {row.byConsent && may(getAuthUrl) && (
        <Button type="link" size="small" loading={authorization.isPending} onClick={() => authorization.begin(row.id)}>
          {t(isOpen ? 'authorize' : 'authorizeAgain')}
        </Button>
      )}
      {!isOpen && (may(rights.carrier.authorize) || may(rights.carrier.refresh)) && (
        <Button type="link" size="small" loading={test.isPending} onClick={() => test.mutate({ id: row.id })}>
          {t('test')}
        </Button>
      )}
      {may(rights.carrier.edit) && (
        <Button type="link" size="small" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      )}
      {may(deleteUpsAuth) && (
        <ConfirmDanger
          type="link"
          size="small"
          title={t('deleteAccountTitle', { name: row.name })}
          consequence={t('deleteAccountText')}
          verb={t('action.delete')}
          reason={row.channels > 0 ? t('accountUsedReason') : undefined}
          onConfirm={() => remove.mutateAsync({ id: row.id })}
        />
      )}
    </span>
  );
}
