import { PlusOutlined } from '@ant-design/icons';
import { applyRole, deleteRole, listRoles } from '@tradewind/contract/access.ts';
import { getUserList } from '@tradewind/contract/identity.ts';
import { Button, Form, Modal, Radio, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { NEW_ROLE, type Role, RoleForm, type RoleStart } from './role-form.tsx';

export function RolesPanel(): ReactNode {
  const { t } = useTranslation('access');
  const roles = useCall(listRoles, {});
  const [using, setUsing] = useState<Role>();
  const [form, setForm] = useState<RoleStart>();
  // Reset the form on a reload after another person saved.
  const edited = roles.data?.find((role) => role.id === form?.id) ?? form;
  const remove = useAct(deleteRole, { refresh: [listRoles], success: t('roleDeleted') });
  const { mutateAsync } = remove;
  const columns = useMemo<Column<Role>[]>(
    () => [
      col.text('name', t('role'), { width: 180, card: 'title' }),
      col.text('remark', t('roleRemark'), { width: 200 }),
      {
        key: 'holds',
        title: t('holds'),
        width: 320,
        card: 'line',
        render: (row) =>
          [
            t('roleCount', {
              modules: row.models.length,
              buttons: row.models.reduce((sum, model) => sum + model.buttons.length, 0),
            }),
            ...row.permissions.map((name) => t(`permission.${name}`)),
          ].join(' · '),
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 260,
        card: 'line',
        render: (row) => (
          <>
            <Button type="link" size="small" onClick={() => setUsing(row)}>
              {t('apply')}
            </Button>
            <Button type="link" size="small" onClick={() => setForm(row)}>
              {t('action.edit')}
            </Button>
            <Button type="link" size="small" onClick={() => setForm(copyOf(row, t('roleCopyName', row)))}>
              {t('roleCopy')}
            </Button>
            <ConfirmDanger
              type="link"
              size="small"
              title={t('deleteRole', { name: row.name })}
              consequence={t('deleteRoleText')}
              verb={t('action.delete')}
              onConfirm={() => mutateAsync({ id: row.id })}
            />
          </>
        ),
      },
    ],
    [t, mutateAsync],
  );
  if (roles.error) return <PageError error={roles.error} onRetry={() => void roles.refetch()} />;
  const isEmpty = roles.data?.length === 0;
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm(NEW_ROLE)}>
      {t('roleAdd')}
    </Button>
  );
  return (
    <>
      <div className="tw-rights-bar">
        {!isEmpty && add}
        <span className="tw-muted">{t('rolesHint')}</span>
      </div>
      {isEmpty ? (
        <EmptyState title={t('noRoles')} hint={t('noRolesHint')} action={add} />
      ) : (
        <LineTable<Role> label={t('roles')} columns={columns} rows={roles.data ?? []} skeleton={roles.data ? 0 : 3} />
      )}
      {edited && (
        <RoleForm
          key={`${edited.id ?? 0}/${edited.version ?? 0}/${edited.name}`}
          role={edited}
          onReload={() => void roles.refetch()}
          onClose={() => setForm(undefined)}
        />
      )}
      {using && <UseRole role={using} onClose={() => setUsing(undefined)} />}
    </>
  );
}

const copyOf = ({ remark, models, permissions }: Role, name: string): RoleStart => ({
  name,
  remark,
  models,
  permissions,
});

function UseRole({ role, onClose }: { role: Role; onClose: () => void }): ReactNode {
  const { t } = useTranslation('access');
  const people = useCall(getUserList, {});
  const [userLoginIds, setLogins] = useState<string[]>([]);
  const [mode, setMode] = useState<'replace' | 'add'>('add');
  const [asking, setAsking] = useState(false);
  const apply = useAct(applyRole, { success: t('applied'), onDone: onClose });
  const input = { id: role.id, userLoginIds, mode };
  if (asking)
    return (
      <PreviewDialog
        change={{ kind: 'role', ...input }}
        onConfirm={() => apply.mutateAsync(input)}
        onClose={() => setAsking(false)}
      />
    );
  return (
    <Modal
      open
      title={t('applyTitle', { name: role.name })}
      okText={t('next')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: userLoginIds.length === 0 }}
      onOk={() => setAsking(true)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('applyTo')} required>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            value={userLoginIds}
            onChange={setLogins}
            options={(people.data?.list ?? []).map((one) => ({ value: one.userLoginId, label: one.userName }))}
          />
        </Form.Item>
        <Form.Item label={t('mode')}>
          <Radio.Group
            value={mode}
            onChange={(e) => setMode(e.target.value === 'replace' ? 'replace' : 'add')}
            options={[
              { value: 'add', label: t('add') },
              { value: 'replace', label: t('replace') },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
