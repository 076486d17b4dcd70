import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The name of a part of a price: words for those that every card knows, the code for a card's own surcharges. */
export function usePartName(): (code: string) => string {
  const { t, i18n } = useTranslation('logistics');
  return useCallback(
    (code) => (i18n.exists(`logistics:rates.parts.${code}`) ? t(`rates.parts.${code}`) : code),
    [t, i18n],
  );
}
