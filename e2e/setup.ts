import { afterAll } from 'vitest';
import { closeContexts } from './worker.ts';

afterAll(closeContexts);
