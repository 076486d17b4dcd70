import { DeleteOutlined, StarOutlined, TeamOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Popover, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterValues } from './filters.ts';
import { useViews, type View } from './use-views.ts';

interface SavedFiltersProps {
  listId: string;
  values: FilterValues;
  canSave: boolean;
  onApply: (values: FilterValues) => void;
}

export function SavedFilters({ listId, values, canSave, onApply }: SavedFiltersProps): ReactNode {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [open, setOpen] = useState(false);
  const { views, keep, moveOver } = useViews(listId, open);
  const save = async () => {
    const desired = name.trim();
    if (!desired || !(await keep(desired, values, shared))) return;
    setName('');
    setShared(false);
    setOpen(false);
  };
  const content = (
    <div className="tw-saved">
      {views.length === 0 && <div className="tw-muted">{t('list.noSaved')}</div>}
      <div className="tw-saved-views">
        {views.map((view) => (
          <ViewLine
            key={view.key}
            view={view}
            onApply={() => {
              onApply(view.query);
              setOpen(false);
            }}
          />
        ))}
      </div>
      <Space.Compact block>
        <Input
          value={name}
          maxLength={40}
          disabled={!canSave}
          placeholder={canSave ? t('list.saveAs') : t('list.saveNothing')}
          aria-label={t('list.saveAs')}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void save()}
        />
        <Button disabled={!canSave || name.trim() === ''} onClick={() => void save()}>
          {t('list.save')}
        </Button>
      </Space.Compact>
      <Checkbox disabled={!canSave} checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {t('list.share')}
      </Checkbox>
    </div>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={content}
      open={open}
      onOpenChange={(shown) => {
        setOpen(shown);
        if (shown) void moveOver();
      }}
    >
      <Button icon={<StarOutlined />}>{t('list.saved')}</Button>
    </Popover>
  );
}

function ViewLine({ view, onApply }: { view: View; onApply: () => void }): ReactNode {
  const { t } = useTranslation();
  const answered = view.own ? t('list.sharedView') : t('list.sharedBy', { name: view.by });
  return (
    <div className="tw-saved-line">
      <Button type="text" onClick={onApply}>
        {view.name}
        {view.shared && (
          <small className="tw-muted" title={answered}>
            <TeamOutlined aria-hidden="true" /> {answered}
          </small>
        )}
      </Button>
      {view.remove && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('list.removeSaved', { name: view.name })}
          onClick={view.remove}
        />
      )}
    </div>
  );
}
