import { getDepartmentList, moveDepartment } from '@tradewind/contract/identity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { MovableTree } from '../../components/movable-tree.tsx';
import type { Department } from './department-form.tsx';

interface DepartmentTreeProps {
  departments: readonly Department[];
  selectedId: number | undefined;
  movable: boolean;
  onSelect: (id: number | undefined) => void;
}

/** The tree of departments; dragging moves one. */
export function DepartmentTree({ departments, ...more }: DepartmentTreeProps): ReactNode {
  const { t } = useTranslation('identity');
  const move = useAct(moveDepartment, { refresh: [getDepartmentList], success: t('department.moved') });
  return (
    <MovableTree
      branches={departments}
      title={(row) => (
        <>
          {row.name}{' '}
          <small className="tw-muted">{[row.membersBelow || '', row.supervisorName].filter(Boolean).join(' · ')}</small>
        </>
      )}
      busy={move.isPending}
      onMove={(to) => move.mutate(to)}
      {...more}
    />
  );
}
