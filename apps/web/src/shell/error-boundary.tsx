import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { i18n } from '../i18n.ts';

interface State {
  error: Error | undefined;
}

/** A page that throws affects only itself. A chunk missing after an update asks for a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const outdated = /dynamically imported module|Importing a module script failed/i.test(error.message);
    return (
      <div role="alert">
        <EmptyState
          title={i18n.t(outdated ? 'error.newVersion' : 'error.crashed')}
          hint={outdated ? undefined : error.message}
          action={<Button onClick={() => window.location.reload()}>{i18n.t('error.reload')}</Button>}
        />
      </div>
    );
  }
}
