import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Landing } from '../landing.tsx';

export default function PublicAccessToken(): ReactNode {
  const [params] = useSearchParams();
  return <Landing platform={params.get('platform') ?? ''} />;
}
