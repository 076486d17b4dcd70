import { ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../api/errors.ts';
import { EmptyState } from './empty-state.tsx';

/** A page or part that could not load: the problem, the request ID, the next step. */
export function PageError({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const { t } = useTranslation();
  const { msg, requestId, code } = asApiError(error);
  const title = code === 403 ? t('error.notAllowed') : code === 404 ? t('error.gone') : t('error.couldNotLoad');
  return (
    <div role="alert">
      <EmptyState
        icon={<WarningOutlined />}
        title={title}
        hint={
          <>
            <div>{msg}</div>
            {requestId && <div className="tw-request-id">{t('error.requestId', { id: requestId })}</div>}
          </>
        }
        action={
          onRetry && (
            <Button icon={<ReloadOutlined />} onClick={onRetry}>
              {t('action.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
