import { rights } from '@tradewind/contract/access/modules.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useModulePaths } from './module-paths.ts';

/** The allocation order that made a document; a link for people who may open it. */
export function AllocationLink({ id, number }: { id: number; number: string }): ReactNode {
  const path = useModulePaths().get(rights.allocation.id);
  return path ? (
    <Link className="tw-figure" to={`${path}?open=${id}`}>
      {number}
    </Link>
  ) : (
    number
  );
}
