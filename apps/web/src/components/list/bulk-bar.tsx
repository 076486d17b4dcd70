import { useMutation } from '@tanstack/react-query';
import type { Call } from '@tradewind/contract/call.ts';
import { App, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ActionButton } from '../action-button.tsx';
import { BulkResult } from '../bulk-result.tsx';
import {
  type BulkAction,
  type BulkResultData,
  type FilterOf,
  type Picked,
  type RowOf,
  saidOf,
  whyNot,
} from './bulk.ts';
import type { Selection } from './selection.ts';

interface BulkBarProps<C extends Call> {
  actions: readonly BulkAction<C>[];
  selection: Selection;
  /** Ticked rows of the page on the screen. */
  rows: RowOf<C>[];
  total: number;
  totalText: string;
  filter: FilterOf<C>;
  onDone: () => void;
}
const IN_VIEW = 4;
const IN_VIEW_LEAST = 1;

/** Replaces the toolbar while rows are ticked. */
export function BulkBar<C extends Call>({
  actions: all,
  selection,
  rows,
  total,
  totalText,
  filter,
  onDone,
}: BulkBarProps<C>): ReactNode {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const refresh = useRefresh();
  const [outcome, setOutcome] = useState<{ action: BulkAction<C>; result: BulkResultData }>();
  const count = selection.all ? total : selection.ids.size;
  const run = useMutation({
    mutationFn: ({ action, picked }: { action: BulkAction<C>; picked: Picked<C> }) => action.run(picked),
    onSuccess: (result, { action }) => {
      // Nothing was done: the person cancelled the act's own dialog.
      if (!result || (result.done === 0 && result.failed.length === 0)) return;
      const { undoId, done, failed } = result;
      selection.acted(failed.map((each) => each.id));
      onDone();
      if (action.refresh) refresh(...action.refresh);
      setOutcome(failed.length > 0 ? { action, result } : undefined);
      const answered = saidOf(t('bulk.allDone', { action: action.label, count: done }), result.message);
      if (undoId !== undefined && action.undo) toast.undoable(answered, () => action.undo?.(undoId));
      else if (failed.length === 0 || result.message) toast.success(answered);
    },
    onError: toast.error,
  });
  const picked = (ids?: number[]): Picked<C> => {
    const numbers = ids ?? [...selection.ids].map(Number);
    const everything = selection.all && !ids;
    return {
      input: everything ? { filter } : { ids: numbers },
      count: everything ? total : numbers.length,
      idempotencyKey: crypto.randomUUID(),
    };
  };
  const start = (action: BulkAction<C>) => {
    const go = () => run.mutate({ action, picked: picked() });
    if (!action.confirm) return go();
    modal.confirm({
      title: t('bulk.confirmTitle', { action: action.label, count }),
      content: action.confirm(count),
      okText: t('bulk.button', { action: action.label, count }),
      okButtonProps: { danger: action.danger ?? false },
      onOk: go,
    });
  };
  const busy = run.isPending ? run.variables.action.key : undefined;
  const reason = (action: BulkAction<C>) => (selection.all ? undefined : whyNot(action, rows, count));
  // What finds work in the ticked rows stands in sight, dangerous acts after the others; the rest is behind, with reasons.
  const allowed = all.filter((action) => action.may !== false);
  const rank = (action: BulkAction<C>) => (reason(action) ? 2 : action.danger ? 1 : 0);
  const actions = allowed.toSorted((a, b) => rank(a) - rank(b));
  const working = actions.filter((action) => rank(action) < 2).length;
  const inView = actions.slice(0, Math.max(IN_VIEW_LEAST, Math.min(IN_VIEW, working)));
  const rest = actions.slice(inView.length);
  return (
    <>
      <span className="tw-count" role="status">
        {selection.all ? t('list.allPicked', { total: totalText }) : t('list.picked', { count })}
      </span>
      {!selection.all && total > selection.ids.size && (
        <Button type="link" onClick={selection.selectAll}>
          {t('list.pickAll', { total: totalText })}
        </Button>
      )}
      <Button type="link" onClick={selection.clear}>
        {t('list.unpick')}
      </Button>
      {inView.map((action) => (
        <ActionButton
          key={action.key}
          icon={action.icon}
          danger={action.danger ?? false}
          loading={busy === action.key}
          disabled={busy !== undefined && busy !== action.key}
          reason={reason(action)}
          onClick={() => start(action)}
        >
          {t('bulk.button', { action: action.label, count })}
        </ActionButton>
      ))}
      {rest.length > 0 && (
        <Dropdown
          menu={{
            items: rest.map((action) => ({
              key: action.key,
              label: reason(action) ? `${action.label} – ${reason(action)}` : action.label,
              icon: action.icon,
              danger: action.danger ?? false,
              disabled: reason(action) !== undefined,
            })),
            onClick: ({ key }) => {
              const action = rest.find((each) => each.key === key);
              if (action) start(action);
            },
          }}
        >
          <Button loading={rest.some((action) => action.key === busy)}>{t('bulk.others')}</Button>
        </Dropdown>
      )}
      {outcome && (
        <BulkResult
          title={outcome.action.label}
          result={outcome.result}
          busy={run.isPending}
          onRetry={(ids) => run.mutate({ action: outcome.action, picked: picked(ids) })}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </>
  );
}
