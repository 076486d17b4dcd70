import { BASE_PERMISSIONS, getModelTree, getRights, type ModelNode, whoCanSee } from '@tradewind/contract/access.ts';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageError } from '../../components/page-error.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useUser } from '../../shell/session.ts';

type Person = ResultOf<typeof whoCanSee>['people'][number];
type Kind = InputOf<typeof whoCanSee>['kind'];
const KINDS: readonly Kind[] = ['shop', 'warehouse', 'module', 'permission'];

/** Who sees a shop, a warehouse, a module, or has a base permission, and why. */
export function WhoPanel(): ReactNode {
  const { t } = useTranslation('access');
  const user = useUser();
  const [kind, setKind] = useState<Kind>('shop');
  const [what, setWhat] = useState<string>();
  // The user's own rights include the shops and warehouses they may look up.
  const own = useCall(getRights, { userLoginId: user.userLoginId });
  const tree = useCall(getModelTree, {});
  const options = useMemo(() => {
    if (kind === 'shop') return (own.data?.shops ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    if (kind === 'warehouse')
      return (own.data?.warehouses ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    if (kind === 'permission')
      return BASE_PERMISSIONS.map((name) => ({ value: name as string, label: t(`permission.${name}`) }));
    const leaves = (node: ModelNode): ModelNode[] =>
      node.children.length > 0 ? node.children.flatMap(leaves) : [node];
    return (tree.data ?? [])
      .flatMap(leaves)
      .filter((node) => node.served)
      .map(({ id, label }) => ({ value: String(id), label }));
  }, [kind, own.data, tree.data, t]);
  const permission = BASE_PERMISSIONS.find((name) => name === what);
  const input = permission ? { kind, permission } : { kind, id: Number(what ?? 0) };
  const found = useCall(whoCanSee, input, { enabled: what !== undefined });
  const columns = useColumns(kind === 'module');
  return (
    <>
      <div className="tw-rights-bar">
        <Select
          aria-label={t('whoKind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => {
            setKind(value);
            setWhat(undefined);
          }}
        />
        <Select
          aria-label={t('whoWhat')}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('whoWhat')}
          value={what}
          options={options}
          onChange={setWhat}
        />
      </div>
      {what === undefined && <EmptyState title={t('whoTitle')} hint={t('whoHint')} />}
      {found.error && <PageError error={found.error} />}
      {found.data?.locked && <p className="tw-muted">{t('locked')}</p>}
      {what !== undefined && !found.error && (
        <LineTable<Person>
          label={t('whoTitle')}
          columns={columns}
          rows={found.data?.people ?? []}
          keyOf={(row) => row.userLoginId}
          skeleton={found.data ? 0 : 3}
        />
      )}
    </>
  );
}

function useColumns(withButtons: boolean): Column<Person>[] {
  const { t } = useTranslation('access');
  return useMemo(
    () => [
      col.text('name', t('person'), { width: 160, card: 'title' }),
      col.text('login', t('account'), { of: 'userLoginId', width: 200 }),
      col.text('department', t('ofDepartment'), { of: 'departmentName', width: 140 }),
      { key: 'why', title: t('reason'), width: 130, render: (row) => t(`why.${row.why}`) },
      ...(withButtons
        ? [{ key: 'buttons', title: t('buttons'), width: 260, render: (row: Person) => row.buttons.join(' · ') }]
        : []),
      col.status(
        'state',
        t('state'),
        (row) => (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>{row.enabled ? t('enabled') : t('disabled')}</StatusTag>
        ),
        { width: 100 },
      ),
    ],
    [t, withButtons],
  );
}
