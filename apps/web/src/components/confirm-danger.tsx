import { App, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { toast } from '../api/toast.ts';
import { ActionButton } from './can.tsx';

interface ConfirmDangerProps extends Omit<ButtonProps, 'onClick' | 'title'> {
  /** Names the thing: "Delete supplier Yiwu Tools?" */
  title: string;
  /** What happens then: "12 purchase orders keep its name; nothing new can be ordered." */
  consequence: ReactNode;
  /** The verb: "Delete". */
  verb: string;
  reason?: string | undefined;
  onConfirm: () => Promise<unknown> | unknown;
}

/** A button for what cannot be undone. What can be undone needs no question: offer undo. */
export function ConfirmDanger({
  title,
  consequence,
  verb,
  onConfirm,
  reason,
  children,
  ...button
}: ConfirmDangerProps): ReactNode {
  const { modal } = App.useApp();
  const ask = () =>
    modal.confirm({
      title,
      content: consequence,
      okText: verb,
      okButtonProps: { danger: true },
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
    <ActionButton danger {...button} reason={reason} onClick={ask}>
      {children ?? verb}
    </ActionButton>
  );
}
