import type { ReactNode } from 'react';
import { Landing } from '../landing.tsx';

export default function AmazonAccessToken(): ReactNode {
  return <Landing platform="amazon" />;
}
