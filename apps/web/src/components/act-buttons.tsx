import type { Call } from '@tradewind/contract/call.ts';
import { App, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { ActionButton } from './action-button.tsx';
import { type Act, saidOf, whyNot } from './list/bulk.ts';

/** Runs an act on one row: asks first, shows the result, offers undo. */
function useRunAct<Row extends { id: number }>({ row, refresh, onDone }: ActButtonsProps<Row>) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const again = useRefresh();
  const [busy, setBusy] = useState('');
  const work = async (act: Act<Row, never>) => {
    setBusy(act.key);
    try {
      const result = await act.run({ input: { ids: [row.id] }, count: 1, idempotencyKey: crypto.randomUUID() });
      // Its own dialog was closed, or it has no result to show (a print).
      if (!result) return;
      const { undoId, done, failed } = result;
      const { undo } = act;
      const didOne = saidOf(act.didOne ?? t('bulk.allDone', { action: act.label, count: 1 }), result.message);
      if (failed[0]) toast.error(failed[0].reason);
      else if (undoId !== undefined && undo) toast.undoable(didOne, () => undo(undoId));
      else if (done > 0) toast.success(didOne);
      again(...refresh, ...(act.refresh ?? []));
      if (done > 0) onDone?.(act.key);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy('');
    }
  };
  const run = (act: Act<Row, never>) => {
    const question = act.askOne?.(row) ?? (act.confirm && { title: act.label, consequence: act.confirm(1) });
    if (!question) return void work(act);
    modal.confirm({
      title: question.title,
      content: question.consequence,
      okText: act.label,
      okButtonProps: { danger: act.danger ?? false },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => work(act),
    });
  };
  return { busy, run };
}

interface ActButtonsProps<Row> {
  acts: readonly Act<Row, never>[];
  row: Row;
  /** Calls whose answers show this row. */
  refresh: readonly Call[];
  /** The act that the row needs next, as the primary button. */
  next?: string;
  inView?: number;
  /** The act with this key is done; a deleted row closes its drawer. */
  onDone?: (key: string) => void;
}

/** Buttons of the drawer: the list's bulk acts that apply to this row now. */
export function ActButtons<Row extends { id: number }>(props: ActButtonsProps<Row>): ReactNode {
  const { acts, row, next, inView = 4 } = props;
  const { t } = useTranslation();
  const { busy, run } = useRunAct(props);
  const shown = acts.filter((act) => act.may !== false && (act.fits?.(row) ?? true));
  const rest = shown.slice(inView);
  return (
    <>
      {shown.slice(0, inView).map((act) => (
        <ActionButton
          key={act.key}
          type={act.key === next ? 'primary' : 'default'}
          icon={act.icon}
          danger={act.danger ?? false}
          loading={busy === act.key}
          disabled={busy !== '' && busy !== act.key}
          reason={whyNot(act, [row])}
          onClick={() => run(act)}
        >
          {act.label}
        </ActionButton>
      ))}
      {rest.length > 0 && (
        <Dropdown
          menu={{
            items: rest.map((act) => ({
              key: act.key,
              label: act.label,
              icon: act.icon,
              danger: act.danger ?? false,
              disabled: whyNot(act, [row]) !== undefined,
            })),
            onClick: ({ key }) => {
              const act = rest.find((one) => one.key === key);
              if (act) run(act);
            },
          }}
        >
          <Button loading={rest.some((act) => act.key === busy)}>{t('bulk.others')}</Button>
        </Dropdown>
      )}
    </>
  );
}
