import type { Area } from '../../core/area.ts';
import { rightsLoading } from '../identity/public.ts';
import { menuRoutes } from './menu.routes.ts';
import { loadGranted } from './rights.ts';

rightsLoading.listen((tx, { userId, rights }) => loadGranted(tx, userId, rights));

export const accessArea: Area = { name: 'access', routes: menuRoutes };
