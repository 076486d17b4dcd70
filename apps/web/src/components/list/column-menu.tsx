import { HolderOutlined, PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Tooltip } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, type ColumnSettings, isFrozen, isShown, move, ordered } from '../table/columns.ts';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  settings: ColumnSettings;
  onChange: (settings: ColumnSettings | null) => void;
}

export function ColumnMenu<Row>({ columns, settings, onChange }: ColumnMenuProps<Row>): ReactNode {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState('');
  const list = ordered(columns, settings);
  const keys = list.map((column) => column.key);
  const put = (key: string, before: string | undefined) => {
    if (before) onChange({ ...settings, order: move(keys, key, before) });
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    put(keys[index] ?? '', keys[index + step]);
  };
  const content = (
    <div className="tw-columns">
      <ul>
        {list.map((column, index) => {
          const frozen = isFrozen(column, settings);
          return (
            <li
              key={column.key}
              draggable
              data-dragged={dragged === column.key || undefined}
              onDragStart={() => setDragged(column.key)}
              onDragEnd={() => setDragged('')}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged && put(dragged, column.key)}
            >
              <button
                type="button"
                className="tw-holder"
                aria-label={t('list.moveColumn', { name: column.title })}
                onKeyDown={(event) => onKey(event, index)}
              >
                <HolderOutlined />
              </button>
              <Checkbox
                checked={isShown(column, settings)}
                disabled={column.always ?? false}
                onChange={(event) =>
                  onChange({ ...settings, shown: { ...settings.shown, [column.key]: event.target.checked } })
                }
              >
                {column.title}
              </Checkbox>
              <Button
                type="text"
                size="small"
                aria-pressed={frozen}
                aria-label={t('list.freeze', { name: column.title })}
                icon={frozen ? <PushpinFilled /> : <PushpinOutlined />}
                onClick={() => onChange({ ...settings, frozen: { ...settings.frozen, [column.key]: !frozen } })}
              />
            </li>
          );
        })}
      </ul>
      <Button type="link" onClick={() => onChange(null)}>
        {t('list.resetColumns')}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Tooltip title={t('list.columns')}>
        <Button type="text" icon={<SettingOutlined />} aria-label={t('list.columns')} />
      </Tooltip>
    </Popover>
  );
}
