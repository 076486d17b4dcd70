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
      initial={{ option: initial }}
      toInput={({ option: { labelZh, labelEn, value, place, enabled } }) => ({
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
        { kind: 'text', name: 'option.labelZh', label: t('option.zh') },
        { kind: 'text', name: 'option.labelEn', label: t('option.en'), help: t('option.enHelp') },
        {
          kind: 'text',
          name: 'option.value',
          label: t('option.value'),
          disabled: option !== undefined,
          help: t('option.valueHelp'),
        },
        { kind: 'number', name: 'option.place', label: t('option.place'), half: true },
        { kind: 'switch', name: 'option.enabled', label: t('option.on'), half: true },
      ]}
    />
  );
}
