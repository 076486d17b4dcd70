import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { GENDERS, getOneUserForUpdate, listMembers, saveOrUpdateUser } from '@tradewind/contract/identity.ts';
import { Form, Radio } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOf } from '../../components/changes.ts';
import { type FieldsOf, FormDrawer, type StartOf } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { useUser } from '../../shell/session.ts';
import { idOrNull, textOf, useColleagues, useDepartments, usePositions } from './options.ts';

type Editable = ResultOf<typeof getOneUserForUpdate>;
/** The same rule as the server's, so that the field shows the message before anything is sent. */
export const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{12,16}$/;

interface AccountFormProps {
  /** Set: edits this account. */
  account?: Editable | undefined;
  onReload?: () => void;
  onClose: () => void;
}

export function AccountForm({ account, onReload, onClose }: AccountFormProps): ReactNode {
  const { t } = useTranslation('identity');
  const fields = useFields(account);
  const initial = useMemo(() => ({ user: startOf(account), way: 'invite' as const }), [account]);
  return (
    <FormDrawer
      open
      title={account ? `${t('account.edit')} · ${account.name}` : t('account.add')}
      call={saveOrUpdateUser}
      verb={t('account.save')}
      success={t(account ? 'account.saved' : 'account.added')}
      refresh={[listMembers, getOneUserForUpdate]}
      initial={initial}
      toInput={(values: Values) => ({ user: inputOf(values, account) })}
      fields={fields}
      onClose={onClose}
      {...(onReload ? { onReload } : {})}
    >
      {!account && <FirstPassword />}
    </FormDrawer>
  );
}

function startOf(account: Editable | undefined): StartOf<NewUser> {
  if (!account) return { gender: MALE, language: 'zh', mainAccount: false };
  return {
    ...account,
    departmentId: textOf(account.departmentId),
    positionId: textOf(account.positionId),
    supervisorId: textOf(account.supervisorId),
  };
}

type User = InputOf<typeof saveOrUpdateUser>['user'];
type NewUser = Extract<User, { userLoginId: string }>;
interface Values {
  user: NewUser;
  way: 'invite' | 'initial';
}
const [MALE, FEMALE] = GENDERS;

/** For an existing account only the changed values, besides those that the call requires. */
function inputOf({ user, way }: Values, account: Editable | undefined): User {
  const { userLoginId, password, ...input } = {
    ...user,
    departmentId: idOrNull(user.departmentId),
    positionId: idOrNull(user.positionId),
    supervisorId: idOrNull(user.supervisorId),
  };
  const { name, email } = input;
  if (account) return { id: account.id, version: account.version, name, email, ...changesOf(account, input) };
  return { ...input, userLoginId, ...(way === 'initial' ? { password } : {}) };
}

function useFields(account: Editable | undefined): FieldsOf<Values> {
  const { t } = useTranslation('identity');
  const { mainAccount } = useUser();
  const places = {
    departmentId: useDepartments(),
    positionId: usePositions(),
    supervisorId: useColleagues(account?.id),
  };
  return [
    { kind: 'text', name: 'user.name', label: t('account.name'), half: true },
    {
      kind: 'text',
      name: 'user.userLoginId',
      label: t('account.login'),
      required: !account,
      disabled: account !== undefined,
      half: true,
      max: 60,
    },
    { kind: 'text', name: 'user.email', label: t('account.email'), half: true },
    { kind: 'text', name: 'user.phone', label: t('account.phone'), half: true },
    {
      kind: 'select',
      name: 'user.gender',
      label: t('account.gender'),
      required: true,
      half: true,
      options: [
        { value: MALE, label: t('account.male') },
        { value: FEMALE, label: t('account.female') },
      ],
    },
    {
      kind: 'select',
      name: 'user.language',
      label: t('account.language'),
      required: true,
      half: true,
      options: [
        { value: 'zh', label: t('account.zh') },
        { value: 'en', label: t('account.en') },
      ],
    },
    {
      kind: 'select',
      name: 'user.departmentId',
      label: t('account.department'),
      half: true,
      options: places.departmentId,
    },
    { kind: 'select', name: 'user.positionId', label: t('account.position'), half: true, options: places.positionId },
    { kind: 'select', name: 'user.supervisorId', label: t('account.supervisor'), options: places.supervisorId },
    mainAccount && { kind: 'switch', name: 'user.mainAccount', label: t('account.main'), help: t('account.mainHelp') },
  ];
}

/** How a new colleague gets a password. */
function FirstPassword(): ReactNode {
  const { t } = useTranslation('identity');
  const way: unknown = Form.useWatch('way');
  return (
    <>
      <Form.Item
        name="way"
        label={t('account.first')}
        extra={t(way === 'initial' ? 'account.initialHelp' : 'account.inviteHelp')}
      >
        <Radio.Group
          options={[
            { value: 'invite', label: t('account.invite') },
            { value: 'initial', label: t('account.initial') },
          ]}
        />
      </Form.Item>
      {way === 'initial' && (
        <FormFields<Values>
          fields={[
            {
              kind: 'password',
              name: 'user.password',
              label: t('account.initialPassword'),
              required: true,
              max: 16,
              pattern: { value: PASSWORD, message: t('account.passwordBad') },
            },
          ]}
        />
      )}
    </>
  );
}
