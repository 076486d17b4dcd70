import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listMembers } from '@tradewind/contract/identity.ts';
import { Tag } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';

export type Account = ResultOf<typeof listMembers>['rows'][number];

export function AccountState({ row }: { row: Pick<Account, 'enabled' | 'absence'> }): ReactNode {
  const { t } = useTranslation('identity');
  if (!row.enabled) return <StatusTag tone="muted">{t('account.disabled')}</StatusTag>;
  if (row.absence?.now) return <StatusTag tone="warn">{t('account.away')}</StatusTag>;
  return <StatusTag tone="good">{t('account.enabled')}</StatusTag>;
}

export function useAccountColumns(): Column<Account>[] {
  const { t } = useTranslation('identity');
  const female = t('account.female', { lng: 'zh' });
  return useMemo<Column<Account>[]>(
    () => [
      {
        key: 'name',
        title: t('account.name'),
        width: 200,
        frozen: true,
        always: true,
        sort: true,
        card: 'title',
        render: (row) => (
          <>
            {row.name} {row.mainAccount && <Tag color="blue">{t('account.main')}</Tag>}
          </>
        ),
      },
      col.text('userLoginId', t('account.login'), { width: 160, sort: true }),
      col.status('state', t('account.state'), (row) => <AccountState row={row} />, { width: 110 }),
      col.text('department', t('account.department'), { of: 'departmentName', width: 150 }),
      col.text('position', t('account.position'), { of: 'positionName', width: 130 }),
      col.text('supervisor', t('account.supervisor'), { of: 'supervisorName', width: 130 }),
      {
        key: 'email',
        title: t('account.email'),
        width: 240,
        render: (row) => (
          <span title={t(row.emailVerified ? 'account.verified' : 'account.unverified')}>
            {row.email} {!row.emailVerified && <span className="tw-muted">· {t('account.unverified')}</span>}
          </span>
        ),
      },
      {
        key: 'gender',
        title: t('account.gender'),
        width: 80,
        hidden: true,
        render: (row) => t(row.gender === female ? 'account.female' : 'account.male'),
      },
      col.text('phone', t('account.phone'), { width: 140 }),
      col.time('createdAt', t('account.createdAt'), { width: 160, sort: true }),
    ],
    [t, female],
  );
}
