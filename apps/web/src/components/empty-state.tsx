import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The next step. */
  hint?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

export function EmptyState({ title, hint, action, icon }: EmptyStateProps): ReactNode {
  return (
    <div className="tw-empty">
      <div className="tw-empty-icon" aria-hidden="true">
        {icon ?? <InboxOutlined />}
      </div>
      <div className="tw-empty-title">{title}</div>
      {hint && <div className="tw-muted">{hint}</div>}
      {action && <div className="tw-empty-action">{action}</div>}
    </div>
  );
}
