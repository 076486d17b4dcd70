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

/**
 * A button for what cannot be undone. What can be undone needs no question: offer undo. What fails is told here; where an
 * act has told it already, the same words take each other's place. `danger={false}`: no harm is done, but many feel it.
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
      {children ?? verb}
    </ActionButton>
  );
}
