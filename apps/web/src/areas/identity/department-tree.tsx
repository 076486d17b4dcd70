import { getDepartmentList, moveDepartment } from '@tradewind/contract/identity.ts';
import { Tree, type TreeDataNode, type TreeProps } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import type { Department } from './department-form.tsx';

interface DepartmentTreeProps {
  departments: readonly Department[];
  selectedId: number | undefined;
  movable: boolean;
  onSelect: (id: number | undefined) => void;
}

/** The tree of departments; dragging moves one. */
export function DepartmentTree({ departments, selectedId, movable, onSelect }: DepartmentTreeProps): ReactNode {
  const { t } = useTranslation('identity');
  const move = useAct(moveDepartment, { refresh: [getDepartmentList], success: t('department.moved') });
  const nodesOf = (parentId: number | null): TreeDataNode[] =>
    departments
      .filter((row) => row.parentId === parentId)
      .map((row) => ({
        key: row.id,
        title: (
          <span data-department={row.id}>
            {row.name}{' '}
            <small className="tw-muted">
              {[row.membersBelow || '', row.supervisorName].filter(Boolean).join(' · ')}
            </small>
          </span>
        ),
        children: nodesOf(row.id),
      }));
  const over = useRef(0);
  const onDrop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const id = Number(dragNode.key);
    over.current = 0;
    const target = departments.find((row) => row.id === Number(node.key));
    if (!target) return;
    if (!dropToGap) return move.mutate({ id, parentId: target.id, place: 0 });
    const sisters = departments.filter((row) => row.parentId === target.parentId && row.id !== id);
    const at = sisters.findIndex((row) => row.id === target.id);
    const before = dropPosition < Number(node.pos.split('-').at(-1));
    move.mutate({ id, parentId: target.parentId, place: Math.max(0, before ? at : at + 1) });
  };
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const onExpand: TreeProps['onExpand'] = (_, { node, expanded }) => {
    const next = new Set(closed);
    if (expanded) next.delete(Number(node.key));
    else next.add(Number(node.key));
    setClosed(next);
  };
  // The tree silently refuses a drop onto a sub-department; the server gives the reason.
  const onDragEnd: TreeProps['onDragEnd'] = ({ node }) => {
    const id = Number(node.key);
    if (isBelow(departments, over.current, id)) move.mutate({ id, parentId: over.current, place: 0 });
  };
  const onDragStart: TreeProps['onDragStart'] = ({ node }) => {
    over.current = Number(node.key);
  };
  const noteTarget = ({ target }: DragEvent) => {
    const row = target instanceof Element ? target.closest('.ant-tree-treenode') : null;
    const named = row?.querySelector<HTMLElement>('[data-department]');
    if (named) over.current = Number(named.dataset.department);
  };
  return (
    <div onDragEnterCapture={noteTarget}>
      <Tree
        blockNode
        expandedKeys={departments.filter((row) => !closed.has(row.id)).map((row) => row.id)}
        onExpand={onExpand}
        showLine
        treeData={nodesOf(null)}
        draggable={movable ? { icon: false } : false}
        disabled={move.isPending}
        selectedKeys={selectedId === undefined ? [] : [selectedId]}
        onSelect={([key]) => onSelect(key === undefined ? undefined : Number(key))}
        onDragStart={onDragStart}
        onDrop={onDrop}
        onDragEnd={onDragEnd}
      />
    </div>
  );
}

function isBelow(departments: readonly Department[], id: number, above: number): boolean {
  const parentId = departments.find((row) => row.id === id)?.parentId;
  return parentId != null && (parentId === above || isBelow(departments, parentId, above));
}
