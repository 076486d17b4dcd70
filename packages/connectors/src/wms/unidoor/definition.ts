import { neutralProvider } from '../generic/definition.ts';

/** Unidoor publishes no interface: it is spoken to by the neutral one until its own document is there. */
export const unidoor = neutralProvider({
  provider: 'unidoor',
  name: ['Unidoor', 'Unidoor'],
  prefix: '',
  sandbox: '/unidoor',
});
