import { useTranslation } from 'react-i18next';

const REASONS = ['state', 'browser', 'company', 'denied', 'exchange', 'unavailable', 'otherAccount'];

/** Says why an authorization failed, by the server's word for it. */
export function useRefusal(): (reason: unknown) => string {
  const { t } = useTranslation('channels');
  return (reason) => {
    const known = REASONS.find((one) => one === reason);
    return known ? t(`reasons.${known}`) : t('landing.unknown');
  };
}
