import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDanger } from './confirm-danger.tsx';

interface RowActsProps {
  /** Names the row to screen readers: "Customs data for Germany". */
  of: string;
  onEdit: () => void;
  /** The question before the row is deleted, and the consequence. */
  title: string;
  consequence: string;
  onDelete: () => Promise<unknown>;
}

/** Edit and delete at the end of a row of a small table. */
export function RowActs({ of, onEdit, title, consequence, onDelete }: RowActsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Button type="text" icon={<EditOutlined />} aria-label={`${t('action.edit')} ${of}`} onClick={onEdit} />
      <ConfirmDanger
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`${t('action.delete')} ${of}`}
        title={title}
        consequence={consequence}
        verb={t('action.delete')}
        onConfirm={onDelete}
      >
        {null}
      </ConfirmDanger>
    </>
  );
}
