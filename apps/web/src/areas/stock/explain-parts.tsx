import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useSend } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';

interface ExplainLayoutProps {
  sku: string;
  /** The name of the figure. */
  name: string;
  /** The figure. Undefined until it is loaded. */
  figure: ReactNode;
  hint: string;
  aside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A stock figure above the entries that make it up. */
export function ExplainLayout({ sku, name, figure, hint, aside, onClose, children }: ExplainLayoutProps): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <PageDrawer open size={860} title={t('explain.title', { sku, figure: name })} onClose={onClose}>
      <div className="tw-explain-head">
        <strong>{figure ?? '…'}</strong>
        <span>{hint}</span>
        {aside}
      </div>
      {children}
    </PageDrawer>
  );
}

interface PartsProps<C extends Call, R> {
  /** Answers with `next`, which the following page sends as `before`. */
  call: C;
  ask: object;
  rows: (answered: ResultOf<C>) => R[];
  keyOf: (row: R) => number;
  columns: Column<R>[];
  label: string;
  none: string;
  /** Shown at the end of the list. */
  end?: string;
}

/** Pages of a long list, each loaded once. */
export function Parts<C extends Call, R>(props: PartsProps<C, R>): ReactNode {
  const [starts, setStarts] = useState([0]);
  return starts.map((before, i) => (
    <Part
      key={before}
      {...props}
      before={before}
      last={i === starts.length - 1}
      onMore={(next) => setStarts((known) => [...known, next])}
    />
  ));
}

interface PartProps<C extends Call, R> extends PartsProps<C, R> {
  before: number;
  last: boolean;
  onMore: (next: number) => void;
}

function Part<C extends Call, R>(props: PartProps<C, R>): ReactNode {
  const { call, ask, rows, keyOf, columns, label, none, end, before, last, onMore } = props;
  const { t } = useTranslation('stock');
  const answered = useSend(call, before ? { ...ask, before } : ask);
  if (isLost(answered)) return <PageError error={answered.error} onRetry={() => void answered.refetch()} />;
  const found = answered.data ? rows(answered.data) : [];
  const { next } = (answered.data ?? { next: null }) as { next: number | null };
  return (
    <>
      <LineTable
        label={label}
        columns={columns}
        rows={found}
        keyOf={keyOf}
        skeleton={answered.isPending ? 6 : 0}
        empty={<EmptyState title={none} />}
      />
      {last && next !== null && (
        <div className="tw-more">
          <Button onClick={() => onMore(next)}>{t('explain.more')}</Button>
        </div>
      )}
      {last && next === null && end && found.length > 0 && <p className="tw-muted tw-more">{end}</p>}
    </>
  );
}
