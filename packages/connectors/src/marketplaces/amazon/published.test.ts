import { evaluatePublished } from '../../published/evaluate.testing.ts';
import { amazon } from './definition.ts';

evaluatePublished(amazon, {
  descriptions: new URL('./published/', import.meta.url),
  at: '/amazon/spapi',
  outside: [
    [/^\/amazon\/lwa\//, 'Login with Amazon has no model'],
    [/^\/amazon\/document-store\//, 'feeds and reports are files at addresses that Amazon hands out'],
  ],
});
