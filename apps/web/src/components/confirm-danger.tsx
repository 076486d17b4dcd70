import { App, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { toast } from '../api/toast.ts';
import { ActionButton } from './can.tsx';

interface ConfirmDangerProps extends Omit<ButtonProps, 'onClick' | 'title'> {
  /** Names the record: "Delete supplier Yiwu Tools?" */
  title: string;
  /** The consequence: "12 purchase orders keep its name; nothing new can be ordered." */
  consequence: ReactNode;
  /** The verb: "Delete". */
  verb: string;
  reason?: string | undefined;
  onConfirm: () => Promise<unknown> | unknown;
}

/**
 * A button for acts that cannot be undone. For others offer undo instead. It reports failures; if the act has already
 * reported one, the same message replaces it. `danger={false}`: harmless, but it affects many people.
 */
export function ConfirmDanger({
  title,
  consequence,
  verb,
  onConfirm,
  reason,
  danger = true,
  children,
  ...button
}: ConfirmDangerProps): ReactNode {
  const { modal } = App.useApp();
  const ask = () =>
    modal.confirm({
      title,
      content: consequence,
      okText: verb,
      okButtonProps: { danger },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        try {
          await onConfirm();
        } catch (error) {
          toast.error(error);
        }
      },
    });
  return (
    <ActionButton danger={danger} {...button} reason={reason} onClick={ask}>
      {children === undefined ? verb : children}
    </ActionButton>
  );
}
