import type { ReactNode } from 'react';

const MARKS: Record<string, [letter: string, name: string]> = {
  amazon: ['a', 'Amazon'],
  shopify: ['S', 'Shopify'],
};

/** The platform's icon, with its name for screen readers. */
export function PlatformMark({ platform }: { platform: string }): ReactNode {
  const [letter, name] = MARKS[platform] ?? [platform.slice(0, 1).toUpperCase(), platform];
  return (
    <span className="tw-platform" data-platform={platform} title={name}>
      <span aria-hidden="true">{letter}</span>
      <span className="tw-hidden-text">{name}</span>
    </span>
  );
}
