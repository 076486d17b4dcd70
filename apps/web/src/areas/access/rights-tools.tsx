import { getRights, listRoles, saveRole, viewAs } from '@tradewind/contract/access.ts';
import { getUserList } from '@tradewind/contract/identity.ts';
import { Button, Input, Modal, Select, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { startAnew } from '../../shell/session.ts';
import { type Draft, draftOf, inputOf, modelMap } from './draft.ts';
import { useViewing } from './use-viewing.ts';

interface ToolsProps {
  userLoginId: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** Copies the rights of another member or a role, saves them as a role, and views as the member. */
export function RightsTools({ userLoginId, draft, onChange }: ToolsProps): ReactNode {
  const { t } = useTranslation('access');
  const people = useCall(getUserList, {});
  const roles = useCall(listRoles, {});
  const { mayView } = useViewing();
  const [naming, setNaming] = useState(false);
  const look = useAct(viewAs, { onDone: startAnew });
  const copy = async (login: string, name: string) => {
    try {
      const rights = await callApi(getRights, { userLoginId: login });
      onChange(draftOf(rights));
      toast.info(t('copied', { name }));
    } catch (error) {
      toast.error(error);
    }
  };
  const take = (id: number) => {
    const role = roles.data?.find((one) => one.id === id);
    if (!role) return;
    onChange({ ...draft, models: modelMap(role.models), permissions: role.permissions });
    toast.info(t('copied', { name: role.name }));
  };
  return (
    <div className="tw-rights-bar">
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        aria-label={t('copyFrom')}
        placeholder={t('copyFrom')}
        options={(people.data?.list ?? [])
          .filter((one) => one.userLoginId !== userLoginId)
          .map((one) => ({ value: one.userLoginId, label: one.userName }))}
        onSelect={(login, option) => {
          if (login) void copy(login, option.label);
        }}
      />
      <Select
        value={null}
        aria-label={t('applyRole')}
        placeholder={t('applyRole')}
        options={(roles.data ?? []).map((role) => ({ value: role.id, label: role.name }))}
        notFoundContent={t('noRoles')}
        onSelect={(id) => {
          if (id) take(id);
        }}
      />
      <Button onClick={() => setNaming(true)}>{t('saveRole')}</Button>
      {mayView && (
        <Tooltip title={t('viewAsHint')}>
          <Button loading={look.isPending} onClick={() => look.mutate({ userLoginId })}>
            {t('viewAs')}
          </Button>
        </Tooltip>
      )}
      {naming && <RoleName draft={draft} onClose={() => setNaming(false)} />}
    </div>
  );
}

function RoleName({ draft, onClose }: { draft: Draft; onClose: () => void }): ReactNode {
  const { t } = useTranslation('access');
  const [name, setName] = useState('');
  const save = useAct(saveRole, { refresh: [listRoles], success: t('roleSaved'), onDone: onClose });
  const { models, permissions } = inputOf(draft);
  return (
    <Modal
      open
      title={t('saveRole')}
      okText={t('saveRole')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: name.trim() === '', loading: save.isPending }}
      onOk={() => save.mutate({ name: name.trim(), models, permissions })}
      onCancel={onClose}
    >
      <Input
        autoFocus
        maxLength={40}
        placeholder={t('roleName')}
        aria-label={t('roleName')}
        value={name}
        onChange={(e) => setName(e.target.value)}
      />
    </Modal>
  );
}
