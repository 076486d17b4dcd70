import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/errors.ts';

export function FormProblem({ error }: { error: ApiError | undefined }): ReactNode {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Alert
      className="tw-form-problem"
      type="error"
      showIcon
      role="alert"
      title={error.msg}
      description={
        error.requestId && <span className="tw-request-id">{t('error.requestId', { id: error.requestId })}</span>
      }
    />
  );
}
