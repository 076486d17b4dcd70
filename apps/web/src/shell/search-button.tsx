import { SearchOutlined } from '@ant-design/icons';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchProps } from './search-palette.tsx';

const SearchPalette = lazy(() => import('./search-palette.tsx'));

export function SearchButton({ menu, goTo }: SearchProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className="tw-search-button" aria-label={t('search.open')} onClick={() => setOpen(true)}>
        <SearchOutlined />
        <span className="tw-wide-only">{t('search.hint')}</span>
        <kbd className="tw-wide-only">Ctrl K</kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <SearchPalette menu={menu} goTo={goTo} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
