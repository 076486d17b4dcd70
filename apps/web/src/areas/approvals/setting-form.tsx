import {
  editUserAuditSettings,
  findOne,
  getAuditSettings,
  getUserAuditSettings,
} from '@tradewind/contract/approvals.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';

/** Adds a level, or edits the one with `id`. */
export function SettingForm({ id, onClose }: { id?: number | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('approvals');
  const choices = useCall(getAuditSettings, {});
  const present = useCall(findOne, { id: id ?? 0 }, { enabled: id !== undefined });
  const it = present.data;
  const loading = choices.isPending || (id !== undefined && present.isFetching);
  const models = choices.data?.models ?? [];
  const people = (choices.data?.users ?? []).map((user) => ({
    value: user.userId,
    label: `${user.name} (${user.userLoginId})${user.mayDecide ? '' : ` ${t('setting.cannotDecide')}`}`,
  }));
  const only = models.length === 1 ? models[0] : undefined;
  const initial = it
    ? {
        id: it.id,
        version: it.version,
        modelId: it.modelId,
        level: it.level,
        Approval: it.Approval,
        ToExamine: it.ToExamine,
        amountFrom: it.amountFrom,
      }
    : { level: (only?.levels ?? 0) + 1, amountFrom: '0', ...(only ? { modelId: only.modelId } : {}) };
  return (
    <FormDrawer
      key={`${id}/${it?.version}/${loading}`}
      open
      title={t(id === undefined ? 'setting.add' : 'setting.edit')}
      call={editUserAuditSettings}
      verb={t('setting.save')}
      success={t('setting.saved')}
      refresh={[getUserAuditSettings, getAuditSettings, findOne]}
      loading={loading}
      error={choices.error ?? present.error}
      initial={initial}
      toInput={(values) => ({
        ...values,
        ToExamine: values.ToExamine ?? null,
        amountFrom: values.amountFrom ?? '0',
      })}
      onReload={() => void present.refetch()}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'modelId',
          label: t('setting.module'),
          half: true,
          disabled: id !== undefined,
          options: models.map((model) => ({ value: model.modelId, label: model.name })),
        },
        {
          kind: 'number',
          name: 'level',
          label: t('setting.level'),
          required: true,
          half: true,
          help: t('setting.levelHelp'),
        },
        {
          kind: 'decimal',
          name: 'amountFrom',
          label: t('setting.amountFrom'),
          suffix: choices.data?.baseCurrency ?? '',
          help: t('setting.amountHelp'),
        },
        {
          kind: 'select',
          name: 'ToExamine',
          label: t('setting.reviewer'),
          options: people,
          help: t('setting.reviewerHelp'),
        },
        {
          kind: 'select',
          name: 'Approval',
          label: t('setting.approver'),
          options: people,
          help: t('setting.approverHelp'),
        },
      ]}
    />
  );
}
