import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { Logo } from '../shell/logo.tsx';
import { useSession } from '../shell/session.ts';
import { ThemeSwitch } from '../shell/theme-switch.tsx';
import './public.css';

interface PublicLayoutProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** `full`: for two columns. */
  wide?: boolean | 'full';
  /** Beside the card on wide screens. */
  aside?: ReactNode;
}

/** What visitors see: a quiet page with one card. Areas use it for their public pages too. */
export function PublicLayout({ title, intro, children, wide, aside }: PublicLayoutProps): ReactNode {
  const { t } = useTranslation();
  const signedIn = useSession() !== undefined;
  return (
    <div className="tw-public">
      <header>
        <Link to="/" className="tw-public-brand">
          <Logo size={28} />
          <span>{t('app.name')}</span>
        </Link>
        <span className="tw-grow" />
        <ThemeSwitch />
        <LanguageSwitch signedIn={signedIn} />
      </header>
      <main data-aside={aside ? true : undefined}>
        {aside}
        <section className="tw-public-card" data-wide={wide || undefined}>
          <h1>{title}</h1>
          {intro && <p className="tw-muted">{intro}</p>}
          {children}
        </section>
      </main>
      <footer>
        <Link to="/agreement">{t('title.agreement')}</Link>
        <Link to="/privacy">{t('title.privacy')}</Link>
        <span>© Tradewind</span>
      </footer>
    </div>
  );
}
