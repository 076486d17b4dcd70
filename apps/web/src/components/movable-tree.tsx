import { Tree, type TreeDataNode, type TreeProps } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import './movable-tree.css';

export interface Branch {
  id: number;
  parentId: number | null;
}

export interface Move {
  id: number;
  parentId: number | null;
  /** Among its new siblings. */
  place: number;
}

interface MovableTreeProps<B extends Branch> {
  /** In their order, parents before children. */
  branches: readonly B[];
  title: (branch: B) => ReactNode;
  selectedId: number | undefined;
  movable: boolean;
  busy: boolean;
  onSelect: (id: number | undefined) => void;
  onMove: (move: Move) => void;
}

/** A tree whose branches can be dragged elsewhere. A page of the class `tw-tree-page` shows it beside what is chosen. */
export function MovableTree<B extends Branch>(props: MovableTreeProps<B>): ReactNode {
  const { branches, title, selectedId, movable, busy, onSelect, onMove } = props;
  const nodesOf = (parentId: number | null): TreeDataNode[] =>
    branches
      .filter((row) => row.parentId === parentId)
      .map((row) => ({
        key: row.id,
        title: <span data-branch={row.id}>{title(row)}</span>,
        children: nodesOf(row.id),
      }));
  const over = useRef(0);
  const onDrop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const id = Number(dragNode.key);
    over.current = 0;
    const target = branches.find((row) => row.id === Number(node.key));
    if (!target) return;
    if (!dropToGap) return onMove({ id, parentId: target.id, place: 0 });
    const sisters = branches.filter((row) => row.parentId === target.parentId && row.id !== id);
    const at = sisters.findIndex((row) => row.id === target.id);
    const before = dropPosition < Number(node.pos.split('-').at(-1));
    onMove({ id, parentId: target.parentId, place: Math.max(0, before ? at : at + 1) });
  };
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const onExpand: TreeProps['onExpand'] = (_, { node, expanded }) => {
    const next = new Set(closed);
    if (expanded) next.delete(Number(node.key));
    else next.add(Number(node.key));
    setClosed(next);
  };
  // The tree silently refuses a drop onto what lies below; the server gives the reason.
  const onDragEnd: TreeProps['onDragEnd'] = ({ node }) => {
    const id = Number(node.key);
    if (isBelow(branches, over.current, id)) onMove({ id, parentId: over.current, place: 0 });
  };
  const onDragStart: TreeProps['onDragStart'] = ({ node }) => {
    over.current = Number(node.key);
  };
  const noteTarget = ({ target }: DragEvent) => {
    const row = target instanceof Element ? target.closest('.ant-tree-treenode') : null;
    const named = row?.querySelector<HTMLElement>('[data-branch]');
    if (named) over.current = Number(named.dataset.branch);
  };
  return (
    <div onDragEnterCapture={noteTarget}>
      <Tree
        blockNode
        expandedKeys={branches.filter((row) => !closed.has(row.id)).map((row) => row.id)}
        onExpand={onExpand}
        showLine
        treeData={nodesOf(null)}
        draggable={movable ? { icon: false } : false}
        disabled={busy}
        selectedKeys={selectedId === undefined ? [] : [selectedId]}
        onSelect={([key]) => onSelect(key === undefined ? undefined : Number(key))}
        onDragStart={onDragStart}
        onDrop={onDrop}
        onDragEnd={onDragEnd}
      />
    </div>
  );
}

function isBelow(branches: readonly Branch[], id: number, above: number): boolean {
  const parentId = branches.find((row) => row.id === id)?.parentId;
  return parentId != null && (parentId === above || isBelow(branches, parentId, above));
}
