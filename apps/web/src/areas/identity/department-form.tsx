import type { ResultOf } from '@tradewind/contract/call.ts';
import { getComPosition, getDepartmentList, saveDepartment, savePosition } from '@tradewind/contract/identity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { idOrNull, textOf, useColleagues, useDepartments } from './options.ts';

export type Department = ResultOf<typeof getDepartmentList>['list'][number];

interface Typed {
  name: string;
  supervisorId?: string;
  parentId?: string;
}

interface DepartmentFormProps {
  department?: Department | undefined;
  parentId?: number | undefined;
  onReload: () => void;
  onClose: () => void;
}

export function DepartmentForm({ department, parentId, onReload, onClose }: DepartmentFormProps): ReactNode {
  const { t } = useTranslation('identity');
  const departments = useDepartments();
  const colleagues = useColleagues();
  return (
    <FormDrawer
      open
      title={department ? `${t('department.edit')} · ${department.name}` : t('department.add')}
      call={saveDepartment}
      verb={t('department.save')}
      success={t('department.saved')}
      refresh={[getDepartmentList]}
      initial={{
        name: department?.name ?? '',
        supervisorId: textOf(department?.supervisorId),
        parentId: textOf(department ? department.parentId : parentId),
      }}
      toInput={(values: Typed) => ({
        name: values.name,
        supervisorId: idOrNull(values.supervisorId),
        parentId: idOrNull(values.parentId),
        ...(department ? { id: department.id, version: department.version } : {}),
      })}
      fields={[
        { kind: 'text', name: 'name', label: t('department.name') },
        {
          kind: 'select',
          name: 'parentId',
          label: t('department.parent'),
          placeholder: t('department.top'),
          options: departments.filter((one) => one.value !== textOf(department?.id)),
        },
        { kind: 'select', name: 'supervisorId', label: t('department.supervisor'), options: colleagues },
      ]}
      onReload={onReload}
      onClose={onClose}
    />
  );
}

export function PositionForm({
  position,
  onClose,
}: {
  position?: { id: number; name: string } | undefined;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('identity');
  return (
    <FormDrawer
      open
      title={position ? `${t('department.edit')} · ${position.name}` : t('position.add')}
      call={savePosition}
      verb={t('position.save')}
      success={t('position.saved')}
      refresh={[getComPosition]}
      initial={position ? { id: position.id, name: position.name } : {}}
      fields={[{ kind: 'text', name: 'name', label: t('position.name') }]}
      onClose={onClose}
    />
  );
}
