import { type DropOption, getDropLists, getSelectZoot, saveOnedropList } from '@tradewind/contract/settings.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../components/form-drawer.tsx';

export function OptionForm({
  zootId,
  option,
  onClose,
}: {
  zootId: string;
  option?: DropOption | undefined;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('settings');
  const initial = option
    ? {
        labelZh: option.labelZh,
        labelEn: option.labelEn,
        place: option.place,
        enabled: option.enabled,
        value: option.value,
      }
    : { enabled: true };
  return (
    <FormDrawer
      open
      key={option?.id ?? 'new'}
      title={t(option ? 'option.edit' : 'option.add')}
      call={saveOnedropList}
      verb={t('option.save')}
      success={t('option.saved')}
      refresh={[getDropLists, getSelectZoot]}
      initial={initial}
      toInput={({ labelZh, labelEn, value, place, enabled }) => ({
        option: {
          zootId,
          labelZh,
          labelEn: labelEn ?? '',
          enabled,
          ...(option ? { id: option.id } : value ? { value } : {}),
          ...(typeof place === 'number' ? { place } : {}),
        },
      })}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'labelZh', label: t('option.zh'), required: true, max: 60 },
        { kind: 'text', name: 'labelEn', label: t('option.en'), max: 60, help: t('option.enHelp') },
        {
          kind: 'text',
          name: 'value',
          label: t('option.value'),
          max: 60,
          disabled: option !== undefined,
          help: t('option.valueHelp'),
        },
        { kind: 'number', name: 'place', label: t('option.place'), half: true, min: 0, max: 9999 },
        { kind: 'switch', name: 'enabled', label: t('option.on'), half: true },
      ]}
    />
  );
}
