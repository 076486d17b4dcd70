import type { ImportPreview } from '@tradewind/contract/imports.ts';
import { Alert, Checkbox, Table, type TableRef, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from './status-tag.tsx';
import { useNarrow } from './use-narrow.ts';

type PreviewRow = ImportPreview['rows'][number];

export function PreviewTable({ preview }: { preview: ImportPreview }): ReactNode {
  const { t } = useTranslation();
  const [onlyBad, setOnlyBad] = useState(preview.bad > 0);
  const narrow = useNarrow();
  const table = useRef<TableRef>(null);
  // With many columns it scrolls sideways, also by keyboard.
  useEffect(() => {
    table.current?.nativeElement.querySelector('.ant-table-body')?.setAttribute('tabindex', '0');
  });
  const rows = onlyBad ? preview.rows.filter((row) => row.problems.length > 0) : preview.rows;
  return (
    <>
      <div className="tw-preview-head" role="status">
        <strong>{t('import.read', { count: preview.total })}</strong>
        {preview.bad > 0 ? (
          <span className="tw-bad">{t('import.bad', { count: preview.bad })}</span>
        ) : (
          <span className="tw-good">{t('import.allGood')}</span>
        )}
        <span className="tw-grow" />
        <Checkbox checked={onlyBad} onChange={(event) => setOnlyBad(event.target.checked)}>
          {t('import.onlyBad')}
        </Checkbox>
      </div>
      {preview.unknownColumns.length > 0 && (
        <Alert
          className="tw-form-problem"
          type="warning"
          showIcon
          title={t('import.unknown', { names: preview.unknownColumns.join(', ') })}
        />
      )}
      <Table
        ref={table}
        size="small"
        rowKey="line"
        dataSource={rows}
        scroll={{ x: 'max-content', y: 420 }}
        pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { title: t('import.line'), dataIndex: 'line', width: 64, fixed: 'left' },
          {
            title: t('import.action'),
            width: 160,
            // On a phone it would leave no room for the cells.
            ...(narrow ? {} : { fixed: 'left' as const }),
            render: (_: unknown, row: PreviewRow) => {
              const whole = row.problems.filter(
                (problem) => !preview.columns.some((column) => column.key === problem.column),
              );
              if (whole.length > 0)
                return <span className="tw-bad tw-wrap">{whole.map((problem) => problem.message).join('; ')}</span>;
              if (row.problems.length > 0) return <StatusTag tone="bad">{t('import.skip')}</StatusTag>;
              return (
                <StatusTag tone={row.action === 'update' ? 'info' : 'good'}>
                  {t(row.action === 'update' ? 'import.update' : 'import.create')}
                </StatusTag>
              );
            },
          },
          ...preview.columns.map((column) => ({
            title: column.title,
            key: column.key,
            onCell: (row: PreviewRow) => ({
              className: row.problems.some((problem) => problem.column === column.key) ? 'tw-bad-cell' : '',
            }),
            render: (_: unknown, row: PreviewRow) => {
              const wrong = row.problems.filter((problem) => problem.column === column.key);
              const text = row.cells[column.key] ?? '';
              if (wrong.length === 0) return text;
              const message = wrong.map((problem) => problem.message).join('; ');
              return (
                <Tooltip title={message}>
                  <span>
                    {text || t('import.emptyCell')}
                    <small>{message}</small>
                  </span>
                </Tooltip>
              );
            },
          })),
        ]}
      />
    </>
  );
}
