import {
  editUserPassword,
  getDepartmentList,
  getNewUserId,
  getOneUser,
  getOneUserForUpdate,
  listMembers,
  saveAbsence,
  saveUserSwap,
} from '@tradewind/contract/identity.ts';
import { Alert, App, DatePicker, Form } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useCompanyClock } from '../../components/days.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { PASSWORD } from './account-form.tsx';
import { useColleagues } from './options.ts';

interface Person {
  id: number;
  userLoginId: string;
  name: string;
}

export function PasswordForm({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  const { t } = useTranslation('identity');
  return (
    <FormDrawer
      open
      title={`${t('account.password')} · ${person.name}`}
      call={editUserPassword}
      verb={t('account.password')}
      success={t('account.passwordDone')}
      refresh={[getOneUserForUpdate]}
      initial={{ userLoginId: person.userLoginId }}
      fields={[
        {
          kind: 'password',
          name: 'password',
          label: t('account.initialPassword'),
          max: 16,
          help: t('account.passwordText', { name: person.name }),
          pattern: { value: PASSWORD, message: t('account.passwordBad') },
        },
      ]}
      onClose={onClose}
    />
  );
}

export function SwapForm({
  person,
  mayDelete,
  onClose,
  onGone,
}: {
  person: Person;
  mayDelete: boolean;
  onClose: () => void;
  onGone: () => void;
}): ReactNode {
  const { t } = useTranslation('identity');
  const { modal } = App.useApp();
  const heirs = useCall(getNewUserId, { oldUserId: person.id });
  const options = (heirs.data?.list ?? []).map((one) => ({
    value: String(one.id),
    label: [`${one.userName} (${one.userLoginId})`, one.departmentName].filter(Boolean).join(' · '),
  }));
  const fields: FieldsOf<typeof saveUserSwap> = [
    { kind: 'select', name: 'newUser', label: t('swap.to'), options, loading: heirs.isPending },
    mayDelete && { kind: 'check', name: 'delOldCheck', label: t('swap.remove', { name: person.name }) },
  ];
  return (
    <FormDrawer
      open
      title={t('swap.title', { name: person.name })}
      call={saveUserSwap}
      verb={t('swap.verb')}
      refresh={[listMembers, getOneUserForUpdate, getDepartmentList]}
      initial={{ oldUser: person.id }}
      toInput={({ delOldCheck, ...values }) => ({ ...values, delOldCheck: delOldCheck === true })}
      onDone={({ moved }) => {
        modal.success({
          title: t('swap.done'),
          content:
            moved.length === 0 ? t('swap.nothing') : moved.map((each) => `${each.title} ${each.count}`).join(' · '),
        });
        onGone();
      }}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t('swap.text')} style={{ marginBottom: 16 }} />
      <FormFields<typeof saveUserSwap> fields={fields} />
    </FormDrawer>
  );
}

type Absence = Typed<typeof saveAbsence, { span: [dayjs.Dayjs, dayjs.Dayjs] }>;

/** For the user, or for the named member. */
export function AbsenceForm({
  person,
  own,
  onClose,
}: {
  person: Person;
  own: boolean;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('identity');
  const colleagues = useColleagues(person.id);
  const clock = useCompanyClock();
  return (
    <FormDrawer
      open
      title={own ? t('absence.set') : `${t('absence.set')} · ${person.name}`}
      call={saveAbsence}
      verb={t('absence.set')}
      success={t('absence.saved')}
      refresh={[listMembers, getOneUserForUpdate, getOneUser]}
      {...(own ? {} : { initial: { userLoginId: person.userLoginId } })}
      toInput={({ span: [from, until], ...values }: Absence) => ({
        ...values,
        fromAt: clock.instantOf(from),
        untilAt: clock.instantOf(until),
      })}
      onClose={onClose}
    >
      <Form.Item name="span" label={t('absence.span')} rules={[{ required: true, message: t('absence.needSpan') }]}>
        <DatePicker.RangePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          style={{ width: '100%' }}
          minDate={clock.now().startOf('day')}
        />
      </Form.Item>
      <FormFields<typeof saveAbsence>
        fields={[
          {
            kind: 'select',
            name: 'delegateId',
            label: t('absence.delegate'),
            help: t('absence.delegateHelp'),
            options: colleagues,
          },
        ]}
      />
    </FormDrawer>
  );
}
