import { texts as components } from './texts/components.ts';
import { texts as links } from './texts/links.ts';
import { texts as publicPages } from './texts/public.ts';
import { texts as shell } from './texts/shell.ts';
import { texts as visitors } from './texts/visitors.ts';

/** Texts of the shell, the shared components and the public pages. */
export const texts = [components, links, publicPages, shell, visitors];
