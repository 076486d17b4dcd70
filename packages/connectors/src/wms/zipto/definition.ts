import { neutralProvider } from '../generic/definition.ts';

/** zipto publishes no interface: it is spoken to by the neutral one until its own document is there. */
export const zipto = neutralProvider({ provider: 'zipto', name: ['zipto', 'zipto'], prefix: '', sandbox: '/zipto' });
