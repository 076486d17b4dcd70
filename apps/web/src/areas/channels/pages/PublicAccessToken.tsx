import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { PLATFORM_NAMES } from '../../../platform-names.ts';
import { Landing } from '../landing.tsx';

export default function PublicAccessToken(): ReactNode {
  const [params] = useSearchParams();
  const platform = PLATFORM_NAMES[params.get('platform') ?? ''] ?? '';
  return <Landing code={params.get('code') ?? ''} reason={params.get('reason') ?? ''} platform={platform} />;
}
