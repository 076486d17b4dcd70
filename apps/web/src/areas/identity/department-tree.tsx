import { getDepartmentList, moveDepartment } from '@tradewind/contract/identity.ts';
import { Tree, type TreeDataNode, type TreeProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import type { Department } from './department-form.tsx';

interface DepartmentTreeProps {
  departments: readonly Department[];
  selectedId: number | undefined;
  movable: boolean;
  onSelect: (id: number | undefined) => void;
}

/** Departments as they stand under each other; dragged to where they belong. */
export function DepartmentTree({ departments, selectedId, movable, onSelect }: DepartmentTreeProps): ReactNode {
  const { t } = useTranslation('identity');
  const move = useAct(moveDepartment, { refresh: [getDepartmentList], success: t('department.moved') });
  const nodesOf = (parentId: number | null): TreeDataNode[] =>
    departments
      .filter((row) => row.parentId === parentId)
      .map((row) => ({
        key: row.id,
        title: (
          <span>
            {row.name}{' '}
            <small className="tw-muted">
              {[row.membersBelow || '', row.supervisorName].filter(Boolean).join(' · ')}
            </small>
          </span>
        ),
        children: nodesOf(row.id),
      }));
  const onDrop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const id = Number(dragNode.key);
    const target = departments.find((row) => row.id === Number(node.key));
    if (!target) return;
    if (!dropToGap) return move.mutate({ id, parentId: target.id, place: 0 });
    const sisters = departments.filter((row) => row.parentId === target.parentId && row.id !== id);
    const at = sisters.findIndex((row) => row.id === target.id);
    const before = dropPosition < Number(node.pos.split('-').at(-1));
    move.mutate({ id, parentId: target.parentId, place: Math.max(0, before ? at : at + 1) });
  };
  return (
    <Tree
      key={departments.length > 0 ? 'filled' : 'empty'}
      blockNode
      defaultExpandAll
      showLine
      treeData={nodesOf(null)}
      draggable={movable ? { icon: false } : false}
      disabled={move.isPending}
      selectedKeys={selectedId === undefined ? [] : [selectedId]}
      onSelect={([key]) => onSelect(key === undefined ? undefined : Number(key))}
      onDrop={onDrop}
    />
  );
}
