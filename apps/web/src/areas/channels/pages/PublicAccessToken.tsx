import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { platformName } from '../../../platform-names.ts';
import { Landing } from '../landing.tsx';

export default function PublicAccessToken(): ReactNode {
  const [params] = useSearchParams();
  const platform = platformName(params.get('platform') ?? '');
  return <Landing code={params.get('code') ?? ''} reason={params.get('reason') ?? ''} platform={platform} />;
}
