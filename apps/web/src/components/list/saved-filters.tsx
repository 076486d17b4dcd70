import { DeleteOutlined, StarOutlined } from '@ant-design/icons';
import { Button, Input, Popover, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../../shell/preferences.ts';
import { type FilterValues, parseSavedFilters } from './filters.ts';

interface SavedFiltersProps {
  listId: string;
  values: FilterValues;
  canSave: boolean;
  onApply: (values: FilterValues) => void;
}

export function SavedFilters({ listId, values, canSave, onApply }: SavedFiltersProps): ReactNode {
  const { t } = useTranslation();
  const [saved, save] = usePreference(`filters:${listId}`, parseSavedFilters);
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);
  const keep = () => {
    const wanted = name.trim();
    if (!wanted) return;
    save([...saved.filter((each) => each.name !== wanted), { name: wanted, query: values }]);
    setName('');
    setOpen(false);
  };
  const content = (
    <div className="tw-saved">
      {saved.length === 0 && <div className="tw-muted">{t('list.noSaved')}</div>}
      {saved.map((each) => (
        <div key={each.name} className="tw-saved-line">
          <Button
            type="text"
            onClick={() => {
              onApply(each.query);
              setOpen(false);
            }}
          >
            {each.name}
          </Button>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('list.removeSaved', { name: each.name })}
            onClick={() => save(saved.filter((other) => other.name !== each.name))}
          />
        </div>
      ))}
      <Space.Compact block>
        <Input
          value={name}
          maxLength={40}
          disabled={!canSave}
          placeholder={canSave ? t('list.saveAs') : t('list.saveNothing')}
          aria-label={t('list.saveAs')}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={keep}
        />
        <Button disabled={!canSave || name.trim() === ''} onClick={keep}>
          {t('list.save')}
        </Button>
      </Space.Compact>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomLeft" content={content} open={open} onOpenChange={setOpen}>
      <Button icon={<StarOutlined />}>{t('list.saved')}</Button>
    </Popover>
  );
}
