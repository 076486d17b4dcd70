import type { ResultOf } from '@tradewind/contract/call.ts';
import { getUserList } from '@tradewind/contract/identity.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';

type Member = ResultOf<typeof getUserList>['list'][number];

export function MembersPanel({ onOpen }: { onOpen: (userLoginId: string) => void }): ReactNode {
  const { t } = useTranslation('access');
  const people = useCall(getUserList, {});
  const columns = useMemo<Column<Member>[]>(
    () => [
      col.text('name', t('person'), { of: 'userName', width: 200, narrow: 100, card: 'title' }),
      col.text('login', t('account'), { of: 'userLoginId', width: 260, narrow: 90 }),
      {
        key: 'actions',
        title: t('actions'),
        width: 140,
        narrow: 110,
        render: (row) => (
          <Button type="link" size="small" onClick={() => onOpen(row.userLoginId)}>
            {t('open')}
          </Button>
        ),
      },
    ],
    [t, onOpen],
  );
  if (people.error) return <PageError error={people.error} onRetry={() => void people.refetch()} />;
  return (
    <LineTable<Member>
      cards={false}
      label={t('members')}
      columns={columns}
      rows={people.data?.list ?? []}
      keyOf={(row) => row.userLoginId}
      skeleton={people.data ? 0 : 5}
    />
  );
}
