import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../api/hooks.ts';
import { EmptyState } from './empty-state.tsx';
import type { PageOf, RowOf } from './list/bulk.ts';
import { totalText } from './list/pager.tsx';
import { PageDrawer } from './page-drawer.tsx';
import { PageError } from './page-error.tsx';
import type { Column } from './table/columns.ts';
import { LineTable } from './table/line-table.tsx';

interface ExplainProps<C extends Call> {
  /** The figure. */
  children: ReactNode;
  /** Its name: "Allocated of SKU A-100". */
  title: string;
  /** Returns the rows behind the figure: pageOf(row) or {rows}. */
  call: C;
  input: InputOf<C>;
  columns: readonly Column<RowOf<C>>[];
  keyOf?: (row: RowOf<C>, index: number) => string | number;
  /** A last line with the sum, by column key. */
  foot?: (rows: readonly RowOf<C>[]) => Record<string, ReactNode>;
}

/** A figure that opens the rows behind it. */
export function Explain<C extends Call>(props: ExplainProps<C>): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="tw-explain" title={t('figure.explain')} onClick={() => setOpen(true)}>
        {props.children}
      </button>
      {open && <ExplainDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

export function ExplainDrawer<C extends Call>(props: ExplainProps<C> & { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const query = useCall(props.call, props.input);
  const page = query.data as PageOf<RowOf<C>> | undefined;
  const rows = page?.rows ?? [];
  return (
    <PageDrawer open title={props.title} size={760} onClose={props.onClose}>
      <div className="tw-explain-sum">
        <span className="tw-explain-figure">{props.children}</span>
        {page && (
          <span className="tw-muted">
            {t('figure.madeOf', { total: totalText(page.total ?? rows.length, page.totalExact ?? true) })}
          </span>
        )}
      </div>
      {isLost(query) ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LineTable
          cards={false}
          label={props.title}
          columns={props.columns}
          rows={rows}
          keyOf={props.keyOf ?? ((_row, index) => index)}
          skeleton={query.isPending ? 6 : 0}
          empty={<EmptyState title={t('list.empty')} />}
          foot={props.foot?.(rows)}
        />
      )}
    </PageDrawer>
  );
}
