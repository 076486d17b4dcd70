import { Button, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../api/toast.ts';
import type { DialogState } from './use-messages.ts';

export function FilterBar({ state }: { state: DialogState }): ReactNode {
  const { t } = useTranslation('messages');
  const { draft, change } = state;
  const search = () => {
    if (draft.startDate && draft.endDate && draft.startDate > draft.endDate) toast.warning(t('endBeforeStart'));
    else state.search();
  };
  const day = (name: 'startDate' | 'endDate') => (
    <DatePicker
      value={draft[name] ? dayjs(draft[name]) : null}
      format="YYYY-MM-DD"
      placeholder={t(name)}
      aria-label={t(name)}
      onChange={(value) => change({ [name]: value?.format('YYYY-MM-DD') })}
    />
  );
  return (
    <div className="tw-message-bar">
      {day('startDate')}
      {day('endDate')}
      {state.box === 'receive' && (
        <Select
          className="tw-message-state"
          allowClear
          value={draft.state}
          placeholder={t('state')}
          aria-label={t('state')}
          options={[
            { value: 'Y' as const, label: t('read') },
            { value: 'N' as const, label: t('unread') },
          ]}
          onChange={(value: 'Y' | 'N' | undefined) => change({ state: value })}
        />
      )}
      <Input
        className="tw-message-word"
        allowClear
        maxLength={100}
        value={draft.keyword}
        placeholder={t('topic')}
        aria-label={t('topic')}
        onChange={(event) => change({ keyword: event.target.value })}
        onPressEnter={search}
      />
      <Button type="primary" onClick={search}>
        {t('search')}
      </Button>
    </div>
  );
}
