import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { isLost, useSend } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { Column, RowOf } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';

const PAGE_SIZE = 50;

interface PagedTableProps<C extends Call> {
  /** A call that returns pageOf(row). */
  call: C;
  input: Omit<InputOf<C>, 'page' | 'pageSize'>;
  label: string;
  columns: readonly Column<RowOf<C>>[];
  keyOf?: (row: RowOf<C>, index: number) => number;
  onRow?: (row: RowOf<C>) => void;
  empty: string;
}

/** A list in a drawer or panel, page by page. */
export function PagedTable<C extends Call>(props: PagedTableProps<C>): ReactNode {
  const view = JSON.stringify(props.input);
  const [at, setAt] = useState({ view, page: 1 });
  // Other rows begin at their first page.
  const page = at.view === view ? at.page : 1;
  const found = useSend(props.call, { ...props.input, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const data = found.data as { rows: RowOf<C>[]; total: number } | undefined;
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <LineTable
        label={props.label}
        columns={props.columns}
        rows={data?.rows ?? []}
        {...(props.keyOf ? { keyOf: props.keyOf } : {})}
        onRow={props.onRow}
        skeleton={found.isPending ? 5 : 0}
        empty={<EmptyState title={props.empty} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onChange={(next) => setAt({ view, page: next })}
      />
    </>
  );
}
