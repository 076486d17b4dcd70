import { BASE_PERMISSIONS, listRoles, saveRole } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { Alert, Checkbox, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { type Base, type Draft, modelMap, modelsOf } from './draft.ts';
import { ModulePicker } from './module-picker.tsx';

export type Role = ResultOf<typeof listRoles>[number];
/** Set: edits this role. A copy has initial values and no id. */
export type RoleStart = Omit<Role, 'id' | 'version'> & Partial<Pick<Role, 'id' | 'version'>>;

export const NEW_ROLE: RoleStart = { name: '', remark: '', models: [], permissions: [] };

type Values = Typed<typeof saveRole, Pick<Draft, 'models'>>;

/** A role is a template: the form says that its members keep their permissions. */
export function RoleForm({
  role,
  onReload,
  onClose,
}: {
  role: RoleStart;
  onReload: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('access');
  const { id, version, name, remark, models, permissions } = role;
  const initial = useMemo(
    () => ({ ...(id ? { id, version } : {}), name, remark, models: modelMap(models), permissions }),
    [id, version, name, remark, models, permissions],
  );
  return (
    <FormDrawer
      open
      size={860}
      title={id ? t('roleEdit', { name }) : t('roleAdd')}
      call={saveRole}
      verb={t('roleSave')}
      success={t('roleSaved')}
      refresh={[listRoles]}
      initial={initial}
      toInput={({ models, ...values }: Values) => ({ ...values, models: modelsOf(models) })}
      onReload={onReload}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: t('roleName'), half: true },
        { kind: 'text', name: 'remark', label: t('roleRemark'), half: true },
      ]}
    >
      {id && <Alert className="tw-role-note" type="info" showIcon title={t('roleEditHint')} />}
      <Form.Item name="permissions" label={t('base')} extra={t('baseHint')}>
        <Checkbox.Group<Base> options={BASE_PERMISSIONS.map((value) => ({ value, label: t(`permission.${value}`) }))} />
      </Form.Item>
      <h3>{t('modules')}</h3>
      <Form.Item name="models" noStyle>
        <ModulePicker />
      </Form.Item>
    </FormDrawer>
  );
}
