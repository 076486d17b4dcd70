import { rights } from '@tradewind/contract/access/modules.ts';
import { listMembers, userAccountDel } from '@tradewind/contract/identity.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type DetailTools, ListPage, type Picked } from '../../../components/list-page.tsx';
import { useAccountColumns } from '../account-columns.tsx';
import { AccountDrawer } from '../account-drawer.tsx';
import { AccountForm } from '../account-form.tsx';
import { useDepartments, usePositions } from '../options.ts';

const AT_ONCE = 200;

/** The call that deletes takes login ids; the list knows its rows by number. */
async function removePicked({ input }: Picked<typeof listMembers>) {
  const which = 'ids' in input ? { ids: input.ids } : input.filter;
  const { rows } = await callApi(listMembers, { ...which, pageSize: AT_ONCE });
  return callApi(userAccountDel, { userLoginIds: rows.map((row) => row.userLoginId) });
}

export default function AccountList(): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const departments = useDepartments();
  const positions = usePositions();
  const columns = useAccountColumns();
  return (
    <>
      <ListPage
        id="system.account"
        call={listMembers}
        columns={columns}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('account.all') },
            { value: 'enabled', label: t('account.enabled') },
            { value: 'disabled', label: t('account.disabled') },
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('account.search') },
          { kind: 'select', name: 'departmentId', label: t('account.department'), options: departments },
          { kind: 'select', name: 'positionId', label: t('account.position'), options: positions },
        ]}
        bulk={
          may(userAccountDel)
            ? [
                {
                  key: 'delete',
                  label: t('account.remove'),
                  danger: true,
                  confirm: (count) => t('account.removeMany', { count }),
                  run: removePicked,
                },
              ]
            : []
        }
        primary={may(rights.account.add) && { label: t('account.add'), onClick: () => setAdding(true) }}
        empty={{ title: t('account.none'), hint: t('account.noneHint') }}
        detail={(id, tools, row) => <Opened id={id} userLoginId={row?.userLoginId} tools={tools} />}
      />
      {adding && <AccountForm onClose={() => setAdding(false)} />}
    </>
  );
}

/** A link may open a row of another page, so look its login id up first. */
function Opened({
  id,
  userLoginId,
  tools,
}: {
  id: number;
  userLoginId: string | undefined;
  tools: DetailTools;
}): ReactNode {
  const found = useCall(listMembers, { ids: [id] }, { enabled: userLoginId === undefined });
  const login = userLoginId ?? found.data?.rows[0]?.userLoginId;
  return login ? <AccountDrawer userLoginId={login} tools={tools} /> : null;
}
